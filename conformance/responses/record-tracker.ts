/**
 * C13 to C16 and C23: the records in the responses of a run agree with their requests, with themselves, and with each other.
 */
import type { ContractOperation } from '../../contract/operations.ts';
import { roleOf } from '../../contract/resources/graph.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { ExchangeRule, OperationExchange } from '../model/exchange-rule.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { isFields, parseJson, propertyOf, type JsonFields } from '../model/json-fields.ts';
import { foreign } from './check-values.ts';
import type { RecordTraits, ResponseTraits, VersionTrait } from './response-traits.ts';
import { timeOfTimestamp } from './timestamps.ts';
import { msPerMinute } from '../../templates/runtime/conversion/durations.ts';

/** The allowed difference between times that are rounded. Units: milliseconds. */
const ROUNDING = 1_000;

/** Shorter ids may belong to records of different kinds. */
const MIN_ID_LENGTH = 8;

/** Why: a service may check for expired records only now and then. Units: milliseconds. */
const EXPIRY_DELAY = 5 * msPerMinute;

const past = /^(?:created|updated|changed|modified|started|completed|ended|finished)_?(?:at|on)$/i;
const expiry = /^expir(?:es|y|ation)(?:_?(?:at|on|date|time))?$/i;
const waiting = /^(?:pending|waiting|requested|awaiting\w*|waiting_\w*)$/i;

const MAX_DEPTH = 6;
const MAX_RECORDS = 20_000;
const MAX_OBJECTS = 2_000;

/** Creates the rule that remembers the records of a run and compares them. */
export function createRecordTracker({ records, foreignOperations }: ResponseTraits): ExchangeRule {
  return {
    open() {
      const tracker = new RecordTracker(records);
      return {
        take: (seen) => (foreignOperations.has(seen.operation.id) ? [] : tracker.take(seen)),
      };
    },
  };
}

class RecordTracker {
  readonly #traits;
  readonly #records = new Map<string, JsonFields>();
  readonly #created = new Set<string>();
  /** The idempotency keys that were sent. */
  readonly #keys = new Set<string>();
  readonly #versions = new Map<string, unknown>();
  /** The latest time of a record, by base URL. Why: the clock of a service may be another one than ours. */
  readonly #latest = new Map<string, number>();

  constructor(traits: RecordTraits) {
    this.#traits = traits;
  }

