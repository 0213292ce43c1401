/** Describes `types.ts`. */
import { flag, header, list, remark, text, type ViewOf } from '../../field.ts';
import type { DescribedOutput } from '../../output.ts';

export const typesOutput = {
  path: 'types.ts',
  about: 'Every schema as a type',
  imports: ['json-types.ts'],
  isConverted: true,
  fields: {
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
  },
} as const satisfies DescribedOutput;

/** `json-types.ts`: the types of JSON, next to those of converted values. */
export const jsonTypesOutput = {
  ...typesOutput,
  path: 'json-types.ts',
  template: 'types.ts',
  imports: [],
  isConverted: false,
  isForConversions: true,
} as const satisfies DescribedOutput;

export type TypesView = ViewOf<typeof typesOutput.fields>;
