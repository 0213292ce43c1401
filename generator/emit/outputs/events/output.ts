/** Emits `events.ts`: for each stream its union, the names of its events, guards, and which events end or pause it. */
import type { Channel, ContractModel, EventStreamDecl } from '../../../model/contract-model.ts';
import type { Names, StreamNames } from '../../../naming/resolve-names.ts';
import { ts, type TsText } from '../../../print/ts-text.ts';
import type { EmitSource } from '../../emitter.ts';
import {
  printHeader,
  printAccess,
  printComment,
  printKey,
  printLiteral,
  printString,
} from '../../../print/print-literal.ts';
import { scalarType } from '../../../schema/keywords.ts';
import type { EventsView } from './view.ts';
import type { ItemOf } from '../../field.ts';

type GuardView = ItemOf<EventsView['guards']>;

export function emit({ contract, names }: EmitSource): EventsView {
  const streams = contract.streams.flatMap((stream) => {
    const named = names.streams.get(stream.name);
    return named === undefined ? [] : [{ stream, named }];
  });
  const guards = guardViews(contract, names);
  const tagged = streams.filter(({ stream }) => stream.tag !== null);
  const imported = [...tagged.map(({ named }) => named.union), ...guards.map(({ type }) => type)];
  const unions = streams.filter(({ stream }) => hasType(stream, contract)).map(({ named }) => named.union);
  return {
    header: printHeader(contract.documents),
    hasImports: imported.length > 0,
    imports: unique(imported).map((name) => ({ name })),
    hasUnions: unions.length > 0,
    unions: unique(unions).map((name) => ({ name })),
    streams: tagged.map(({ stream, named }) => streamView(stream, named)),
    guards,
    channels: contract.channels
      .filter(({ delivery }) => delivery !== 'stream')
      .map((channel) => channelView(channel, names)),
  };
}

/** Returns whether the events of a stream have a type; plain text has none. */
function hasType({ check }: EventStreamDecl, { checks }: ContractModel): boolean {
  const match = checks.find(({ name }) => name === check);
  return match === undefined || match.component !== null || scalarType(match.schema) === null;
}

function streamView(stream: EventStreamDecl, named: StreamNames): ItemOf<EventsView['streams']> {
  const { union, type, types, terminalTypes, pausingTypes, keepaliveTypes, isTerminal, isPausing } = named;
  return {
    union,
    tag: printString(stream.tag ?? ''),
    access: printAccess(stream.tag ?? ''),
    type,
    types,
    events: stream.events.map((event) => ({ type: printString(event.type) })),
    terminalTypes,
    terminal: printLiteral(stream.terminal),
    pausingTypes,
    pausing: printLiteral(stream.pausing),
    keepaliveTypes,
    keepalive: printLiteral(stream.keepalive),
    isTerminal,
    isPausing,
  };
}

/** Creates one guard per event, however many streams it is in; an event with several tag values gets none. */
function guardViews(contract: ContractModel, names: Names): GuardView[] {
  const guards = new Map<string, GuardView>();
  for (const { tag, events } of contract.streams) {
    for (const event of events) {
      const name = names.guards.get(event.schema);
      const type = names.schemas.get(event.schema);
      const isOnly = events.filter(({ schema }) => schema === event.schema).length === 1;
      if (tag === null || name === undefined || type === undefined || !isOnly) continue;
      guards.set(event.schema, {
        name,
        type,
        key: printKey(tag),
        access: printAccess(tag),
        value: printString(event.type),
      });
    }
  }
  return [...guards.values()];
}

/** Creates the view of a polled channel, which delivers messages by name; excludes request and envelope messages. */
function channelView(channel: Channel, names: Names): ItemOf<EventsView['channels']> {
  const named = names.channels.get(channel.id);
  const listed = channel.messages.filter(({ direction }) => direction !== 'request' && direction !== 'reply');
  const messages =
    listed.length > 0 ? listed : channel.messages.filter(({ direction }) => direction !== 'request');
  return {
    comment: printComment(`The messages that ${channel.address ?? channel.id} delivers.`),
    messageNames: named?.messageNames ?? ts``,
    messageName: named?.messageName ?? ts``,
    messages: messages.map(({ name }) => ({ name: printString(name) })),
  };
}

function unique(names: readonly TsText[]): TsText[] {
  return [...new Map(names.map((name) => [name.toString(), name])).values()].toSorted((one, other) =>
    one.toString() < other.toString() ? -1 : 1,
  );
}
