/** Describes `api.ts`. */
import { flag, header, list, runtime, text, type ViewOf } from '../../field.ts';
import { hasOperations, type DescribedOutput } from '../../output.ts';
import { sentFields } from '../client/sent-types.ts';
import { runtimeImports, typeImports } from '../client/view.ts';

export const apiOutput = {
  path: 'api.ts',
  about: 'The functions of the client as methods of one object',
  imports: ['client.ts', 'types.ts', 'runtime'],
  isConverted: true,
  isNeeded: hasOperations,
  fields: {
    header,
    runtime,
    imports: runtimeImports,
    hasTypes: flag('Whether anything is imported from `types.ts`'),
    types: typeImports,
    declared: list('The types of `client.ts` that signatures use', { name: text('Name of a type') }),
    auth: text('Name of the credentials type in `client.ts`'),
    api: text('Name of the interface of all methods'),
    client: text('Name of the variable with the client'),
    bind: text('Name of the runtime’s `bind` in this file'),
    config: text('Name of the parameter with the configuration'),
    configType: text('Name of its `ClientConfig`'),
    ...sentFields,
    methods: list('The functions of `client.ts`', {
      name: text('Name of the function'),
      key: text('Name of the function, as a property key'),
      signatures: list('The signatures, the most specific first', {
        comment: text('Block comment'),
        name: text('Name of the method'),
        signature: text('Parameters and return type'),
      }),
    }),
  },
} as const satisfies DescribedOutput;

export type ApiView = ViewOf<typeof apiOutput.fields>;
