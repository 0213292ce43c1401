/** Describes `provenance.ts`. */
import { header, list, runtime, text, type ViewOf } from '../../field.ts';
import { hasOperations, type DescribedOutput } from '../../output.ts';

const entry = { entry: text('The entry, as an object literal') } as const;

export const provenanceOutput = {
  path: 'provenance.ts',
  about:
    'The source position and the provenance of each part of the contract, its links and resources, and `x-test`',
  imports: ['runtime'],
  isExtra: true,
  isNeeded: hasOperations,
  fields: {
    header,
    runtime,
    operations: list('The operations, in the order of the description', {
      key: text('Id of the operation, as a property key'),
      ...entry,
    }),
    marks: list('The places with facts or an assumption, sorted', {
      key: text('File and pointer, as a property key'),
      ...entry,
    }),
    assumptions: list('The assumptions, sorted', { key: text('Id, as a property key'), ...entry }),
    links: list('The links between operations, in the order of the description', entry),
    resources: list('The inferred resources, in the order of their paths', entry),
    roles: list('What each operation does with a resource, in the order of the description', entry),
    tests: list('The operations with `x-test`, in the order of the description', {
      key: text('Id of the operation, as a property key'),
      ...entry,
    }),
  },
} as const satisfies DescribedOutput;

export type ProvenanceView = ViewOf<typeof provenanceOutput.fields>;
