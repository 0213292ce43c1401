/**
 * C13 to C16: the records in the responses of a run agree with their requests, with themselves, and with each other.
 */
import type { Exchange } from '../model/exchange.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { operationById, operationOf, pathValues, type Operation } from '../schema-location/operations.ts';
import { isFields, type JsonFields } from '../agent-platform/scenarios/read-value.ts';
import { foreign } from './check-values.ts';
import { timeOfTimestamp } from './timestamps.ts';

/** Properties that identify a record, the most specific first. */
const idNames = ['id', 'eventId', 'versionId', 'deploymentId', 'batchId', 'executionId'];

/** Properties of a record that never change. */
const fixed = ['createdAt', 'organizationId', 'orgId', 'createdByUserId', 'agentId', 'flowId'];

/** Pairs of times, the earlier one first. */
const ordered = [
  ['createdAt', 'updatedAt'],
  ['createdAt', 'publishedAt'],
  ['createdAt', 'startedAt'],
  ['startedAt', 'completedAt'],
  ['startedAt', 'endedAt'],
  ['startedAt', 'finishedAt'],
] as const;

/** The allowed difference between times that are rounded. Units: milliseconds. */
const ROUNDING = 1_000;

/** Shorter ids may belong to records of different kinds. */
const SHORTEST_ID = 8;

const DEEPEST = 6;
const MOST_RECORDS = 20_000;
const MOST_OBJECTS = 2_000;

/** Remembers the records of a run and compares them. */
export interface RecordKeeper {
  /** Checks the records of a successful JSON response. Shape: `world` is the base URL of the implementation. */
  see(exchange: Exchange, world: string): readonly CheckResult[];
}

/** Creates an empty keeper. */
export function createRecordKeeper(): RecordKeeper {
  const records = new Map<string, JsonFields>();
  const created = new Set<string>();
  const versions = new Map<string, unknown>();
  return {
    see({ request, response }, world) {
      const { method, path } = request;
      const operation =
        (request.operation === null ? undefined : operationById(request.operation)) ??
        operationOf(method, path);
      if (operation === null || response === null || response.body.kind !== 'json') return [];
      if (response.status >= 300 || withOtherRecords.has(operation.id)) return [];
      const { value } = response.body;
      const found = [...objectsIn(value, '', 0, { left: MOST_OBJECTS })];
      const problems = {
        C13: wrongRecord(operation, pathValues(method, path), value),
        C14: repeatedRecord(operation, response.status, value, world, created),
        C15: found.flatMap(([at, fields]) => disorder(at, fields)),
        C16: found.flatMap(([at, fields]) => [
          ...compare(records, world, at, fields),
          ...compareVersions(versions, world, at, fields),
        ]),
      };
      return Object.entries(problems).map(([check, list]) => ({ check, problems: list }));
    },
  };
}

/** Operations whose responses are documents of other services. */
const withOtherRecords: ReadonlySet<string> = new Set(['fetchAgentCard', 'exportAgentRuntime']);

/** C13: the ids of the path are those of the record, unless the record has the value under another name. */
function wrongRecord(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  body: unknown,
): readonly Problem[] {
  if (!isFields(body)) return [];
  const record = isFields(body['deployment']) ? body['deployment'] : body;
  return Object.entries(values).flatMap(([name, encoded]) => {
    const names = namesOf(operation, name);
    const present = names.find((each) => typeof record[each] === 'string');
    const value = decodeURIComponent(encoded);
    if (present === undefined || String(record[present]).toLowerCase() === value.toLowerCase()) return [];
    // Why: a service may accept another name of a record, such as its slug.
    if (Object.values(record).includes(value)) return [];
    return [{ message: `The ${present} in the response is not that of the path.`, at: `body.${present}` }];
  });
}