  /** Checks the records of a successful JSON response. */
  take({ exchange, operation, pathValues, world }: OperationExchange): readonly CheckResult[] {
    const { request, response } = exchange;
    if (response?.body.kind !== 'json' || response.status >= 300) return [];
    const { baseUrl } = world;
    const { value } = response.body;
    const objects = [...objectsIn(value, '', 0, { left: MAX_OBJECTS })];
    this.#readTimes(baseUrl, objects);
    const fixed = [...this.#traits.fixed, ...fixedOf(operation)];
    const problems = {
      C13: this.#checkPath(operation, pathValues, value, request.body),
      C14: this.#isAgain(request) ? [] : this.#checkCreated(operation, response.status, value, baseUrl),
      C15: objects.flatMap(([at, fields]) => this.#checkOrder(at, fields)),
      C16: objects.flatMap(([at, fields]) => [
        ...this.#compare(baseUrl, at, fields, fixed),
        ...this.#traits.versions.flatMap((trait) => this.#compareVersions(trait, baseUrl, at, fields)),
      ]),
      C23: objects.flatMap(([at, fields]) => this.#checkExpiry(baseUrl, at, fields)),
    };
    return Object.entries(problems).map(([check, list]) => ({ check, problems: list }));
  }

  /** C13: the ids of the path are those of the record, unless the record has the value under another name. */
  #checkPath(
    operation: OperationSpec,
    values: OperationExchange['pathValues'],
    body: unknown,
    sent: string | null,
  ): readonly Problem[] {
    if (!isFields(body)) return [];
    const written = sent === null ? undefined : parseJson(sent);
    const record = this.#traits.envelopes.map((name) => body[name]).find(isFields) ?? body;
    return Object.entries(values).flatMap(([name, encoded]) => {
      const names = this.#traits.namesOf(operation, name);
      const present = names.find((each) => typeof record[each] === 'string');
      const value = decodeURIComponent(encoded);
      if (present === undefined || String(record[present]).toLowerCase() === value.toLowerCase()) return [];
      // Why: a request may rename a record, or move it to another parent.
      if (isFields(written) && written[present] === record[present]) return [];
      // Why: a service may accept another name of a record, such as its slug.
      if (Object.values(record).includes(value)) return [];
      return [{ message: `The ${present} in the response is not that of the path.`, at: `body.${present}` }];
    });
  }

  /** Returns whether a request is sent again with its idempotency key, so that its record is not a new one. */
  #isAgain({ headers }: OperationExchange['exchange']['request']): boolean {
    const key = headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
    if (key === undefined) return false;
    const isAgain = this.#keys.has(key);
    this.#keys.add(key);
    return isAgain;
  }

  /** C14. Why by operation: a service may number each kind of record separately. */
  #checkCreated(operation: OperationSpec, status: number, body: unknown, world: string): readonly Problem[] {
    const name = this.#traits.createdId(operation, status);
    const value = name === null ? undefined : propertyOf(body, name);
    if (name === null || typeof value !== 'string' || this.#created.size > MAX_RECORDS) return [];
    const key = `${world} ${operation.id} ${value}`;
    if (this.#created.has(key))
      return [{ message: `A new record has the ${name} of an earlier one.`, at: `body.${name}` }];
    this.#created.add(key);
    return [];
  }

  /** C15. */
  #checkOrder(at: string, fields: JsonFields): readonly Problem[] {
    return this.#traits.ordered.flatMap(([first, second]) => {
      const [early, late] = [timeOfTimestamp(fields[first]), timeOfTimestamp(fields[second])];
      if (early === null || late === null || late >= early - ROUNDING) return [];
      return [{ message: `${second} is before ${first}.`, at: `body.${joined(at, second)}` }];
    });
  }

  /** Reads the times at which records were created or changed. */
  #readTimes(world: string, objects: readonly (readonly [string, JsonFields])[]): void {
    const times = objects.flatMap(([, fields]) => timesNamed(past, fields).map(([, time]) => time));
    this.#latest.set(world, Math.max(this.#latest.get(world) ?? -Infinity, ...times));
  }

  /** C23: a record that waits does not expire before the latest time of any record. */
  #checkExpiry(world: string, at: string, fields: JsonFields): readonly Problem[] {
    const state = ['status', 'state'].find((name) => typeof fields[name] === 'string');
    if (state === undefined || !waiting.test(String(fields[state]))) return [];
    const now = this.#latest.get(world) ?? -Infinity;
    return timesNamed(expiry, fields)
      .filter(([, time]) => time + EXPIRY_DELAY < now)
      .map(([name]) => ({
        message: `${state} is ${String(fields[state])} although ${name} has passed.`,
        at: `body.${joined(at, state)}`,
      }));
  }

  /** C16: compares the fixed properties of a record with those of earlier responses. */
  #compare(world: string, at: string, fields: JsonFields, fixed: readonly string[]): readonly Problem[] {
    const { ids, isRecord } = this.#traits;
    const idName = ids.find((name) => typeof fields[name] === 'string');
    const id = idName === undefined ? '' : String(fields[idName]);
    if (idName === undefined || id.length < MIN_ID_LENGTH || !isRecord(idName, fields)) return [];
    const key = `${world} ${idName} ${id}`;
    const before = this.#records.get(key) ?? {};
    const problems = fixed
      .filter((name) => isScalar(fields[name]) && isScalar(before[name]))
      .filter((name) => !isSameValue(String(before[name]), String(fields[name])))
      .map((name) => ({
        message: `The ${name} of a record is not that of an earlier response.`,
        at: `body.${joined(at, name)}`,
      }));
    if (this.#records.has(key) || this.#records.size < MAX_RECORDS)
      this.#records.set(key, { ...pick(fields, fixed), ...before });
    return problems;
  }

  /** C16: a version of a record identifies one state, which requests change. */
  #compareVersions(trait: VersionTrait, world: string, at: string, fields: JsonFields): readonly Problem[] {
    const id = fields[trait.id];
    const state = fields[trait.property];
    const version = trait.version.reduce<unknown>(propertyOf, fields);
    if (typeof id !== 'string' || typeof version !== 'number' || state === undefined) return [];
    const key = `${world} ${id} ${version}`;
    const before = this.#versions.get(key);
    if (before === undefined && this.#versions.size < MAX_RECORDS) this.#versions.set(key, state);
    if (before === undefined || before === state) return [];
    return [{ message: trait.message, at: `body.${joined(at, trait.version.join('.'))}` }];
  }
}

/** Lists the properties that never change according to the description of the record that an operation returns. */
function fixedOf({ id, contract }: ContractOperation): readonly string[] {
  const name = roleOf(contract.resources, id)?.resource;
  return contract.resources.resources.find((each) => each.name === name)?.fixed ?? [];
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** Returns the times in an object whose names match. */
function timesNamed(names: RegExp, fields: JsonFields): readonly (readonly [string, number])[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const time = names.test(name) ? timeOfTimestamp(value) : null;
    return time === null ? [] : [[name, time] as const];
  });
}

function pick(fields: JsonFields, names: readonly string[]): JsonFields {
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
}

function isSameValue(one: string, other: string): boolean {
  const [at, otherAt] = [timeOfTimestamp(one), timeOfTimestamp(other)];
  const isFine = [one, other].every((text) => /\.\d{3}/.test(text));
  return at !== null && otherAt !== null ? Math.abs(at - otherAt) <= (isFine ? 1 : ROUNDING) : one === other;
}

function* objectsIn(
  value: unknown,
  at: string,
  depth: number,
  budget: { left: number },
): Iterable<readonly [string, JsonFields]> {
  if (depth > MAX_DEPTH || budget.left <= 0) return;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) yield* objectsIn(item, `${at}[]`, depth + 1, budget);
    return;
  }
  if (!isFields(value)) return;
  budget.left -= 1;
  yield [at, value];
  for (const [name, inner] of Object.entries(value))
    if (!foreign.has(name) && name !== 'events') yield* objectsIn(inner, joined(at, name), depth + 1, budget);
}

function joined(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}
