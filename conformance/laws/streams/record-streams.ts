/** The law of streams: the stream of a record has its events and those of the records below it, and nothing else. */
import type { ContractOperation } from '../../../contract/operations.ts';
import type { StreamCapture, StreamFrame } from '../../model/exchange.ts';
import { warning, type CheckTools } from '../../play/play-check.ts';
import { canResume, compareEvents, identified, RESUME } from '../../requests/lists/resume-stream.ts';
import { defineLaw, type Law } from '../law.ts';
import { createBelow } from '../reach.ts';
import { ordinaryValues, writableProperties } from '../record-changes.ts';
import { operationsBelow } from '../resource-operations.ts';
import type { CreatedRecord, RequestChanges, ResourceResponse } from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';

export const streamLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW39',
    title: 'The stream of a record has its events.',
    description:
      'Creates two records, changes one of them and creates records below it. Reads its stream, resumes it after an event, reads the stream of the other one, and reads it again while something is created.',
    rationale: 'A page that follows a record would show events of another record, or miss some.',
    needs: ['create'],
    play: follow,
  }),
];

/** The maximum pause of a stream that is read again. Units: milliseconds. */
export const IDLE_MS = 2_000;

/** The time to wait until a stream is open. Units: milliseconds. */
export const OPENING_MS = 300;

async function follow(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const streams = operationsBelow(resource.operations, 'stream').filter(
    ({ operation }) => operation.method === 'GET' && operation.stream !== null,
  );
  if (streams.length === 0) return tools.skip('The records have no stream.');
  const other = await resource.create();
  const record = await resource.create();
  const below = await changeWithBelow(resource, record);
  const keys = [record.key, ...below.map(({ key }) => key)];
  let followed = 0;
  for (const { operation } of streams) {
    const stream = new RecordStream(resource, operation);
    const whole = await stream.read(record);
    const capture = captureOf(whole);
    if (capture === null) continue;
    followed += 1;
    const unknown = /^(?!(?:data|event|id|retry)\b)([^:\s]+):/m.exec(capture.raw)?.[1];
    tools.note(
      unknown === undefined,
      warning(`${operation.id} sends lines with the field ${unknown}, which clients ignore.`, 'body'),
    );
    const lost = below.find(({ kind, key }, index) => {
      const isLater = ({ kind: other, key: later }: NestedRecord): boolean =>
        other === kind && namesKey(capture, later);
      return !namesKey(capture, key) && below.slice(index + 1).some(isLater);
    });
    // Why only before another one: a stream need not have every kind of event, or all of them immediately.
    tools.note(
      lost === undefined,
      warning(`${operation.id} has no event of a record below it, and one of a later record.`, 'body'),
    );
    await resume(stream, tools, record, whole);
    const foreign = captureOf(await stream.read(other, { isExamined: false, idleMs: IDLE_MS }));
    const isForeign = keys.some((key) => namesKey(foreign, key));
    tools.note(!isForeign, `${operation.id} of another record has events of this one.`, 'body');
    if (keys.some((key) => namesKey(capture, key))) await listen(stream, tools, record);
  }
  if (followed === 0) tools.skip('No stream was read.');
}

/** A record below another one. Shape: `kind` is its path. */
interface NestedRecord {
  readonly kind: string;
  readonly key: string;
}

/** Changes a property of a record. Shape: `null` if none can be changed. */
export async function changeRecord(
  resource: ResourceSession,
  record: CreatedRecord,
): Promise<ResourceResponse | null> {
  if (resource.operations.byNeed.update === undefined) return null;
  const [change] = writableProperties(resource, 'update').flatMap(({ name, shape }) => {
    const [, after] = ordinaryValues(shape);
    return after === undefined ? [] : [{ [name]: after }];
  });
  return change === undefined ? null : resource.update(record, change);
}

/** Changes a record, and creates records below it twice. Shape: the new records, oldest first. */
async function changeWithBelow(
  resource: ResourceSession,
  record: CreatedRecord,
): Promise<readonly NestedRecord[]> {
  const below = [...(await createBelow(resource, record)), ...(await createBelow(resource, record))];
  await changeRecord(resource, record);
  return below.map(({ session, child }) => ({ kind: session.path, key: child.key }));
}

/** A stream below the records of a resource. */
export class RecordStream {
  readonly resource: ResourceSession;
  readonly operation: ContractOperation;

  constructor(resource: ResourceSession, operation: ContractOperation) {
    this.resource = resource;
    this.operation = operation;
  }

  read({ path }: Pick<CreatedRecord, 'path'>, how: RequestChanges = {}): Promise<ResourceResponse> {
    return this.resource.callOperation(this.operation, path, how);
  }
}

/** Reads a stream again after one of its first events. */
export async function resume(
  stream: RecordStream,
  tools: CheckTools,
  record: Pick<CreatedRecord, 'path'>,
  { exchange }: ResourceResponse,
): Promise<void> {
  const seen = identified(exchange);
  const events = captureOf({ exchange })?.frames.length ?? 0;
  const isNamed = !canResume(stream.operation) || events < 2 || seen.length > 0;
  tools.note(isNamed, `${stream.operation.id} takes Last-Event-ID, and no event has an id.`, 'body');
  const last = seen[Math.floor((seen.length - 1) / 3)];
  if (!canResume(stream.operation) || last?.id == null || seen.length < 2) return;
  const ids = seen.map(({ id }) => id);
  const message = 'The stream sends two events with the same id, after which it can be resumed.';
  tools.note(new Set(ids).size === ids.length, message, 'body');
  const headers = { [RESUME]: last.id };
  const stopAfter = ({ number }: StreamFrame): boolean => number >= ids.length - ids.indexOf(last.id) - 1;
  const resumed = await stream.read(record, { headers, idleMs: IDLE_MS, stopAfter });
  // Why: the stream of a record that is deleted may be gone.
  if (captureOf(resumed) === null) return;
  for (const problem of compareEvents(seen, identified(resumed.exchange), last.id)) tools.report(problem);
}

/** Reads a stream while something is created below its record. */
async function listen(stream: RecordStream, tools: CheckTools, record: CreatedRecord): Promise<void> {
  const how = { isExamined: false, idleMs: IDLE_MS };
  let ended = Infinity;
  const reading = stream.read(record, how).finally(() => {
    ended = performance.now();
  });
  await new Promise((resolve) => setTimeout(resolve, OPENING_MS));
  const below = await createBelow(stream.resource, record);
  const created = performance.now();
  const live = captureOf(await reading);
  // Why: a stream that was closed before had nothing to send.
  if (live === null || ended < created) return;
  const later = captureOf(await stream.read(record, how));
  const late = below.filter(({ child }) => namesKey(later, child.key) && !namesKey(live, child.key));
  const message = `${stream.operation.id} does not send an event while it is read, only afterwards.`;
  tools.note(late.length === 0, warning(message, 'body'));
}

export function captureOf({ exchange }: Pick<ResourceResponse, 'exchange'>): StreamCapture | null {
  return exchange.response?.body.kind === 'stream' ? exchange.response.body.stream : null;
}

function namesKey(capture: StreamCapture | null, key: string): boolean {
  return capture?.frames.some(({ data }) => data.includes(JSON.stringify(key))) === true;
}
