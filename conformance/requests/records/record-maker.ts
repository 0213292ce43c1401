/**
 * Creates records for requests. Follows the links of a contract backwards: it calls the operation whose response has a
 * missing path parameter, with records that are created in the same way. What a service does not create, or returns
 * under other names, stays unknown, and the checks that need it are skipped.
 */
import { isObject } from '../../../templates/runtime/json/value.ts';
import { inferLinksTo } from './inferred-links.ts';
import { evaluateLink, readExpression, type LinkExpression } from '../../../contract/link-expression.ts';
import { operationsOf, type ContractOperation } from '../../../contract/operations.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { OperationLink } from '../../../templates/runtime/testing/operation-test.ts';
import type { TestEnvironment } from '../../model/test-environment.ts';
import type { Wire } from '../../http/wire.ts';
import type { Exchange } from '../../model/exchange.ts';
import { includesLevel } from '../../model/check.ts';
import { isDestructive } from '../../model/operations.ts';
import type { RequestBuilder } from '../base-request.ts';
import type { Subject } from '../case.ts';
import { uniqueOf, withDistinctTexts } from './distinct.ts';
import { isInvalid, withRequired } from './record-body.ts';
import { referencesOf } from './references.ts';
import { isSingleUse, traitsOf } from '../operation-traits.ts';
import { planOf, propertiesOf, withJson, type RequestForm, type Texts } from '../request-form.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';

/** A request that succeeded. */
interface Success {
  readonly form: RequestForm;
  readonly exchange: Exchange;
}

/** Units: consecutive links. Why: a description may have endless chains of links. */
const MAX_CHAIN_LENGTH = 8;

/** Creates records. Calls each operation once, unless a record must be exclusive. */
export class RecordMaker {
  readonly #builder: RequestBuilder;
  readonly #wire: Wire;
  readonly #environment: TestEnvironment;
  readonly #calls = new Map<string, Promise<Success | null>>();

  constructor(builder: RequestBuilder, wire: Wire, environment: TestEnvironment) {
    this.#builder = builder;
    this.#wire = wire;
    this.#environment = environment;
  }

  /**
   * Returns the path parameters of a record that is created for the run.
   *
   * Shape: without those that no link leads to; `isFresh` is whether the record is used for nothing else.
   * Errors: rejects as `Wire.send`.
   */
  create(operation: ContractOperation, names: readonly string[], isFresh = false): Promise<Texts> {
    return this.#valuesOf(operation, names, [], isFresh);
  }

  /**
   * Returns the keys of the records that an operation refers to in its body and its query, by property.
   *
   * Shape: without those that can't be created.
   * Errors: rejects as `Wire.send`.
   */
  async references(
    operation: ContractOperation,
    trail: readonly string[] = [],
    isFresh = false,
  ): Promise<Texts> {
    let values: Texts = {};
    for (const { known, reader, parameter, isOther } of referencesOf(operation)) {
      const names = pathNamesOf(reader);
      const isNew = isFresh || isOther;
      const { [parameter]: key } = await this.#valuesOf(reader, names, [...trail, operation.id], isNew);
      if (key !== undefined) values = { ...values, [known]: key };
    }
    return values;
  }

