/** Describes `tags.ts`. */
import { header, list, runtime, text, type ViewOf } from '../../field.ts';
import { hasOperations, type DescribedOutput } from '../../output.ts';
import { passedFields, sentFields } from '../client/sent-types.ts';
import { runtimeImports } from '../client/view.ts';

export const tagsOutput = {
  path: 'tags.ts',
  about: 'The functions of the client as methods, grouped by tag',
  imports: ['api.ts', 'client.ts', 'runtime'],
  isExtra: true,
  isNeeded: hasOperations,
  fields: {
    header,
    runtime,
    imports: runtimeImports,
    auth: text('Name of the credentials type in `client.ts`'),
    api: text('Name of the interface of all methods in `api.ts`'),
    client: text('Name of the variable with the client'),
    clientType: text('Name of the runtime’s `Client` in this file'),
    bind: text('Name of its `bind`'),
    config: text('Name of the parameter with the configuration'),
    configType: text('Name of its `ClientConfig`'),
    ...sentFields,
    ...passedFields,
    functions: list('The functions of `client.ts`', { name: text('Name of the function') }),
    tags: list('The tags of operations', {
      key: text('The tag, as a property key'),
      type: text('Name of the interface of its methods'),
      typeComment: text('Comment of the interface'),
      create: text('Name of the function that creates them'),
      createComment: text('Comment of the function'),
      methods: list('The functions of its operations', {
        comment: text('Block comment'),
        key: text('Name of the method, as a property key'),
        name: text('Name of the function'),
        index: text('Name of the function, as a text'),
      }),
    }),
  },
} as const satisfies DescribedOutput;

export type TagsView = ViewOf<typeof tagsOutput.fields>;
