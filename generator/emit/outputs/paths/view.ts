/** Describes `paths.ts`. */
import { flag, header, list, text, type ViewOf } from '../../field.ts';
import { hasOperations, type DescribedOutput } from '../../output.ts';

export const pathsOutput = {
  path: 'paths.ts',
  about: 'The operations as types by path and by id, for libraries such as openapi-fetch',
  imports: ['types.ts'],
  isExtra: true,
  isNeeded: hasOperations,
  fields: {
    header,
    hasImports: flag('Whether anything is imported from `types.ts`'),
    imports: list('Imports from `types.ts`, sorted', { name: text('Name of a type') }),
    body: text('The interfaces `paths`, `components` and `operations`, in the layout of openapi-typescript'),
  },
} as const satisfies DescribedOutput;

export type PathsView = ViewOf<typeof pathsOutput.fields>;
