/**
 * Compares channels and their messages. Messages that are events of an operation's stream are compared with the
 * stream.
 */
import type { Channel, Message } from '../model/contract-model.ts';
import type { Affected } from './catalogue/change.ts';
import type { Anchor, SchemaNode } from '../schema/view/schema-node.ts';
import type { ChangeLog, PartReporter } from './change-log.ts';
import type { Description } from './description.ts';
import type { Direction } from './catalogue/effect.ts';
import { fingerprint } from '../schema/fingerprint.ts';
import { matchByName } from './schema/match-by-name.ts';

/** Compares channels by their ids, then by their addresses. */
export function compareChannels(log: ChangeLog): void {
  const { before, after } = log.sides;
  const pairing = matchByName(
    before.channels,
    after.channels,
    ({ id }) => id,
    ({ address }) => address,
  );
  const report = log.reporterOf(
    () => 'call',
    ({ id, place }) => ({ label: id, place }),
    affectedBy,
  );
  for (const old of pairing.removed) report('channel-removed', { address: addressOf(old) }, old, null);
  for (const fresh of pairing.added) report('channel-added', { address: addressOf(fresh) }, null, fresh);
  for (const [old, fresh] of pairing.renamed)
    report('channel-renamed', { from: old.id, to: fresh.id }, old, fresh);
  for (const [old, fresh] of [...pairing.kept, ...pairing.renamed]) {
    compareChannel(old, fresh, report);
    compareMessages(old, fresh, log);
  }
}

function compareChannel(before: Channel, after: Channel, report: PartReporter<Channel>): void {
  const [from, to] = [addressOf(before), addressOf(after)];
  if (from !== to) report('channel-moved', { from, to }, before, after);
  if (before.delivery !== after.delivery)
    report('delivery-changed', { from: before.delivery, to: after.delivery }, before, after);
  if (before.description !== after.description)
    report('documentation-changed', { part: 'description' }, before, after);
}

function compareMessages(before: Channel, after: Channel, log: ChangeLog): void {
  const { before: old, after: fresh } = log.sides;
  const pairing = matchByName(
    ownMessages(before, old),
    ownMessages(after, fresh),
    ({ message }) => message.id,
    shapeOf,
  );
  const report = log.reporterOf(directionOf, messageAnchor, messageSite);
  for (const side of pairing.removed) report('message-removed', {}, side, null);
  for (const side of pairing.added) report('message-added', {}, null, side);
  for (const [was, is] of pairing.renamed)
    report('message-renamed', { from: was.message.name, to: is.message.name }, was, is);
  for (const [was, is] of pairing.kept) {
    const [from, to] = [was.message.direction, is.message.direction];
    if (from !== to) {
      const anchors = [messageAnchor(was), messageAnchor(is)] as const;
      log.report('message-direction-changed', { from, to }, 'call', ...anchors, messageSite(is));
    }
    log.compareSchemas(payloadOf(was), payloadOf(is), directionOf(is), messageSite(is));
  }
}

interface MessageSide {
  readonly description: Description;
  readonly channel: Channel;
  readonly message: Message;
}

/** Lists the messages that are not in the stream of an operation. */
function ownMessages(channel: Channel, description: Description): MessageSide[] {
  const sent = new Set(
    streamsOfOperations(channel, description).flatMap(({ events }) => events.map(({ schema }) => schema)),
  );
  return channel.messages
    .filter(({ payload }) => payload === null || !sent.has(payload))
    .map((message) => ({ description, channel, message }));
}

function streamsOfOperations({ address }: Channel, { operations, streams }: Description) {
  return operations
    .filter(({ path }) => path === address)
    .flatMap(({ responses }) => responses.flatMap(({ content }) => content))
    .flatMap((content) => (content.kind === 'eventStream' ? [streams.get(content.check)] : []))
    .filter((stream) => stream !== undefined);
}

/** Returns the direction of a message from the client's view: clients write what the described application receives. */
const directions: Record<Message['direction'], Direction> = {
  request: 'request',
  receive: 'request',
  reply: 'response',
  send: 'event',
  none: 'event',
};

function directionOf({ message }: MessageSide): Direction {
  return directions[message.direction];
}

function shapeOf({ description, message }: MessageSide): string | null {
  const node = message.payload === null ? null : description.source.declared(message.payload);
  return node === null || message.description === null
    ? null
    : `${message.description} ${fingerprint(node.schema)}`;
}

function payloadOf({ description, message }: MessageSide): SchemaNode[] {
  const node = message.payload === null ? null : description.source.declared(message.payload);
  return node === null ? [] : [node];
}

function addressOf({ address }: Channel): string {
  return address ?? 'no address';
}

function messageAnchor({ channel, message }: MessageSide): Anchor {
  return { label: `${channel.id}.${message.id}`, place: message.place };
}

function affectedBy({ messages }: Channel): Affected {
  return { operations: [], events: messages.map(({ name }) => name).sort() };
}

function messageSite({ description, channel, message }: MessageSide): Affected {
  const callers = description.operations.filter(({ path }) => path === channel.address);
  return { operations: callers.map(({ id }) => id).sort(), events: [message.name] };
}
