/** The diagnostics about documents, their references, and their form. */
import { entry, meant } from './row.ts';

export const documentRows = {
  CONFIG_INVALID: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => problem,
    cause: 'The configuration is incomplete or has a wrong property.',
    fix: 'Give each target an `openapi` document, an `out` folder and, if there are any, `asyncapi` documents.',
  }),
  CONFIG_NOT_FOUND: entry<{ file: string }>({
    severity: 'error',
    message: ({ file }) => `There is no configuration file ${file}.`,
    cause: 'Without `--openapi` and `--asyncapi`, the configuration says which descriptions to read.',
    fix: 'Pass a description, such as `--openapi openapi.yaml --out src/api`; or write the file as docs/generate.md describes.',
  }),
  RENAME_UNUSED: entry<{ kind: 'operation' | 'schema'; id: string; meant: string | null }>({
    severity: 'error',
    message: ({ kind, id, meant: closest }) =>
      `\`rename\` names the ${kind} \`${id}\`, which does not exist${meant(closest)}`,
    cause: 'An operation is named by its `operationId`, a schema by its name in `components`.',
    fix: 'Correct the entry; `backlot generate --explain-names` lists all names.',
  }),
  RESOURCES_INVALID: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => problem,
    cause:
      'A file that overrides what is inferred names something that does not exist, or has a wrong property.',
    fix: 'Correct the entry; `backlot explain --openapi FILE` lists the resources and operations by name.',
  }),
  DOCUMENT_NOT_FOUND: entry<{ file: string }>({
    severity: 'error',
    message: ({ file }) => `The document ${file} was not found.`,
    cause:
      'There is no readable file at the path. A path is relative to the working directory; in a configuration file, to its folder.',
    fix: 'Correct the path, or create the document.',
  }),
  DOCUMENT_ADDRESS: entry<{ address: string; reason: string }>({
    severity: 'error',
    message: ({ address, reason }) => `The document ${address} can't be fetched: ${reason}.`,
    cause:
      'A document is fetched from an http or https address, without credentials, in at most 30 seconds and up to 64 MB.',
    fix: 'Correct the address, or pass the document as a file or on standard input: `curl URL | backlot … --openapi -`.',
  }),
  DOCUMENT_TOO_LARGE: entry<{ file: string; limit: number }>({
    severity: 'error',
    message: ({ file, limit }) => `The document on ${file} is larger than ${limit} MB.`,
    cause: 'The limit protects a run from input that does not end.',
    fix: 'Pipe the right document, or save it and pass its path.',
  }),
  DOCUMENT_SYNTAX: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `The file is neither YAML nor JSON: ${problem}.`,
    cause: 'The rest of the file cannot be parsed.',
    fix: 'Correct the syntax; a string that starts with a special character needs quotes.',
  }),
  DOCUMENT_KEY_DUPLICATE: entry<{ key: string }>({
    severity: 'error',
    message: ({ key }) => `The key \`${key}\` is used twice in the same object.`,
    cause: 'Parsers disagree on which of the two values applies.',
    fix: 'Remove or rename one of the two.',
  }),
  DOCUMENT_UNSUPPORTED: entry<{ problem: string; expected: string }>({
    severity: 'error',
    message: ({ problem, expected }) => `${problem}; expected ${expected}.`,
    cause: 'Only OpenAPI 3.0, 3.1 and 3.2 and AsyncAPI 2 and 3 are supported.',
    fix: 'Convert Swagger 2.0 first: `npx swagger2openapi FILE -o openapi.yaml`. Pass AsyncAPI with `--asyncapi`.',
  }),
  DOCUMENT_EMPTY: entry<{ missing: string; misspelt: string | null; closest: string | null }>({
    severity: 'error',
    message: ({ missing, misspelt, closest }) =>
      `The document has no ${missing}${misspelt === null ? '' : `, but \`${misspelt}\``}${meant(closest)}`,
    cause: 'Without one of them it describes no operation, message or schema.',
    fix: 'Add one of them, or pass another document.',
  }),
  DOCUMENT_TOO_DEEP: entry<{ limit: number }>({
    severity: 'error',
    message: ({ limit }) => `The document is nested deeper than ${limit} levels, or contains itself.`,
    cause: 'Reading and checking such a document would take too long.',
    fix: 'Move nested schemas to components, and refer to them.',
  }),
  DOCUMENT_NOT_ALONE: entry<{ file: string }>({
    severity: 'error',
    message: ({ file }) => `${file} refers to other files, or to something that it does not contain.`,
    cause: 'The package of the mock has no bundler, so it reads descriptions in one file.',
    fix: 'Use the package `backlot`, which reads several files and lists what is missing, or bundle the description first.',
  }),
  INFO_MISSING: entry<{ missing: string }>({
    severity: 'warning',
    message: ({ missing }) => `The document has no ${missing}.`,
    cause: 'The specification requires a title and a version; generated code and pages show them.',
    fix: "Add what is missing, as in `info: { title: My API, version: '1.0.0' }`.",
  }),
  DOCUMENT_CONVERTED: entry<{ version: string }>({
    severity: 'info',
    message: ({ version }) => `AsyncAPI ${version} is read as AsyncAPI 3.0.0.`,
    cause: 'Documents of version 2 are converted to version 3 before they are read.',
    fix: 'Nothing, or convert the document permanently.',
  }),
  CONVERSION_LOSS: entry<{ problem: string }>({
    severity: 'info',
    message: ({ problem }) => `The converter reports: ${problem}.`,
    cause: 'AsyncAPI 3 has no equivalent.',
    fix: 'Nothing, unless you need it in the output; then convert the document yourself.',
  }),
  DOCUMENT_NOT_CONVERTED: entry<{ version: string; problem: string }>({
    severity: 'error',
    message: ({ version, problem }) => `AsyncAPI ${version} cannot be read as AsyncAPI 3: ${problem}.`,
    cause: 'Documents of version 2 are converted before they are read.',
    fix: 'Install `@asyncapi/converter` next to backlot if it is missing, or convert the document yourself.',
  }),
  REFERENCE_UNRESOLVED: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => problem,
    cause: 'The target of the reference does not exist or cannot be read.',
    fix: 'Correct the `$ref`, or add its target; with `--allow-unresolved` any value is accepted there.',
  }),
  REFERENCE_IGNORED: entry<{ problem: string; effect: string }>({
    severity: 'warning',
    message: ({ problem, effect }) => `${problem} ${effect}.`,
    cause:
      'The reference has no target, and nothing reads it, or `--allow-unresolved` (`allow.unresolved`) is set.',
    fix: 'Correct the `$ref`, or add its target, in the description or by an overlay.',
  }),
  DEFINITION_MISPLACED: entry<{ written: string; target: string }>({
    severity: 'warning',
    message: ({ written, target }) => `\`${written}\` is not in the document; it is read as \`${target}\`.`,
    cause:
      'A reference starts at the root of the document, even inside a schema with definitions of its own.',
    fix: 'Write the reference from the root, or move the definition to `components`.',
  }),
  MAPPING_UNRESOLVED: entry<{ value: string; ref: string }>({
    severity: 'warning',
    message: ({ value, ref }) => `The mapping of \`${value}\` leads to ${ref}, which does not exist.`,
    cause:
      'A discriminator maps a value to a schema that is missing; values of the other schemas are read as usual.',
    fix: 'Add the schema, or remove the entry of `mapping`.',
  }),
  REFERENCE_REFUSED: entry<{ ref: string; reason: string }>({
    severity: 'error',
    message: ({ ref, reason }) => `${ref} is not followed: ${reason}.`,
    cause: 'The document may be from a third party, and its references could read any file or URL.',
    fix: 'Copy the target into the project, or allow the folder or the network if you trust the document.',
  }),
  REFERENCE_BROKEN: entry<{ ref: string; instead: string }>({
    severity: 'warning',
    message: ({ ref, instead }) => `\`${ref}\` has an unexpected target; ${instead}.`,
    cause: 'The target does not exist, or is of another kind.',
    fix: 'Correct the reference.',
  }),
  REFERENCE_CIRCULAR: entry<{ name: string; others: string }>({
    severity: 'warning',
    message: ({ name, others }) =>
      `\`${name}\` refers to itself${others === '' ? '' : ` through ${others}`}; any value is accepted there.`,
    cause: 'Validating a value against such a schema would never end.',
    fix: 'Refer to the schema from a property or from the items of a list, or remove the reference.',
  }),
  REFERENCES_TOO_LONG: entry<{ name: string; limit: number }>({
    severity: 'warning',
    message: ({ name, limit }) =>
      `\`${name}\` leads through more than ${limit} references in a row; any value is accepted there.`,
    cause: 'Each of them is read inside the one before, which exhausts the memory for nested calls.',
    fix: 'Refer to the last schema directly.',
  }),
  COMPONENT_RENAMED: entry<{ problem: string }>({
    severity: 'warning',
    message: ({ problem }) => problem,
    cause:
      'Two different files have the same component name, so the names in the output depend on their order.',
    fix: 'Rename one of the two files.',
  }),
  LINT_ERROR: entry<{ rule: string; problem: string }>({
    severity: 'error',
    message: ({ rule, problem }) => `${problem} (${rule})`,
    cause: 'A lint rule of the project reports it as an error.',
    fix: 'Correct the document, or change the rule.',
  }),
  LINT_WARNING: entry<{ rule: string; problem: string }>({
    severity: 'warning',
    message: ({ rule, problem }) => `${problem} (${rule})`,
    cause: 'A lint rule of the project reports it as a warning.',
    fix: 'Correct the document, or change the rule.',
  }),
  FIELD_MISSPELT: entry<{ field: string; kind: string; closest: string }>({
    severity: 'warning',
    message: ({ field, kind, closest }) =>
      `\`${field}\` is not a field of a ${kind} and is ignored; did you mean \`${closest}\`?`,
    cause: 'A field that the specification does not define has no effect.',
    fix: 'Correct the spelling, or start the name with `x-`.',
  }),
  MEMBER_MALFORMED: entry<{ property: string; expected: string }>({
    severity: 'warning',
    message: ({ property, expected }) => `\`${property}\` should be ${expected}; it is ignored.`,
    cause: 'The specification defines this property differently.',
    fix: 'Correct the value; see the specification.',
  }),
};
