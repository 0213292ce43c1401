/** Collects the event streams that operations send: their events, and which of these end or pause them. */
import type { JsonObject } from '../json/documents.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { CheckTable } from './check-table.ts';
import type { Channel, EventStreamDecl, OperationStream } from '../model/contract-model.ts';
import { propertyOf, objectAt, textAt, textsAt } from '../json/json.ts';
import type { ReadOperation, RepairedReading } from '../model/reading.ts';

/**
 * Lists the streams of all operations, each union once.
 *
 * Shape: declarations of the same stream by several operations are merged.
 * Errors: STREAM_EVENT_UNKNOWN (reported).
 */
export function linkStreams(reading: RepairedReading, checks: CheckTable, report: Report): EventStreamDecl[] {
  const streams = new Map<string, EventStreamDecl>();
  for (const operation of reading.operations) {
    for (const check of streamChecks(operation)) {
      const match = checks.find(check);
      if (match === null) continue;
      const before = streams.get(check);
      const hints = objectAt(operation.extensions, 'x-stream');
      const stream = before ?? {
        name: check,
        check,
        tag: match.discriminator?.property ?? null,
        events: (match.discriminator?.cases ?? []).map(({ value, schema }) => ({ type: value, schema })),
        terminal: [],
        pausing: [],
        keepalive: [],
        place: match.place,
      };
      streams.set(check, withHints(stream, hints, operation, report));
    }
  }
  return [...streams.values()];
}

/** Returns how one operation streams its response; `null` when it does not. */
export function streamOf(
  operation: ReadOperation,
  streams: readonly EventStreamDecl[],
  channels: readonly Channel[],
  report: Report,
): OperationStream | null {
  const [check] = streamChecks(operation);
  if (check === undefined) return null;
  if (!streams.some(({ name }) => name === check)) return null;
  const sameAddress = channels.filter(({ address }) => address === operation.path).map(({ id }) => id);
  if (channels.length > 0 && sameAddress.length === 0)
    report('STREAM_WITHOUT_CHANNEL', operation.place, { operation: operation.id, path: operation.path });
  const hints = objectAt(operation.extensions, 'x-stream');
  const parameter = textAt(hints, 'parameter');
  return {
    stream: check,
    parameter:
      parameter === null ? null : { name: parameter, default: propertyOf(hints, 'default') === true },
    channels: sameAddress,
  };
}

function streamChecks(operation: ReadOperation): string[] {
  const lists = operation.responses.flatMap(({ content }) =>
    content.flatMap((body) => (body.kind === 'eventStream' ? [body.check] : [])),
  );
  return [...new Set(lists)];
}

const lists = { terminal: 'terminal', pausing: 'pause', keepalive: 'keepalive' } as const;

function withHints(
  stream: EventStreamDecl,
  hints: JsonObject,
  operation: ReadOperation,
  report: Report,
): EventStreamDecl {
  const read = (list: keyof typeof lists): readonly string[] => {
    const types = textsAt(hints, lists[list]).filter((type) => {
      if (stream.events.some((event) => event.type === type)) return true;
      report('STREAM_EVENT_UNKNOWN', operation.place, {
        stream: stream.name,
        type,
        list: `x-stream.${lists[list]}`,
      });
      return false;
    });
    return [...new Set([...stream[list], ...types])];
  };
  return { ...stream, terminal: read('terminal'), pausing: read('pausing'), keepalive: read('keepalive') };
}
