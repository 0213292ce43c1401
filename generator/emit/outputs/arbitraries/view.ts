/** Describes `arbitraries.ts`. */
import { header, list, runtime, text, type ViewOf } from '../../field.ts';
import type { DescribedOutput } from '../../output.ts';

/** `arbitraries.ts` and its view. */
export const arbitrariesOutput = {
  path: 'arbitraries.ts',
  about: 'Generators of valid and invalid values, for fast-check',
  imports: ['samples.ts', 'runtime'],
  isExtra: true,
  fields: {
    header,
    runtime,
    checks: list('The validators that have a sample', {
      key: text('Name of the validator'),
      shape: text('What it accepts, as a literal'),
    }),
    schemas: list('The schemas that they refer to', {
      key: text('Name of the schema, as a property key'),
      shape: text('What it accepts, as a literal'),
    }),
  },
} as const satisfies DescribedOutput;

/** The view of `arbitraries.ts`. */
export type ArbitrariesView = ViewOf<typeof arbitrariesOutput.fields>;
