/** Describes `operations.ts`. */
import { flag, header, list, runtime, text, type ViewOf } from '../../field.ts';
import { hasOperations, type DescribedOutput } from '../../output.ts';

const entry = { entry: text('The entry, as an object literal') } as const;

export const operationsOutput = {
  path: 'operations.ts',
  about: 'The operations as data, for a server at run time',
  imports: ['validators.ts', 'runtime'],
  isNeeded: hasOperations,
  fields: {
    header,
    runtime,
    hasChecks: flag('Whether any operation uses a validator of `validators.ts`'),
    ids: list('The operations, in the order of the description', {
      id: text('Id of the operation, as a literal'),
    }),
    operations: list('The operations, in the order of the description', {
      id: text('Id of the operation, as a literal'),
      method: text('Method in capitals, as a literal'),
      path: text('Path with its parameters in braces, as a literal'),
      tag: text('First tag, as a literal; `null` without one'),
      hasParameters: flag('Whether there are parameters'),
      parameters: list('The parameters', entry),
      body: text('Its media types and whether one is required, as a literal; `null` without a body'),
      responses: list('The responses, one for each status and media type', entry),
      security: text('Its alternative security requirements, as a literal'),
      stream: text(
        'What it streams and how a request selects the stream, as a literal; `null` if it does not stream',
      ),
      extensions: text('Its extensions, as a literal'),
    }),
  },
} as const satisfies DescribedOutput;

export type OperationsView = ViewOf<typeof operationsOutput.fields>;
