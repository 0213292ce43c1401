/** The law of jobs: accepted work ends, and stays ended. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ContractOperation } from '../../contract/operations.ts';
import { flatten, isSameName, singularOf } from '../../contract/resources/words.ts';
import { rowsIn } from '../../contract/statements/files.ts';
import { COMPLETED_STATES } from '../../contract/resources/records/state-values.ts';
import type { JsonFields } from '../model/json-fields.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { defineLaw, type Law } from './law.ts';
import { pathNamesOf } from '../requests/records/record-maker.ts';
import { plainShape, propertiesAt, returnedLocation, sentLocation } from './record-schema.ts';
import { operationsBelow } from './resource-operations.ts';
import type { CreatedRecord } from './resource-requests.ts';
import { ResourceSession } from './resource-session.ts';

export const jobLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW45',
    title: 'A job ends, and stays ended.',
    description:
      'Starts a job and reads it until its state is final, for at most ten seconds. Reads it again two seconds later. Where its result has a line for each of some records according to its text, looks for two of them.',
    rationale: 'A client that waits for the end would poll forever, or see a result disappear.',
    basis: { kind: 'practice', description: 'A state such as `succeeded` or `failed` is the last one.' },
    needs: ['create', 'read'],
    jobs: 'only',
    play: follow,
  }),
];

/** The maximum duration of a job, the pause between two reads, and the wait after its end. Units: milliseconds. */
const TIMES = { most: 10_000, between: 500, after: 2_000 } as const;

/** Final states other than success, which only another request could change. */
const stopped = ['failed', 'failure', 'error', 'errored', 'cancelled', 'canceled', 'aborted', 'expired'];

const ends: ReadonlySet<string> = new Set([...COMPLETED_STATES, ...stopped]);

async function follow(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const name = stateOf(resource);
  if (name === null) return tools.skip('The records have no final state.');
  const rows = await createRows(resource);
  const record = await resource.create();
  const start = performance.now();
  let read = await resource.readExisting(record);
  while (!isEnded(read, name) && performance.now() - start < TIMES.most) {
    await pause(TIMES.between);
    read = await resource.readExisting(record);
  }
  const { operation } = resource.operation('create');
  const state = String(read[name]);
  const at = `body.${name}`;
  if (!isEnded(read, name)) {
    const seconds = TIMES.most / 1_000;
    tools.report(warning(`${operation.id}: ${name} is still ${state} after ${seconds} seconds.`, at));
    return;
  }
  if (rows !== null && COMPLETED_STATES.includes(flatten(state)))
    await findRows(resource, tools, record, rows);
  await pause(TIMES.after);
  const later = String((await resource.readExisting(record))[name]);
  const message = `${operation.id}: ${name} was ${state}, which is an end, and is ${later} afterwards.`;
  tools.note(later === state, { message, at });
}

/** The result of a job with a line for each of some records, whose names are `texts`. */
interface RowsOfResult {
  readonly result: ContractOperation;
  readonly texts: readonly string[];
}

/** Creates two of the records of which the result of a job has a line each, according to its text; `null` for none. */
async function createRows(resource: ResourceSession): Promise<RowsOfResult | null> {
  const { operations, context } = resource;
  const [result] = operationsBelow(operations, 'download').map((each) => each.operation);
  const kind = result === undefined ? null : rowsIn(result);
  const found = [...context.pools.values()].find(
    ({ operations: each }) =>
      kind !== null &&
      each.byNeed.create !== undefined &&
      isSameName(singularOf(each.resource.name.split('/').at(-1) ?? ''), kind),
  );
  if (result === undefined || found === undefined) return null;
  const session = new ResourceSession(found.operations, resource.tools, context);
  const path = await resource.parents();
  const sent = propertiesAt(sentLocation(session.operation('create'))).map(({ name }) => name);
  const name = ['title', 'name', 'label', 'subject'].find((each) => sent.includes(each));
  if (
    name === undefined ||
    pathNamesOf(session.operation('create').operation).some((each) => path[each] === undefined)
  )
    return null;
  const texts = [1, 2].map((number) => `Exported ${Date.now() % 1e6} ${number}`);
  for (const text of texts) {
    const { record } = await session.tryCreate({ [name]: text }, path);
    if (record?.created[name] !== text) return null;
  }
  return { result, texts };
}

/** Reads the result of a job, which must have all records if it has one of them. */
async function findRows(
  resource: ResourceSession,
  tools: CheckTools,
  record: CreatedRecord,
  { result, texts }: RowsOfResult,
): Promise<void> {
  const { exchange } = await resource.callOperation(result, record.path);
  const body = exchange.response?.body;
  const text = body?.kind === 'text' || body?.kind === 'json' ? body.text : '';
  const count = texts.filter((each) => text.includes(each)).length;
  const message = `${result.id} lacks a line for one of the records that were created before.`;
  tools.noteOf(exchange, count === 0 || count === texts.length, message, 'body');
}

/** Returns the property with the state of a job whose values include a final one; `null` for none. */
function stateOf(resource: ResourceSession): string | null {
  const location = returnedLocation(resource.operation('read'));
  if (location === null) return null;
  const match = propertiesAt(location).find(({ name, shape }) => {
    const plain = plainShape(location, shape);
    return /(?:^|_)(?:status|state)$/i.test(name) && plain.kind === 'values' && plain.values.some(isEnd);
  });
  return match?.name ?? null;
}

function isEnded(read: JsonFields, name: string): boolean {
  return isEnd(read[name]);
}

function isEnd(value: unknown): boolean {
  return typeof value === 'string' && ends.has(flatten(value));
}
