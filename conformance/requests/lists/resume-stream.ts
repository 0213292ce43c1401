/** LAW38: a resumed stream has the events after the last one that the client has received, and ends where its text states it. */
import { isDeepStrictEqual } from 'node:util';
import type { ContractOperation } from '../../../contract/operations.ts';
import { endingQuery } from '../../../contract/statements/streams.ts';
import type { Exchange, StreamFrame } from '../../model/exchange.ts';
import type { Problem } from '../../model/finding.ts';
import type { Subject } from '../case.ts';
import type { Stage } from '../play-cases.ts';
import { planOf } from '../request-form.ts';

/** The header with the id of the last event that a client has received. */
export const RESUME = 'last-event-id';

/** Returns whether an operation is a stream that clients may resume. */
export function canResume({ method, stream, parameters }: ContractOperation): boolean {
  const isDeclared = parameters.some(
    ({ name, in: place }) => place === 'header' && name.toLowerCase() === RESUME,
  );
  return method === 'GET' && stream !== null && isDeclared;
}

/** Returns whether an operation is a stream that clients may resume, or that ends with a query. */
export function canFollow(operation: ContractOperation): boolean {
  return canResume(operation) || canEnd(operation);
}

function canEnd(operation: ContractOperation): boolean {
  return operation.method === 'GET' && operation.stream !== null && endingQuery(operation) !== null;
}

/** Reads a stream to its end and after one of its events. Errors: as `Wire.send`. */
export async function followStream(stage: Stage, subject: Subject): Promise<void> {
  if (canEnd(subject.operation)) await endStream(stage, subject);
  if (canResume(subject.operation)) await resumeStream(stage, subject);
}

/** The time in which a stream without further events must end. Units: milliseconds. */
const END_MS = 3_000;

/** Reads a stream with the query with which it ends. */
async function endStream({ wire, collector }: Stage, { base, operation }: Subject): Promise<void> {
  const ending = endingQuery(operation) ?? {};
  const caps = { idleMs: END_MS };
  const exchange = await wire.send(planOf({ ...base, query: { ...base.query, ...ending } }), { caps });
  const body = exchange.response?.body;
  if (body?.kind !== 'stream' || exchange.response?.status !== 200) return;
  const query = Object.entries(ending).map(([name, value]) => `${name}=${value}`);
  const message = `The stream with ${query.join('&')} stays open.`;
  const isOpen = body.stream.end === 'idle' || body.stream.end === 'eventless';
  collector.record(
    operation.id,
    { check: 'LAW38', problems: isOpen ? [{ message, at: 'end of stream' }] : [] },
    { exchanges: [exchange], origin: { label: `${operation.id} with ${query.join('&')}` } },
  );
}

/** Reads a stream, resumes it after one of its events, and compares the events. */
async function resumeStream({ wire, collector }: Stage, { base, operation }: Subject): Promise<void> {
  const whole = await wire.send(planOf(base));
  const seen = identified(whole);
  const last = seen[Math.floor((seen.length - 1) / 2)];
  if (last?.id == null || seen.length < 2) {
    collector.skip('LAW38', operation.id, 'The stream has fewer than two events with an id.');
    return;
  }
  const headers = [...base.headers, [RESUME, last.id] as const];
  const resumed = await wire.send(planOf({ ...base, headers }));
  collector.record(
    operation.id,
    { check: 'LAW38', problems: compareEvents(seen, identified(resumed), last.id) },
    { exchanges: [whole, resumed], origin: { label: `${operation.id} after an event` } },
  );
}

/**
 * Returns the events of a stream that have their own id. Why: an event without one keeps the id of an earlier event.
 */
export function identified({ response }: Exchange): readonly StreamFrame[] {
  return response?.body.kind === 'stream'
    ? response.body.stream.frames.filter(({ id }) => id !== null && id !== '')
    : [];
}

/** Compares the events after a position with those of the stream resumed there. */
export function compareEvents(
  seen: readonly StreamFrame[],
  resumed: readonly StreamFrame[],
  after: string,
): readonly Problem[] {
  const ids = seen.map(({ id }) => id);
  if (new Set(ids).size < ids.length) return [];
  const expected = ids.slice(ids.indexOf(after) + 1);
  const actual = resumed.map(({ id }) => id).slice(0, expected.length);
  if (isDeepStrictEqual(actual, expected)) return [];
  const known = ids.slice(0, ids.indexOf(after) + 1);
  const early = actual.find((id) => known.includes(id));
  const lost = expected.find((id) => !actual.includes(id));
  const [first] = actual;
  const what =
    early !== undefined
      ? 'repeats an event up to that one'
      : first === undefined || expected.includes(first)
        ? lost === undefined
          ? 'does not have the later ones in their order'
          : 'omits a later one'
        : 'begins with another event than the next one';
  // Why without their ids: these differ from run to run, and the exchanges have them.
  const message = `The stream that is resumed after an event ${what}.`;
  return [{ message, stable: 'The stream that is resumed has other events.', at: 'body' }];
}
