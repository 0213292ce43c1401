/** Describes `msw.ts`. */
import { header, list, runtime, text, type ViewOf } from '../../field.ts';
import { hasOperations, type DescribedOutput } from '../../output.ts';

export const mswOutput = {
  path: 'msw.ts',
  about: 'Handlers of MSW for each operation',
  imports: ['samples.ts', 'server.ts', 'runtime'],
  isExtra: true,
  isSplit: true,
  isNeeded: hasOperations,
  fields: {
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
  },
} as const satisfies DescribedOutput;

export type MswView = ViewOf<typeof mswOutput.fields>;
