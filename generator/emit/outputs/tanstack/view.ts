/** Describes `tanstack.ts`. */
import { flag, header, list, runtime, text, type ViewOf } from '../../field.ts';
import { hasOperations, type DescribedOutput } from '../../output.ts';

export const tanstackOutput = {
  path: 'tanstack.ts',
  about: 'Options of TanStack Query for each operation',
  imports: ['client.ts', 'types.ts', 'runtime'],
  isExtra: true,
  isConverted: true,
  isSplit: true,
  isNeeded: hasOperations,
  fields: {
    header,
    runtime,
    hasTypes: flag('Whether anything of `types.ts` is used'),
    hasLinkedPages: flag('Whether the pages of any list are linked by a header'),
    forms: list('The modules of the runtime with the forms of pages', {
      name: text('Name of the module in this file'),
      file: text('Its file below `client/paging`, without the extension'),
    }),
    functions: list('The functions, those of an operation next to each other', {
      comment: text('Block comment'),
      name: text('Name of the function'),
      typeParameters: text('Its type parameters, in angle brackets; empty for none'),
      typeArguments: text('The type arguments of the client; empty for none'),
      parameters: text('Its parameters after the client'),
      returns: text('Its return type'),
      body: text('The expression that it returns'),
    }),
  },
} as const satisfies DescribedOutput;

export type TanstackView = ViewOf<typeof tanstackOutput.fields>;
