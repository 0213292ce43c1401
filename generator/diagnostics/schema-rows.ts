/** The diagnostics about schemas, their names, and their values. */
import { entry, meant } from './row.ts';

export const schemaRows = {
  SCHEMA_MALFORMED: entry<{ found: string }>({
    severity: 'warning',
    message: ({ found }) => `A schema should be an object or a boolean, not ${found}; it accepts anything.`,
    cause: 'The intended meaning is unclear.',
    fix: 'Write a schema.',
  }),
  KEYWORD_LEFT_OUT: entry<{
    keyword: string;
    found: string | null;
    expected: string;
    closest: string | null;
  }>({
    severity: 'warning',
    message: ({ keyword, found, expected, closest }) =>
      `\`${keyword}\` should be ${expected}${found === null ? '' : `, not ${found}`}; it is ignored${meant(closest)}`,
    cause: 'Without the keyword, the schema accepts more values than intended.',
    fix: 'Correct the value; see JSON Schema 2020-12.',
  }),
  SCHEMA_RENAMED: entry<{ name: string; renamed: string }>({
    severity: 'warning',
    message: ({ name, renamed }) =>
      `Two documents have different schemas named \`${name}\`; this one is renamed to \`${renamed}\`.`,
    cause: 'Schema names must be unique across the documents of a target.',
    fix: 'Rename one of the two, or let both documents refer to one file.',
  }),
  REQUIRED_MISSPELT: entry<{ name: string; closest: string }>({
    severity: 'warning',
    message: ({ name, closest }) =>
      `\`${name}\` is required, but there is no such property; did you mean \`${closest}\`?`,
    cause: 'A value without the misspelt property is invalid, and the one that was meant stays optional.',
    fix: 'Correct the spelling in `required` or in `properties`.',
  }),
  NAME_CHANGED: entry<{ name: string; renamed: string; reason: string }>({
    severity: 'info',
    message: ({ name, renamed, reason }) => `The type of \`${name}\` is named \`${renamed}\`: ${reason}.`,
    cause: 'A type name must be unique and must not shadow a global type.',
    fix: 'Nothing, or rename the schema.',
  }),
  DISCRIMINATOR_UNUSABLE: entry<{ property: string; problem: string }>({
    severity: 'warning',
    message: ({ property, problem }) => `The discriminator \`${property}\` is ignored: ${problem}.`,
    cause: 'It does not identify the variant of a value, so all variants are tried in turn.',
    fix: 'Give each variant its own value, as a `const` or a single-value `enum`.',
  }),
  DISCRIMINATOR_CONTRADICTED: entry<{ property: string; value: string; schema: string; declared: string }>({
    severity: 'warning',
    message: ({ property, value, schema, declared }) =>
      `The mapping assigns \`${property}: ${value}\` to \`${schema}\`, which declares ${declared}; the schema is used.`,
    cause: 'No value can match both.',
    fix: 'Correct the mapping or the schema.',
  }),
  EXAMPLE_REFUSED: entry<{ name: string; count: number; examples: string | null; problem: string | null }>({
    severity: 'warning',
    message: ({ name, count, examples, problem }) => {
      const which = `of \`${name}\`${examples === null ? '' : ` (${examples})`}`;
      const why = problem === null ? '' : `: ${problem}`;
      return count === 1
        ? `An example ${which} does not fit its schema${why}.`
        : `${count} examples ${which} do not fit its schema${why === '' ? '' : `; the first${why}`}.`;
    },
    cause: 'Users copy examples. An invalid one misleads them and is not used as a sample either.',
    fix: 'Correct the example or the schema.',
  }),
  SAMPLE_MISSING: entry<{ name: string; problem: string | null }>({
    severity: 'warning',
    message: ({ name, problem }) =>
      problem === null
        ? `No value of \`${name}\` can be built; it has no sample.`
        : `No valid value of \`${name}\` was found; it has no sample. The last value tried is invalid: ${problem}.`,
    cause:
      'There is no valid example, and no value built from the schema is valid; the schema may be unsatisfiable.',
    fix: 'Add a valid example, or correct the schema.',
  }),
  CONVERSION_UNDECIDED: entry<{ name: string }>({
    severity: 'warning',
    message: ({ name }) => `In \`${name}\`, dates or integers in a union are not converted.`,
    cause:
      'Variants of the union convert the same values differently, and no discriminator distinguishes them.',
    fix: 'Add a discriminator or a property with different constants; or leave it, and convert the values yourself.',
  }),
};
