/**
 * The views of the files for tests.
 */
import { flag, header, list, runtime, text, type ViewOf } from './field.ts';

/** Describes the view of `samples.ts`. */
export const samplesFields = {
  header,
  runtime,
  hasTypes: flag('Whether anything from `types.ts` is used, always as `types.NAME`'),
  hasOperations: flag('Whether there are operations, which may lack samples'),
  requests: list('Imports from `server.ts`', { name: text('Name of the type of a request') }),
  values: list('A valid value for each validator', {
    key: text('Name of the validator'),
    type: text('Type of the value'),
    value: text('The value, as a literal'),
  }),
  operations: list('The operations with a sample of everything that is required', {
    key: text('Name of the handler'),
    requestType: text('Type of its request'),
    request: text('A request, as a literal'),
    responses: list('Its responses', {
      status: text('Status, as a number'),
      contentType: text('Media type, as a literal; `null` without a body'),
      headers: text('The required headers, as a literal'),
      hasBody: flag('Whether it has a body'),
      body: text('The body; `undefined` without one'),
    }),
  }),
  hasStreams: flag('Whether there are streams'),
  streams: list('The streams', {
    key: text('Name of the stream'),
    type: text('Type of any of its events'),
    events: list('One value per event, in the order of the description', { value: text('The event') }),
  }),
} as const;

/** The view of `samples.ts`. */
export type SamplesView = ViewOf<typeof samplesFields>;

/** Describes the view of `arbitraries.ts`. */
export const arbitrariesFields = {
  header,
  runtime,
  checks: list('The validators that have a sample', {
    key: text('Name of the validator'),
    shape: text('What it accepts, as a literal'),
  }),
  schemas: list('The schemas that they refer to', {
    key: text('Name of the schema, as a property key'),
    shape: text('What it accepts, as a literal'),
  }),
} as const;

/** The view of `arbitraries.ts`. */
export type ArbitrariesView = ViewOf<typeof arbitrariesFields>;

/** Describes the view of `msw.ts`. */
export const mswFields = {
  header,
  runtime,
  handlers: list('The operations', {
    comment: text('Block comment of the function'),
    route: text('Name of the constant with its method and path'),
    spec: text('That constant, as a literal'),
    name: text('Name of the function that creates its handler'),
    request: text('Type of its request in `server.ts`'),
    response: text('Type of its responses in `server.ts`'),
  }),
  ordered: list('The same functions, paths with fixed text before those with parameters', {
    name: text('Name of the function'),
  }),
} as const;

/** The view of `msw.ts`. */
export type MswView = ViewOf<typeof mswFields>;
