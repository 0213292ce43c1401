/** Describes `samples.ts`. */
import { flag, header, list, runtime, text, type ViewOf } from '../../field.ts';
import type { DescribedOutput } from '../../output.ts';

export const samplesOutput = {
  path: 'samples.ts',
  about: 'A valid value for each validator, and a request and responses of each operation',
  imports: ['server.ts', 'types.ts', 'runtime'],
  isExtra: true,
  fields: {
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
  },
} as const satisfies DescribedOutput;

export type SamplesView = ViewOf<typeof samplesOutput.fields>;
