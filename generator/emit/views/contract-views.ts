/**
 * The views of the files that say what there is: types, events, the manifest and the index.
 */
import { flag, header, list, remark, runtime, text, type ViewOf } from './field.ts';

/** Describes the view of `types.ts`. */
export const typesFields = {
  header,
  body: text('The interfaces `paths`, `components` and `operations`, as openapi-typescript prints them'),
  aliases: list('The schemas, in the order of the description', {
    ...remark,
    name: text('Name of the type'),
    key: text('Name of the schema, as a literal'),
  }),
} as const;

/** What `types.ts` is made of. */
export type TypesView = ViewOf<typeof typesFields>;

/** Describes the view of `events.ts`. */
export const eventsFields = {
  header,
  hasImports: flag('Whether anything is imported from `types.ts`'),
  imports: list('What the file needs of `types.ts`, sorted', { name: text('Name of a type') }),
  hasUnions: flag('Whether any union of events has a type'),
  unions: list('The unions of events that are types, sorted', { name: text('Name of the type') }),
  streams: list('The streams whose events are told apart by a member', {
    union: text('Type of any event of the stream'),
    tag: text('Name of the member that tells events apart, as a literal'),
    access: text('The same as an access to the member: `.type`'),
    type: text('Name for the type of the tags'),
    types: text('Name for the list of tags'),
    events: list('The events, in the order of the description', {
      type: text('Tag of the event, as a literal'),
    }),
    terminalTypes: text('Name for the set of events that end a stream'),
    terminal: text('Their tags, as a literal list'),
    pausingTypes: text('Name for the set of events after which a stream pauses'),
    pausing: text('Their tags, as a literal list'),
    keepaliveTypes: text('Name for the set of events that only keep a connection open'),
    keepalive: text('Their tags, as a literal list'),
    isTerminal: text('Name for the function that knows events which end a stream'),
    isPausing: text('Name for the function that knows events which pause one'),
  }),
  guards: list('The events that one tag value stands for, each once', {
    name: text('Name for the guard'),
    type: text('Type that it narrows to'),
    key: text('Name of the member that tells, as a property key'),
    access: text('The same as an access to the member'),
    value: text('Value of the member, as a literal'),
  }),
  channels: list('The channels that are polled', {
    comment: text('A comment that names the address'),
    messageNames: text('Name for the list of messages'),
    messageName: text('Name for the type of one of them'),
    messages: list('The messages that the channel delivers', {
      name: text('Name of the message, as a literal'),
    }),
  }),
} as const;

/** What `events.ts` is made of. */
export type EventsView = ViewOf<typeof eventsFields>;

const entry = { entry: text('All that is told of it, as a literal') } as const;

/** Describes the view of `manifest.ts`. */
export const manifestFields = {
  header,
  title: text('Title of the description, as a literal'),
  version: text('Its version, as a literal'),
  versions: text('The version of each kind of document, as a literal'),
  documents: text('Paths of the documents, as a literal list'),
  counts: text(
    'How many operations, statuses, schemas, channels, messages and events there are, as a literal',
  ),
  operations: list('The operations, in the order of the description', entry),
  channels: list('The channels', entry),
  streams: list('The streams', entry),
  schemas: list('The schemas', { name: text('Name of the schema, as a literal') }),
  extensions: text('The extensions at the root of the documents, as a literal'),
} as const;

/** What `manifest.ts` is made of. */
export type ManifestView = ViewOf<typeof manifestFields>;

const exported = { name: text('Name to hand on') } as const;

/** Describes the view of `index.ts`. */
export const indexFields = {
  header,
  hasTypes: flag('Whether `types.ts` exports anything'),
  types: list('What `types.ts` exports, sorted', exported),
  hasEventTypes: flag('Whether `events.ts` exports types of its own'),
  eventTypes: list('Types that `events.ts` exports, sorted', exported),
  hasEventValues: flag('Whether `events.ts` exports values'),
  eventValues: list('Values that `events.ts` exports, sorted', exported),
  hasServer: flag('Whether there is a `server.ts`'),
  serverTypes: list('What `server.ts` exports, sorted', exported),
} as const;

/** What `index.ts` is made of. */
export type IndexView = ViewOf<typeof indexFields>;

/** Describes the view of `provenance.ts`. */
export const provenanceFields = {
  header,
  runtime,
  operations: list('The operations, in the order of the description', {
    key: text('Id of the operation, as a property key'),
    ...entry,
  }),
  marks: list('The places that carry a mark, sorted', {
    key: text('File and pointer, as a property key'),
    ...entry,
  }),
  assumptions: list('The decisions, sorted', { key: text('Id, as a property key'), ...entry }),
} as const;

/** What `provenance.ts` is made of. */
export type ProvenanceView = ViewOf<typeof provenanceFields>;
