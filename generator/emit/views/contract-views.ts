/**
 * The views of the files that describe the contract: types, events, manifest, provenance and index.
 */
import { flag, header, list, remark, runtime, text, type ViewOf } from './field.ts';

/** Describes the view of `types.ts`. */
export const typesFields = {
  header,
  usesWithRequired: flag('Whether a type uses the helper type `WithRequired`'),
  usesJsonTypes: flag('Whether a type uses `json-types.ts`, as `json.Name`'),
  types: list('The schemas, in the order of the description', {
    ...remark,
    name: text('Name of the type'),
    type: text('The type'),
    isEnum: flag('Whether there is an object with the values'),
    constant: text('Name of the object; empty without one'),
    values: list('The values of the object', {
      ...remark,
      key: text('Name of the property'),
      value: text('The value, as a literal'),
    }),
  }),
} as const;

/** The view of `types.ts`. */
export type TypesView = ViewOf<typeof typesFields>;

/** Describes the view of `events.ts`. */
export const eventsFields = {
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
} as const;

/** The view of `events.ts`. */
export type EventsView = ViewOf<typeof eventsFields>;

const entry = { entry: text('The entry, as an object literal') } as const;

/** Describes the view of `manifest.ts`. */
export const manifestFields = {
  header,
  title: text('Title of the description, as a literal'),
  version: text('Its version, as a literal'),
  versions: text('The specification version of each kind of document, as a literal'),
  documents: text('Paths of the documents, as a literal list'),
  servers: text('The addresses of the service, as a list of literals'),
  counts: text('Numbers of operations, statuses, schemas, channels, messages and events, as a literal'),
  operations: list('The operations, in the order of the description', entry),
  channels: list('The channels', entry),
  streams: list('The streams', entry),
  schemas: list('The schemas', { name: text('Name of the schema, as a literal') }),
  extensions: text('The extensions at the root of the documents, as a literal'),
} as const;

/** The view of `manifest.ts`. */
export type ManifestView = ViewOf<typeof manifestFields>;

const exported = { name: text('Name to re-export') } as const;

/** Describes the view of `paths.ts`. */
export const pathsFields = {
  header,
  hasImports: flag('Whether anything is imported from `types.ts`'),
  imports: list('Imports from `types.ts`, sorted', { name: text('Name of a type') }),
  body: text('The interfaces `paths`, `components` and `operations`, in the layout of openapi-typescript'),
} as const;

/** The view of `paths.ts`. */
export type PathsView = ViewOf<typeof pathsFields>;

/** Describes the view of `index.ts`. */
export const indexFields = {
  header,
  hasTypes: flag('Whether `types.ts` exports anything'),
  types: list('What `types.ts` exports, sorted', exported),
  hasEnums: flag('Whether `types.ts` exports objects of enums'),
  enums: list('Those objects, each with the type of the same name, sorted', exported),
  hasEventTypes: flag('Whether `events.ts` exports types that it declares'),
  eventTypes: list('Types that `events.ts` exports, sorted', exported),
  hasEventValues: flag('Whether `events.ts` exports values'),
  eventValues: list('Values that `events.ts` exports, sorted', exported),
  hasServer: flag('Whether there is a `server.ts`'),
  serverTypes: list('What `server.ts` exports, sorted', exported),
} as const;

/** The view of `index.ts`. */
export type IndexView = ViewOf<typeof indexFields>;

/** Describes the view of `provenance.ts`. */
export const provenanceFields = {
  header,
  runtime,
  operations: list('The operations, in the order of the description', {
    key: text('Id of the operation, as a property key'),
    ...entry,
  }),
  marks: list('The places with facts or an assumption, sorted', {
    key: text('File and pointer, as a property key'),
    ...entry,
  }),
  assumptions: list('The assumptions, sorted', { key: text('Id, as a property key'), ...entry }),
} as const;

/** The view of `provenance.ts`. */
export type ProvenanceView = ViewOf<typeof provenanceFields>;
