/** Describes `events.ts`. */
import { flag, header, list, text, type ViewOf } from '../../field.ts';
import { hasEvents, type DescribedOutput } from '../../output.ts';

export const eventsOutput = {
  path: 'events.ts',
  about: 'The events of each stream: their names, guards, and which of them end or pause it',
  imports: ['types.ts'],
  isConverted: true,
  isNeeded: hasEvents,
  fields: {
    header,
    hasImports: flag('Whether anything is imported from `types.ts`'),
    imports: list('Imports from `types.ts`, sorted', { name: text('Name of a type') }),
    hasUnions: flag('Whether any union of events has its own type'),
    unions: list('The unions of events that have a type, sorted', { name: text('Name of the type') }),
    streams: list('The streams whose events have a discriminator', {
      union: text('Type of any event of the stream'),
      tag: text('Name of the discriminator, as a literal'),
      access: text('Access to the discriminator, such as `.type`'),
      type: text('Name of the type of all tags'),
      types: text('Name of the list of tags'),
      events: list('The events, in the order of the description', {
        type: text('Tag of the event, as a literal'),
      }),
      terminalTypes: text('Name of the set of events that end the stream'),
      terminal: text('Their tags, as a literal list'),
      pausingTypes: text('Name of the set of events that pause the stream'),
      pausing: text('Their tags, as a literal list'),
      keepaliveTypes: text('Name of the set of events that only keep the connection open'),
      keepalive: text('Their tags, as a literal list'),
      isTerminal: text('Name of the guard for events that end the stream'),
      isPausing: text('Name of the guard for events that pause the stream'),
    }),
    guards: list('The events that have their own tag, each once', {
      name: text('Name of the guard'),
      type: text('Type that it narrows to'),
      key: text('Name of the discriminator, as a property key'),
      access: text('Access to the discriminator'),
      value: text('Tag of the event, as a literal'),
    }),
    channels: list('The channels that are polled', {
      comment: text('Comment with the address'),
      messageNames: text('Name of the list of messages'),
      messageName: text('Name of the type of one message'),
      messages: list('The messages that the channel delivers', {
        name: text('Name of the message, as a literal'),
      }),
    }),
  },
} as const satisfies DescribedOutput;

export type EventsView = ViewOf<typeof eventsOutput.fields>;
