/**
 * The views of the files that are made for tests.
 */
import { flag, header, list, runtime, text, type ViewOf } from './field.ts';

/** Describes the view of `samples.ts`. */
export const samplesFields = {
  header,
  runtime,
  hasTypes: flag('Whether anything of `types.ts` is named, each time as `types.` with its name'),
  hasOperations: flag('Whether there are operations with samples'),
  requests: list('What the file needs of `server.ts`', { name: text('Name of the type of a request') }),
  values: list('A valid value of each check', {
    key: text('Name of the check'),
    type: text('Type of the value'),
    value: text('The value, as a literal'),
  }),
  operations: list('The operations for which there is a sample of all that is required', {
    key: text('Name of the handler'),
    requestType: text('Type of its request'),
    request: text('A request, as a literal'),
    responses: list('Its replies', {
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
    events: list('One of each event, in the order of the description', { value: text('The event') }),
  }),
} as const;

/** What `samples.ts` is made of. */
export type SamplesView = ViewOf<typeof samplesFields>;

/** Describes the view of `arbitraries.ts`. */
export const arbitrariesFields = {
  header,
  runtime,
  checks: list('The checks that have a sample', {
    key: text('Name of the check'),
    shape: text('What it accepts, as a literal'),
  }),
  schemas: list('The schemas that they lead to', {
    key: text('Name of the schema, as a property key'),
    shape: text('What it accepts, as a literal'),
  }),
} as const;

/** What `arbitraries.ts` is made of. */
export type ArbitrariesView = ViewOf<typeof arbitrariesFields>;