  async #valuesOf(
    operation: ContractOperation,
    names: readonly string[],
    trail: readonly string[],
    isFresh: boolean,
  ): Promise<Texts> {
    let values: Texts = {};
    for (const link of linksTo(operation, names)) {
      const wanted = names.filter((name) => values[name] === undefined && inputOf(link, name) !== undefined);
      const isCircle = link.from === operation.id || trail.includes(link.from);
      if (wanted.length === 0 || isCircle || trail.length === MAX_CHAIN_LENGTH) continue;
      values = { ...(await this.#follow(link, wanted, [...trail, operation.id], isFresh)), ...values };
    }
    return values;
  }

  /** Returns the values of a link for path parameters. */
  async #follow(
    link: OperationLink,
    names: readonly string[],
    trail: readonly string[],
    isFresh: boolean,
  ): Promise<Texts> {
    const from = operationsOf(this.#builder.contract).byId(link.from);
    if (from === null) return {};
    const inherited = names.flatMap((name) => inheritedName(inputOf(link, name)) ?? []);
    // Why: a parameter of the request itself needs no response.
    if (inherited.length === names.length) {
      const own = await this.#valuesOf(from, inherited, trail, isFresh);
      return textsOf(names, (_, index) => own[inherited[index] ?? '']);
    }
    const success = await this.#call(from, trail, isFresh);
    if (success === null) return {};
    return textsOf(names, (name) =>
      evaluateLink(inputOf(link, name) ?? '', (part) => readPart(success, part)),
    );
  }

  #call(operation: ContractOperation, trail: readonly string[], isFresh: boolean): Promise<Success | null> {
    if (isFresh && !traitsOf(operation).isCostly) return this.#send(operation, trail);
    const call = this.#calls.get(operation.id) ?? this.#send(operation, trail);
    this.#calls.set(operation.id, call);
    return call;
  }

  /** Sends the base request of an operation; `null` if it is rejected, or must not be sent just to create a record. */
  async #send(operation: ContractOperation, trail: readonly string[]): Promise<Success | null> {
    const isAllowed = operation.method === 'GET' || includesLevel(this.#wire.level, 'stateless');
    if (!isAllowed || isSingleUse(traitsOf(operation)) || isDestructive(operation)) return null;
    const { base, missing, confidence, traits } = await this.#subjectOf(operation, trail);
    const isKnown = base.profile === null || this.#environment.credentials[base.profile] !== undefined;
    const isWorth = !traits.isCostly || confidence === 'given';
    if (missing.length > 0 || !isKnown || !isWorth) return null;
    const form = confidence === 'guessed' ? await this.#completeBody(base, trail) : base;
    const first = uniqueOf(operation).length > 0 ? withDistinctTexts(form, this.#wire.budget.spent) : form;
    let success = await this.#trySend(first);
    if (isInvalid(success.status)) success = await this.#trySend(withRequired(first));
    // Why: an earlier record, also of an earlier run, may have the same unique value.
    for (const number of [this.#wire.budget.spent, Date.now() % 1e8])
      if (success.status === 409) success = await this.#trySend(withDistinctTexts(form, number));
    return success.status >= 200 && success.status < 300 ? success : null;
  }

  async #trySend(form: RequestForm): Promise<Success & { readonly status: number }> {
    const exchange = await this.#wire.send(planOf(form));
    return { form, exchange, status: exchange.response?.status ?? 0 };
  }

  async #subjectOf(operation: ContractOperation, trail: readonly string[]): Promise<Subject> {
    const subject = this.#builder.baseOf(operation, this.#environment);
    const names = pathNamesOf(operation);
    const lacksQuery = subject.missing.some((name) => !names.includes(name));
    const isUnsure = subject.confidence === 'guessed' || lacksQuery;
    const named = isUnsure ? await this.references(operation, trail) : {};
    const isComplete = subject.missing.every((name) => named[name] !== undefined) && !subject.isBorrowed;
    if (isComplete && Object.keys(named).length === 0) return subject;
    const values = isComplete ? {} : await this.#valuesOf(operation, names, trail, false);
    // Why: a record that is not created for the run must not be changed.
    if (!isComplete && Object.keys(values).length === 0)
      return { ...subject, missing: [...subject.missing, ...names] };
    const configured = this.#environment.records?.[operation.id];
    const records = { ...this.#environment.records, [operation.id]: { ...configured, ...named, ...values } };
    return this.#builder.baseOf(operation, { ...this.#environment, records });
  }

  /** Adds the values of a link to the body. */
  async #completeBody(form: RequestForm, trail: readonly string[]): Promise<RequestForm> {
    const { contract } = this.#builder;
    const { id } = form.operation;
    for (const link of contract.links) {
      const from = operationsOf(contract).byId(link.from);
      if (link.to !== id || link.body === undefined || from === null || trail.includes(link.from)) continue;
      const success = await this.#call(from, [...trail, id], false);
      const body = success === null ? undefined : evaluateLink(link.body, (part) => readPart(success, part));
      if (isObject(body)) return withJson(form, { ...propertiesOf(form), ...body });
    }
    return form;
  }
}

export function pathNamesOf({ parameters }: ContractOperation): readonly string[] {
  return parameters.flatMap(({ name, in: place }) => (place === 'path' ? [name] : []));
}

/** Returns the links that lead to an operation, those with the most of these path parameters first. */
export function linksTo(
  { id, contract }: ContractOperation,
  names: readonly string[],
): readonly OperationLink[] {
  const count = (link: OperationLink): number =>
    names.filter((name) => inputOf(link, name) !== undefined).length;
  const declared = contract.links.filter(({ to }) => to === id);
  const links = declared.length > 0 ? declared : inferLinksTo(contract, id);
  return links.toSorted((one, other) => count(other) - count(one));
}

/** Returns the value of a link for a path parameter. */
export function inputOf({ parameters }: OperationLink, name: string): JsonValue | undefined {
  return parameters[`path.${name}`];
}

/** Returns the path parameter of the request that an input refers to; `null` for any other input. */
export function inheritedName(input: JsonValue | undefined): string | null {
  const expression = typeof input === 'string' ? readExpression(input) : null;
  return expression?.in === 'request.path' ? expression.name : null;
}

/** Returns values as texts. Shape: without those that are absent, empty, or not scalar. */
function textsOf(
  names: readonly string[],
  valueOf: (name: string, index: number) => JsonValue | undefined,
): Texts {
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const value = valueOf(name, index);
      const isText = (typeof value === 'string' && value !== '') || typeof value === 'number';
      return isText ? [[name, String(value)] as const] : [];
    }),
  );
}