/** Returns the properties that may have the value of a path parameter. */
function namesOf({ path }: Operation, name: string): readonly string[] {
  const isLast = path.endsWith(`/{${name}}`);
  if (path.startsWith('/v1/sandbox-deployments/')) return ['deploymentId'];
  if (path.startsWith('/v1/batch/')) return name === 'id' ? ['batchExecutionId', 'batchId', 'id'] : [name];
  // Why: a run may be read by way of the agent that called its agent.
  if (name === 'id' && !isLast) return path.includes('/executions') ? [] : ['agentId'];
  if (name === 'agentId' && path.includes('/executions')) return [];
  return isLast ? [name, 'id'] : [name];
}

/** C14. */
function repeatedRecord(
  { id, stream }: Operation,
  status: number,
  body: unknown,
  world: string,
  created: Set<string>,
): readonly Problem[] {
  if (!isFields(body)) return [];
  const isStart = stream !== null && /^(execute|dispatchRun|chat)/.test(id);
  const name = isStart ? 'executionId' : status === 201 ? 'id' : null;
  const value = name === null ? undefined : body[name];
  if (typeof value !== 'string' || created.size > MOST_RECORDS) return [];
  const key = `${world} ${name ?? ''} ${value}`;
  if (created.has(key))
    return [{ message: `A new record has the ${name ?? ''} of an earlier one.`, at: `body.${name ?? ''}` }];
  created.add(key);
  return [];
}

/** C15. */
function disorder(at: string, fields: JsonFields): readonly Problem[] {
  return ordered.flatMap(([first, second]) => {
    const [early, late] = [timeOfTimestamp(fields[first]), timeOfTimestamp(fields[second])];
    if (early === null || late === null || late >= early - ROUNDING) return [];
    return [{ message: `${second} is before ${first}.`, at: `body.${joined(at, second)}` }];
  });
}

/** C16: compares the fixed properties of a record with those of earlier responses. */
function compare(
  records: Map<string, JsonFields>,
  world: string,
  at: string,
  fields: JsonFields,
): readonly Problem[] {
  const idName = idNames.find((name) => typeof fields[name] === 'string');
  const id = idName === undefined ? '' : String(fields[idName]);
  // Why: an object with an executionId may be anything that belongs to the run.
  const isRecord = idName !== 'executionId' || 'status' in fields;
  if (idName === undefined || id.length < SHORTEST_ID || !isRecord || 'toolCallId' in fields) return [];
  const key = `${world} ${idName} ${id}`;
  const before = records.get(key) ?? {};
  const problems = fixed
    .filter((name) => typeof fields[name] === 'string' && typeof before[name] === 'string')
    .filter((name) => !isSameValue(String(before[name]), String(fields[name])))
    .map((name) => ({
      message: `The ${name} of a record is not that of an earlier response.`,
      at: `body.${joined(at, name)}`,
    }));
  if (records.has(key) || records.size < MOST_RECORDS) records.set(key, { ...pick(fields), ...before });
  return problems;
}

/** C16: a version of a deployment stands for one desired state, which requests change. */
function compareVersions(
  versions: Map<string, unknown>,
  world: string,
  at: string,
  { deploymentId, desiredState, counters }: JsonFields,
): readonly Problem[] {
  const version = isFields(counters) ? counters['resourceVersion'] : undefined;
  if (typeof deploymentId !== 'string' || typeof version !== 'number' || desiredState === undefined)
    return [];
  const key = `${world} ${deploymentId} ${version}`;
  const before = versions.get(key);
  if (before === undefined && versions.size < MOST_RECORDS) versions.set(key, desiredState);
  if (before === undefined || before === desiredState) return [];
  const message = 'The desired state of a deployment has changed, and its resourceVersion has not.';
  return [{ message, at: `body.${joined(at, 'counters.resourceVersion')}` }];
}

function pick(fields: JsonFields): JsonFields {
  return Object.fromEntries(fixed.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
}

function isSameValue(one: string, other: string): boolean {
  const [at, otherAt] = [timeOfTimestamp(one), timeOfTimestamp(other)];
  return at !== null && otherAt !== null ? Math.abs(at - otherAt) <= ROUNDING : one === other;
}

function* objectsIn(
  value: unknown,
  at: string,
  depth: number,
  budget: { left: number },
): Iterable<readonly [string, JsonFields]> {
  if (depth > DEEPEST || budget.left <= 0) return;
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
