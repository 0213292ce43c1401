/** Describes `conversions.ts`. */
import { header, list, runtime, text, type ViewOf } from '../../field.ts';
import type { DescribedOutput } from '../../output.ts';

export const conversionsOutput = {
  path: 'conversions.ts',
  about: 'Where the client converts values, with `dates` or `int64`',
  imports: ['runtime'],
  isConverted: true,
  isForConversions: true,
  fields: {
    header,
    runtime,
    imports: list('Imports from the runtime', {
      names: text('The names, separated by commas'),
      file: text('Name of the file in `conversion`, without its extension'),
    }),
    conversions: list('The schemas with converted values', {
      name: text('Name of the constant'),
      value: text('Where values are converted'),
    }),
  },
} as const satisfies DescribedOutput;

export type ConversionsView = ViewOf<typeof conversionsOutput.fields>;