function readPart({ form, exchange }: Success, part: LinkExpression): JsonValue | undefined {
  const headers = exchange.response?.headers ?? {};
  switch (part.in) {
    case 'request.path':
      return form.path[part.name];
    case 'request.query':
      return form.query[part.name];
    case 'request.header':
      return form.headers.find(([name]) => name.toLowerCase() === part.name.toLowerCase())?.[1];
    case 'request.body':
      return form.body.kind === 'json'
        ? (valueAt(form.body.value, part.pointer) as JsonValue | undefined)
        : undefined;
    case 'response.header':
      return headers[part.name.toLowerCase()];
    case 'response.body':
      return valuesIn(exchange)
        .map((value) => valueAt(value, part.pointer) as JsonValue | undefined)
        .find((value) => value !== undefined);
    case 'url':
      return planOf(form).path;
    case 'method':
      return form.operation.method;
    case 'statusCode':
      return exchange.response?.status;
  }
}

/** Returns the JSON of a response: its body, or the events of a stream. */
function valuesIn({ response }: Exchange): readonly JsonValue[] {
  const body = response?.body;
  if (body?.kind === 'json') return [body.value as JsonValue];
  return body?.kind === 'stream' ? body.stream.frames.map(({ value }) => value as JsonValue) : [];
}

/** Lists the path parameters of an operation that a configuration must name. Shape: in the order of the operation. */
export function listUnsupplied(operation: ContractOperation): readonly string[] {
  return pathNamesOf(operation).filter((name) => !isSupplied(operation, name, []));
}

function isSupplied(operation: ContractOperation, name: string, trail: readonly string[]): boolean {
  if (trail.includes(operation.id)) return false;
  const next = [...trail, operation.id];
  return linksTo(operation, [name]).some((link) => {
    const input = inputOf(link, name);
    const from = operationsOf(operation.contract).byId(link.from);
    if (input === undefined || from === null) return false;
    const inherited = inheritedName(input);
    const needed = inherited === null ? pathNamesOf(from) : [inherited];
    return needed.every((each) => isSupplied(from, each, next));
  });
}
