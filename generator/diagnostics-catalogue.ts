/**
 * The catalogue of diagnostics: every message about a document that users read, by code. Codes are stable: they appear
 * in logs and users search for them.
 */

/** The severity of a diagnostic: an error stops the generation; the rest is reported, and the generation continues. */
export type Severity = 'error' | 'warning' | 'info';

/**
 * A row of the catalogue: the texts of one kind of diagnostic.
 *
 * Shape: `cause` and `fix` are complete sentences; `message` names the object and quotes it in backticks.
 */
export interface CatalogueRow<Details> {
  readonly severity: Severity;
  readonly message: (details: Details) => string;
  /** Why it matters, or what was done instead. */
  readonly cause: string;
  readonly fix: string;
}

/** Returns the row; sets the type of its details. */
function entry<Details>(row: CatalogueRow<Details>): CatalogueRow<Details> {
  return row;
}

/** Returns the end of a sentence about an unknown name, with the closest known one. */
function meant(closest: string | null): string {
  return closest === null ? '.' : `; did you mean \`${closest}\`?`;
}

/** Every diagnostic, by code. Codes are stable: they appear in logs and users search for them. */
export const catalogue = {
  CONFIG_INVALID: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => problem,
    cause: 'The configuration is incomplete or has a wrong property.',
    fix: 'Give each target an `openapi` document, an `out` folder and, if there are any, `asyncapi` documents.',
  }),
  DOCUMENT_NOT_FOUND: entry<{ file: string }>({
    severity: 'error',
    message: ({ file }) => `The document ${file} was not found.`,
    cause: 'The path is relative to the folder of the configuration file, and there is no readable file.',
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
    fix: 'Convert the document, or use another file.',
  }),
  DOCUMENT_EMPTY: entry<{ missing: string; misspelt: string | null; closest: string | null }>({
    severity: 'error',
    message: ({ missing, misspelt, closest }) =>
      `The document has no ${missing}${misspelt === null ? '' : `, but \`${misspelt}\``}${meant(closest)}`,
    cause: 'Without one of them it describes no operation, message or schema.',
    fix: 'Add one of them, or pass another document.',
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
    fix: 'Correct the `$ref`, or add its target.',
  }),
  REFERENCE_REFUSED: entry<{ ref: string; reason: string }>({
    severity: 'error',
    message: ({ ref, reason }) => `${ref} is not followed: ${reason}.`,
    cause: 'The document may be from a third party, and its references could read any file or URL.',
    fix: 'Copy the target into the project, or allow the folder or the network if you trust the document.',
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
  MEMBER_MALFORMED: entry<{ member: string; expected: string }>({
    severity: 'warning',
    message: ({ member, expected }) => `\`${member}\` should be ${expected}; it is ignored.`,
    cause: 'The specification defines this property differently.',
    fix: 'Correct the value; see the specification.',
  }),
  OPERATION_ID_MISSING: entry<{ method: string; path: string; id: string }>({
    severity: 'warning',
    message: ({ method, path, id }) => `${method} ${path} has no \`operationId\`; it is named \`${id}\`.`,
    cause: 'The name is derived from the method and the path, so it changes when the path changes.',
    fix: 'Add an `operationId`.',
  }),
  OPERATION_ID_DUPLICATE: entry<{ id: string; other: string; renamed: string }>({
    severity: 'warning',
    message: ({ id, other, renamed }) =>
      `\`operationId\` \`${id}\` is used twice (also at ${other}); this one is named \`${renamed}\`.`,
    cause: 'Operation ids must be unique.',
    fix: 'Rename one of the two.',
  }),
  PATH_PARAMETER_UNDECLARED: entry<{ name: string; path: string }>({
    severity: 'warning',
    message: ({ name, path }) => `${path} has no parameter for {${name}}; a string is assumed.`,
    cause: 'Every name in braces is a path parameter and must be declared.',
    fix: 'Declare the parameter with `in: path` and `required: true`.',
  }),
  PLUGIN_FAILED: entry<{ name: string; target: string; problem: string }>({
    severity: 'error',
    message: ({ name, target, problem }) => `${name} of the target \`${target}\` failed: ${problem}.`,
    cause: 'A plugin is a function that returns files for the output folder; see docs/generate.md.',
    fix: 'Correct the plugin.',
  }),
  SELECTION_UNUSED: entry<{ option: string; pattern: string; meant: string | null }>({
    severity: 'error',
    message: ({ option, pattern, meant }) =>
      `The pattern \`${pattern}\` of \`${option}\` matches no operation.${meant === null ? '' : ` Did you mean \`${meant}\`?`}`,
    cause: 'A pattern is `tag:NAME`, a path such as `/agents/**`, or an operationId; `*` matches any text.',
    fix: 'Correct the pattern, or remove it.',
  }),
  PATH_PARAMETER_UNUSED: entry<{ name: string; path: string; closest: string | null; isOpen: boolean }>({
    severity: 'warning',
    message: ({ name, path, closest, isOpen }) =>
      `The path parameter \`${name}\` is not in ${path}${isOpen ? ', where a brace is not closed' : ''}; it is ignored${meant(closest)}`,
    cause: 'A path parameter must appear in braces in the path.',
    fix: 'Correct the name, or remove the parameter.',
  }),
  PARAMETER_DUPLICATE: entry<{ name: string; where: string }>({
    severity: 'warning',
    message: ({ name, where }) =>
      `The ${where} parameter \`${name}\` is declared twice; the first one is used.`,
    cause: 'A parameter is identified by its name and location.',
    fix: 'Remove one of the two.',
  }),
  PARAMETER_STYLE_UNSUPPORTED: entry<{ name: string; style: string }>({
    severity: 'warning',
    message: ({ name, style }) =>
      `The parameter \`${name}\` is serialized as ${style}; it is passed on as plain text.`,
    cause: 'The style does not define how to serialize lists or objects inside such a value.',
    fix: 'Use `style: deepObject` or `content: application/json`.',
  }),
  STATUS_INVALID: entry<{ status: string }>({
    severity: 'warning',
    message: ({ status }) => `\`${status}\` is not a valid status; the response is ignored.`,
    cause: 'A response is keyed by three digits, by a range such as `4XX`, or by `default`.',
    fix: 'Correct the key.',
  }),
  LINK_BROKEN: entry<{ name: string; target: string }>({
    severity: 'warning',
    message: ({ name, target }) =>
      `The link \`${name}\` leads to \`${target}\`, which is not an operation of the document; it is ignored.`,
    cause:
      'A link names its operation by `operationId`, or by `operationRef`, such as `#/paths/~1users/get`.',
    fix: 'Correct the name.',
  }),
  BODY_OPAQUE: entry<{ mediaType: string }>({
    severity: 'info',
    message: ({ mediaType }) => `A body in ${mediaType} is passed on as bytes; its schema is not checked.`,
    cause: 'Only JSON and forms are parsed; files, deeply nested forms and other multipart types are not.',
    fix: 'Nothing, if you want bytes; otherwise add JSON as a second media type.',
  }),
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
  OPERATION_IGNORED: entry<{ method: string; path: string }>({
    severity: 'warning',
    message: ({ method, path }) => `${method} ${path} is not in the output.`,
    cause: 'Only the methods that OpenAPI defines are supported.',
    fix: 'Use POST or QUERY instead, or serve the operation outside of the generated code.',
  }),
  DOCUMENT_TOO_DEEP: entry<{ limit: number }>({
    severity: 'error',
    message: ({ limit }) => `The document is nested deeper than ${limit} levels, or contains itself.`,
    cause: 'Reading and checking such a document would take too long.',
    fix: 'Move nested schemas to components, and refer to them.',
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
  STREAM_WITHOUT_CHANNEL: entry<{ operation: string; path: string }>({
    severity: 'info',
    message: ({ operation, path }) => `\`${operation}\` streams, but no channel has the address ${path}.`,
    cause: 'A stream is matched with the channel whose address is the path of the operation.',
    fix: 'Add the channel to the AsyncAPI document, or correct its address.',
  }),
  CHANNEL_WITHOUT_OPERATION: entry<{ channel: string; address: string }>({
    severity: 'warning',
    message: ({ channel, address }) =>
      `The channel \`${channel}\` has the address ${address}, but no operation has this path.`,
    cause: 'A channel is matched with the operation whose path is the address of the channel.',
    fix: 'Correct the address, or add the operation to the OpenAPI document.',
  }),
  STREAM_EVENTS_DIFFER: entry<{ stream: string; channel: string; missing: string; extra: string }>({
    severity: 'warning',
    message: ({ stream, channel, missing, extra }) =>
      `\`${stream}\` and the channel \`${channel}\` list different events (only in the union: ${missing}; only in the channel: ${extra}).`,
    cause: 'Both describe the same stream.',
    fix: 'Make the two lists equal.',
  }),
  STREAM_EVENT_UNKNOWN: entry<{ stream: string; type: string; list: string }>({
    severity: 'warning',
    message: ({ stream, type, list }) =>
      `\`${list}\` names \`${type}\`, which is not an event of \`${stream}\`.`,
    cause: 'The name is misspelt, or the event is missing.',
    fix: 'Correct the list, or add the event.',
  }),
  STREAM_UNKNOWN: entry<{ name: string }>({
    severity: 'warning',
    message: ({ name }) =>
      `\`x-stream\` names the schema \`${name}\`, which does not exist; the schema of the media type is used.`,
    cause: 'Types and validators of the events come from that schema.',
    fix: 'Correct the name.',
  }),
  CLIENT_HINT_UNUSABLE: entry<{ operation: string; extension: string; problem: string }>({
    severity: 'warning',
    message: ({ operation, extension, problem }) =>
      `\`${extension}\` of \`${operation}\` is ignored: ${problem}.`,
    cause: 'The extension must match the parameters and responses of the operation.',
    fix: 'Correct the name, or declare the missing parameter or property.',
  }),
  MESSAGE_SCHEMA_FOREIGN: entry<{ message: string; format: string }>({
    severity: 'warning',
    message: ({ message, format }) =>
      `The payload of \`${message}\` is written in ${format}; it is not typed.`,
    cause: 'Only JSON Schema and the AsyncAPI schema format are supported.',
    fix: 'Write the payload as JSON Schema.',
  }),
  SECURITY_SCHEME_UNKNOWN: entry<{ name: string }>({
    severity: 'warning',
    message: ({ name }) => `The security scheme \`${name}\` is not declared.`,
    cause: 'No request can satisfy a requirement that refers to an unknown scheme.',
    fix: 'Declare it under `components.securitySchemes`, or correct the name.',
  }),
  PATHS_AMBIGUOUS: entry<{ path: string; other: string }>({
    severity: 'warning',
    message: ({ path, other }) =>
      `${path} and ${other} match the same requests; the first one receives them.`,
    cause: 'The two paths differ only in the names of their parameters.',
    fix: 'Merge the two operations, or change one of the paths.',
  }),
  NAME_CHANGED: entry<{ name: string; renamed: string; reason: string }>({
    severity: 'info',
    message: ({ name, renamed, reason }) => `The type of \`${name}\` is named \`${renamed}\`: ${reason}.`,
    cause: 'A type name must be unique and must not shadow a global type.',
    fix: 'Nothing, or rename the schema.',
  }),
  EXAMPLE_REFUSED: entry<{ name: string; count: number; examples: string | null }>({
    severity: 'warning',
    message: ({ name, count, examples }) =>
      `${count === 1 ? 'An example' : `${count} examples`} of \`${name}\`${examples === null ? '' : ` (${examples})`} ${count === 1 ? 'does' : 'do'} not fit its schema.`,
    cause: 'Users copy examples. An invalid one misleads them and is not used as a sample either.',
    fix: 'Correct the example or the schema.',
  }),
  SAMPLE_MISSING: entry<{ name: string }>({
    severity: 'warning',
    message: ({ name }) => `No valid value of \`${name}\` was found; it has no sample.`,
    cause:
      'There is no valid example, and no value built from the schema is valid; the schema may be unsatisfiable.',
    fix: 'Add a valid example, or correct the schema.',
  }),
  TEMPLATES_NOT_FOUND: entry<{ folder: string }>({
    severity: 'error',
    message: ({ folder }) => `The folder ${folder} was not found.`,
    cause: 'It is configured as the folder of custom templates, but cannot be read.',
    fix: 'Correct the path. It is relative to the configuration file, or to the working directory for CLI options.',
  }),
  TEMPLATE_UNKNOWN: entry<{ name: string; known: string; closest: string | null }>({
    severity: 'error',
    message: ({ name, known, closest }) =>
      `\`${name}\` is not a template${meant(closest)} Available: ${known}.`,
    cause: 'A custom template replaces the one with the same name; others would have no effect.',
    fix: 'Rename the file, or remove it.',
  }),
  CONVERSION_UNDECIDED: entry<{ name: string }>({
    severity: 'warning',
    message: ({ name }) => `In \`${name}\`, dates or integers in a union are not converted.`,
    cause:
      'Variants of the union convert the same values differently, and no discriminator distinguishes them.',
    fix: 'Add a discriminator or a property with different constants; or leave it, and convert the values yourself.',
  }),
  TEMPLATE_SYNTAX: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `The template cannot be read: ${problem}.`,
    cause: 'Templates are written in Handlebars.',
    fix: 'Correct the syntax; check that every block is closed.',
  }),
  TEMPLATE_FIELD_UNKNOWN: entry<{ field: string; known: string; closest: string | null }>({
    severity: 'error',
    message: ({ field, known, closest }) =>
      `There is no field \`${field}\` here${meant(closest)} Available: ${known}.`,
    cause: 'A template can only use the fields of its view, and inside a list only those of the item.',
    fix: 'Correct the name, or write `../` for a field outside of the list; see docs/templates.md for all fields.',
  }),
  TEMPLATE_INVALID: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `${problem}.`,
    cause: 'The template would print nothing, or something unexpected.',
    fix: 'Use only the syntax in docs/templates.md.',
  }),
} as const;
