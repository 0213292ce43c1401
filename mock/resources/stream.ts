/** Streams of operations that respond with events if their body asks for it: the sample of each event, in order. */
import { wordsOf } from '../../contract/resources/words.ts';
import type { RequestValues } from '../../templates/runtime/server/read-request.ts';
import type { HandlerResponse } from '../../templates/runtime/server/service.ts';
import { isFields } from './fields.ts';
import { numberOf, type OperationPlan } from './plan.ts';

/** Returns whether a body asks for events instead of a result. */
export function asksForEvents(
  { spec, events }: OperationPlan,
  { body }: Pick<RequestValues, 'body'>,
): boolean {
  return events !== null && isFields(body) && body[spec.stream?.parameter?.name ?? 'stream'] === true;
}

/** Streams the samples of the events of an operation. */
export function streamSamples({ events }: OperationPlan): HandlerResponse {
  const { status = 200, contentType = null, body } = events ?? {};
  const all: readonly unknown[] = Array.isArray(body) ? body : [];
  const ordered = all.toSorted((one, other) => rankOf(one) - rankOf(other));
  return {
    status: numberOf(status),
    contentType: contentType ?? 'text/event-stream',
    stream: { batches: oneByOne(ordered) },
  };
}

async function* oneByOne(events: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  for (const event of events) yield await Promise.resolve([event]);
}

/** Words of event types in the order in which they usually come. */
const order: readonly (readonly string[])[] = [
  ['created', 'create', 'start', 'started', 'begin', 'opened', 'queued'],
  ['progress', 'running', 'searching', 'interpreting', 'generating'],
  ['added', 'partial'],
  ['delta', 'chunk'],
  ['done', 'stop'],
  ['completed', 'complete', 'end', 'finish', 'finished'],
  ['incomplete', 'failed', 'cancelled', 'error'],
];

/** Why the last: a word at the end of a type says what happened, one before it what it happened to. */
function rankOf(event: unknown): number {
  const type = isFields(event) ? (event['type'] ?? event['event'] ?? event['object']) : null;
  const words = typeof type === 'string' ? wordsOf(type) : [];
  const ranks = words
    .map((word) => order.findIndex((names) => names.includes(word)))
    .filter((rank) => rank >= 0);
  return ranks.at(-1) ?? 3;
}
