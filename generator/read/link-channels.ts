/** Links channels to operations by address and path, and creates streams for channels without an operation. */
import type { Report } from '../diagnostics/diagnostics.ts';
import { toCamel } from '../model/check-names.ts';
import { unionOf, type CheckTable } from './check-table.ts';
import type { Channel, EventStreamDecl, Message } from '../model/contract-model.ts';
import { findDiscriminator } from '../schema/discriminator.ts';
import { textAt } from '../json/json.ts';
import type { ReadChannel, ReadOperation, RepairedReading } from '../model/reading.ts';

/**
 * Links every channel.
 *
 * Shape: `streams` are the given ones, then those of channels without an operation, in the order of the channels.
 * Errors: CHANNEL_WITHOUT_OPERATION, STREAM_EVENTS_DIFFER (reported).
 */
export function linkChannels(
  reading: RepairedReading,
  streams: readonly EventStreamDecl[],
  checks: CheckTable,
  report: Report,
): { readonly channels: readonly Channel[]; readonly streams: readonly EventStreamDecl[] } {
  const all = [...streams];
  const channels = reading.channels.map((channel): Channel => {
    const operations = reading.operations.filter(({ path }) => path === channel.address);
    const sent = operations.flatMap(streamNames);
    const delivery = deliveryOf(channel, operations, sent.length > 0);
    if (operations.length === 0 && reading.operations.length > 0) reportLonely(channel, report);
    const own = sent.length === 0 && delivery !== 'poll' ? declareStream(channel, checks, report) : null;
    if (own !== null) {
      declareReceived(channel, checks);
      all.push(own);
    }
    const names = own === null ? [...new Set(sent)] : [own.name];
    for (const name of names)
      compareEvents(
        channel,
        all.find((stream) => stream.name === name),
        report,
      );
    return { ...channel, delivery, streams: names };
  });
  return { channels, streams: all };
}

function streamNames({ responses }: ReadOperation): string[] {
  return responses.flatMap(({ content }) =>
    content.flatMap((body) => (body.kind === 'eventStream' ? [body.check] : [])),
  );
}

function deliveryOf(
  channel: ReadChannel,
  operations: readonly ReadOperation[],
  isSent: boolean,
): Channel['delivery'] {
  const isPolled =
    operations.some(({ extensions }) => Object.hasOwn(extensions, 'x-polling')) ||
    [channel, ...channel.messages].some(({ extensions }) => textAt(extensions, 'x-delivery') === 'poll');
  if (isPolled) return isSent ? 'both' : 'poll';
  return 'stream';
}

function reportLonely(channel: ReadChannel, report: Report): void {
  if (channel.address?.startsWith('/') !== true) return;
  report('CHANNEL_WITHOUT_OPERATION', channel.place, { channel: channel.id, address: channel.address });
}

/** Creates the union of the messages that the service receives, if it also sends others over the same channel. */
function declareReceived(channel: ReadChannel, checks: CheckTable): void {
  const payloads = payloadsOf(channel.messages.filter(({ direction }) => !fromService.has(direction)));
  if (payloads.length === 0 || !channel.messages.some(({ direction }) => fromService.has(direction))) return;
  checks.add(freeName(`${toCamel(channel.id)}Received`, checks), unionOf(payloads), channel.place);
}

const fromService: ReadonlySet<Message['direction']> = new Set(['send', 'reply']);

function payloadsOf(messages: readonly Message[]): string[] {
  return [...new Set(messages.map(({ payload }) => payload))].filter((name) => name !== null);
}

/** Creates the union of the messages that a channel delivers: all except those that the service receives. */
function declareStream(channel: ReadChannel, checks: CheckTable, report: Report): EventStreamDecl | null {
  const payloads = eventPayloadsOf(channel);
  if (payloads.length === 0) return null;
  const schema = unionOf(payloads);
  const name = checks.add(freeName(`${toCamel(channel.id)}Event`, checks), schema, channel.place);
  const match = findDiscriminator(schema, checks.declared, channel.place, report);
  return {
    name,
    check: name,
    tag: match?.property ?? null,
    events: (match?.cases ?? []).map(({ value, schema: variant }) => ({ type: value, schema: variant })),
    terminal: [],
    pausing: [],
    keepalive: [],
    place: channel.place,
  };
}

function freeName(wanted: string, checks: CheckTable): string {
  let name = wanted;
  for (let number = 2; checks.find(name) !== null; number++) name = `${wanted}${number}`;
  return name;
}

/** Lists the declarations of the events that a channel delivers. */
export function eventPayloadsOf(channel: Pick<Channel, 'messages'>): readonly string[] {
  return payloadsOf(eventMessages(channel));
}

/** Lists the messages that the service sends; on a channel over which it sends none, those of other services. */
function eventMessages({ messages }: Pick<Channel, 'messages'>): Message[] {
  const isSent = messages.some(({ direction }) => fromService.has(direction));
  return messages.filter(({ direction }) => direction !== 'request' && !(isSent && direction === 'receive'));
}

function compareEvents(channel: ReadChannel, stream: EventStreamDecl | undefined, report: Report): void {
  if (stream === undefined || stream.events.length === 0) return;
  const inStream = new Set(stream.events.map(({ schema }) => schema));
  const inChannel = new Set(eventMessages(channel).map(({ payload }) => payload));
  const missing = [...inStream].filter((name) => !inChannel.has(name));
  const extra = [...inChannel].filter((name) => name !== null && !inStream.has(name));
  if (missing.length + extra.length === 0) return;
  report('STREAM_EVENTS_DIFFER', channel.place, {
    stream: stream.name,
    channel: channel.id,
    missing: missing.join(', ') || 'none',
    extra: extra.join(', ') || 'none',
  });
}
