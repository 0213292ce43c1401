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
    cause: 'The configuration does not say what to generate from what.',
    fix: 'Give each target an `openapi` document, an `out` folder and, if there are any, `asyncapi` documents.',
  }),
  DOCUMENT_NOT_FOUND: entry<{ file: string }>({
    severity: 'error',
    message: ({ file }) => `There is no document ${file}.`,
    cause: 'The path is relative to the folder of the configuration file, and nothing readable is there.',
    fix: 'Correct the path, or create the document.',
  }),
  DOCUMENT_ADDRESS: entry<{ address: string }>({
    severity: 'error',
    message: ({ address }) => `${address} is an address; a description is read from a file.`,
    cause: 'What is generated should follow from files that are kept with the code.',
    fix: 'Download the document first, such as with `curl -o openapi.json ADDRESS`, and name the file.',
  }),
  DOCUMENT_SYNTAX: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `The file is neither YAML nor JSON: ${problem}.`,
    cause: 'Nothing after this place can be read.',
    fix: 'Correct the syntax; a text that starts with a special character needs quotes.',
  }),
  DOCUMENT_UNSUPPORTED: entry<{ problem: string; expected: string }>({
    severity: 'error',
    message: ({ problem, expected }) => `${problem}; expected ${expected}.`,
    cause: 'Only OpenAPI 3.0, 3.1 and 3.2 and AsyncAPI 2 and 3 are read.',
    fix: 'Convert the document, or name the right file.',
  }),
  DOCUMENT_CONVERTED: entry<{ version: string }>({
    severity: 'info',
    message: ({ version }) => `AsyncAPI ${version} is read as AsyncAPI 3.0.0.`,
    cause: 'Version 3 says the same with channels, messages and operations apart.',
    fix: 'Nothing, or convert the document for good.',
  }),
  CONVERSION_LOSS: entry<{ problem: string }>({
    severity: 'info',
    message: ({ problem }) => `The converter says: ${problem}.`,
    cause: 'Version 3 has no member for it.',
    fix: 'Nothing, unless it is missed in what is generated; then convert the document by hand.',
  }),
  DOCUMENT_NOT_CONVERTED: entry<{ version: string; problem: string }>({
    severity: 'error',
    message: ({ version, problem }) => `AsyncAPI ${version} can't be read as AsyncAPI 3: ${problem}.`,
    cause: 'Documents of version 2 are converted before they are read.',
    fix: 'Install `@asyncapi/converter` beside backlot if it is missing, or convert the document by hand.',
  }),
  REFERENCE_UNRESOLVED: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => problem,
    cause: 'A reference leads to nothing, so what it stands for is unknown.',
    fix: 'Correct the `$ref`, or add what it names.',
  }),
  REFERENCE_REFUSED: entry<{ ref: string; reason: string }>({
    severity: 'error',
    message: ({ ref, reason }) => `${ref} is not followed: ${reason}.`,
    cause:
      'A description may come from somebody else, and could read any file or address through its references.',
    fix: 'Copy what it refers to into the project, or allow the folder or the network if you trust the description.',
  }),
  COMPONENT_RENAMED: entry<{ problem: string }>({
    severity: 'warning',
    message: ({ problem }) => problem,
    cause:
      'Two different files would be the same component, so the name in the output depends on their order.',
    fix: 'Give one of the two files another name.',
  }),
  LINT_ERROR: entry<{ rule: string; problem: string }>({
    severity: 'error',
    message: ({ rule, problem }) => `${problem} (${rule})`,
    cause: 'The rules of this description forbid it.',
    fix: 'Correct the description, or change the rule.',
  }),
  LINT_WARNING: entry<{ rule: string; problem: string }>({
    severity: 'warning',
    message: ({ rule, problem }) => `${problem} (${rule})`,
    cause: 'The rules of this description advise against it.',
    fix: 'Correct the description, or change the rule.',
  }),
  MEMBER_MALFORMED: entry<{ member: string; expected: string }>({
    severity: 'warning',
    message: ({ member, expected }) => `\`${member}\` should be ${expected}; it is left out.`,
    cause: 'The specification gives this member another shape.',
    fix: 'Write it as the specification says.',
  }),
  OPERATION_ID_MISSING: entry<{ method: string; path: string; id: string }>({
    severity: 'warning',
    message: ({ method, path, id }) => `${method} ${path} has no \`operationId\`; it is called \`${id}\`.`,
    cause: 'The name is made of method and path and changes when the path does.',
    fix: 'Add an `operationId`.',
  }),
  OPERATION_ID_DUPLICATE: entry<{ id: string; other: string; renamed: string }>({
    severity: 'warning',
    message: ({ id, other, renamed }) =>
      `\`operationId\` \`${id}\` is used twice (also at ${other}); this one is called \`${renamed}\`.`,
    cause: 'An operation is found by its id, so ids are unique.',
    fix: 'Rename one of the two.',
  }),
  PATH_PARAMETER_UNDECLARED: entry<{ name: string; path: string }>({
    severity: 'warning',
    message: ({ name, path }) => `${path} has a part {${name}} without a parameter; it is taken as a string.`,
    cause: 'Every part in braces is a path parameter.',
    fix: 'Declare the parameter with `in: path` and `required: true`.',
  }),
  PATH_PARAMETER_UNUSED: entry<{ name: string; path: string }>({
    severity: 'warning',
    message: ({ name, path }) => `The path parameter \`${name}\` is not in ${path}; it is left out.`,
    cause: 'A path parameter gets its value from the part of the path with its name.',
    fix: 'Correct the name, or remove the parameter.',
  }),
  PARAMETER_DUPLICATE: entry<{ name: string; where: string }>({
    severity: 'warning',
    message: ({ name, where }) => `The ${where} parameter \`${name}\` is declared twice; the first counts.`,
    cause: 'Name and place identify a parameter.',
    fix: 'Remove one of the two.',
  }),
  PARAMETER_STYLE_UNSUPPORTED: entry<{ name: string; style: string }>({
    severity: 'warning',
    message: ({ name, style }) =>
      `The parameter \`${name}\` is written as ${style}; it is passed on as plain text.`,
    cause: 'The style has no agreed form for such a value in that place, or the value is too deep for it.',
    fix: 'Use `style: form` for lists, `style: deepObject` for objects, or `content: application/json`.',
  }),
  STATUS_INVALID: entry<{ status: string }>({
    severity: 'warning',
    message: ({ status }) => `\`${status}\` is no status; the response is left out.`,
    cause: 'A response is keyed by three digits, by a range such as `4XX`, or by `default`.',
    fix: 'Correct the key.',
  }),
  BODY_OPAQUE: entry<{ mediaType: string }>({
    severity: 'info',
    message: ({ mediaType }) => `A body in ${mediaType} is passed on as bytes; its schema is not checked.`,
    cause:
      'JSON and forms of named fields are read into values; parts, files and forms that nest deep are not.',
    fix: 'Nothing, if bytes are what you want; else offer JSON too.',
  }),
  WEBHOOKS_IGNORED: entry<{ count: number }>({
    severity: 'info',
    message: ({ count }) =>
      `${count === 1 ? 'A webhook is' : `${count} webhooks are`} not carried into the output.`,
    cause: 'The output covers what a server answers, not what it calls.',
    fix: 'Nothing; their schemas are generated where they are components.',
  }),
  CALLBACKS_IGNORED: entry<{ operation: string }>({
    severity: 'info',
    message: ({ operation }) => `The callbacks of \`${operation}\` are not carried into the output.`,
    cause: 'The output covers what a server answers, not what it calls.',
    fix: 'Nothing; their schemas are generated where they are components.',
  }),
  SCHEMA_MALFORMED: entry<{ found: string }>({
    severity: 'warning',
    message: ({ found }) => `A schema should be an object or a boolean, not ${found}; it accepts anything.`,
    cause: 'What the author meant cannot be told.',
    fix: 'Write a schema.',
  }),
  KEYWORD_LEFT_OUT: entry<{ keyword: string; found: string | null; expected: string }>({
    severity: 'warning',
    message: ({ keyword, found, expected }) =>
      `\`${keyword}\` should be ${expected}${found === null ? '' : `, not ${found}`}; it is left out.`,
    cause: 'The keyword cannot be read, so the schema accepts more than its author meant.',
    fix: 'Write the keyword as JSON Schema 2020-12 says.',
  }),
  SCHEMA_RENAMED: entry<{ name: string; renamed: string }>({
    severity: 'warning',
    message: ({ name, renamed }) =>
      `Two documents have different schemas called \`${name}\`; this one becomes \`${renamed}\`.`,
    cause: 'The documents of one target share one set of names.',
    fix: 'Rename one, or let both documents refer to one file.',
  }),
  REFERENCE_BROKEN: entry<{ ref: string; instead: string }>({
    severity: 'warning',
    message: ({ ref, instead }) => `\`${ref}\` does not lead to what is expected here; ${instead}.`,
    cause: 'The document has nothing there.',
    fix: 'Correct the reference.',
  }),
  REFERENCE_CIRCULAR: entry<{ name: string; others: string }>({
    severity: 'warning',
    message: ({ name, others }) =>
      `\`${name}\` is part of itself${others === '' ? '' : ` by way of ${others}`}; anything is accepted there.`,
    cause: 'Nobody can ever find out whether a value fits, since one must know it already.',
    fix: 'Refer to the schema from a property or from the items of a list, or leave the reference out.',
  }),
  OPERATION_IGNORED: entry<{ method: string; path: string }>({
    severity: 'warning',
    message: ({ method, path }) => `${method} ${path} is not carried into the output.`,
    cause: 'Only the methods that OpenAPI has a member for are routed and called.',
    fix: 'Offer the same under POST or QUERY, or serve it beside the generated code.',
  }),
  DOCUMENT_TOO_DEEP: entry<{ limit: number }>({
    severity: 'error',
    message: ({ limit }) => `The document is nested deeper than ${limit} levels, or contains itself.`,
    cause: 'Nothing that reads or checks such a value comes to an end in time.',
    fix: 'Make components of what is nested, and refer to them.',
  }),
  DISCRIMINATOR_UNUSABLE: entry<{ property: string; problem: string }>({
    severity: 'warning',
    message: ({ property, problem }) => `The discriminator \`${property}\` is left out: ${problem}.`,
    cause: 'A value of the union cannot be assigned to one member by it, so the members are tried in turn.',
    fix: 'Give each member a value of its own, as `const` or as an `enum` of one.',
  }),
  DISCRIMINATOR_CONTRADICTED: entry<{ property: string; value: string; schema: string; declared: string }>({
    severity: 'warning',
    message: ({ property, value, schema, declared }) =>
      `The mapping sends \`${property}: ${value}\` to \`${schema}\`, whose own value is ${declared}; the schema counts.`,
    cause: 'No value can satisfy both.',
    fix: 'Correct the mapping or the schema.',
  }),
  STREAM_WITHOUT_CHANNEL: entry<{ operation: string; path: string }>({
    severity: 'info',
    message: ({ operation, path }) => `\`${operation}\` streams, and no channel has the address ${path}.`,
    cause: 'A stream and its channel are joined by path and address.',
    fix: 'Add the channel to the AsyncAPI document, or correct its address.',
  }),
  CHANNEL_WITHOUT_OPERATION: entry<{ channel: string; address: string }>({
    severity: 'warning',
    message: ({ channel, address }) =>
      `The channel \`${channel}\` has the address ${address}, which is no path.`,
    cause: 'A channel and its operation are joined by address and path.',
    fix: 'Correct the address, or add the operation to the OpenAPI document.',
  }),
  STREAM_EVENTS_DIFFER: entry<{ stream: string; channel: string; missing: string; extra: string }>({
    severity: 'warning',
    message: ({ stream, channel, missing, extra }) =>
      `\`${stream}\` and the channel \`${channel}\` list different events (only in the union: ${missing}; only in the channel: ${extra}).`,
    cause: 'Both describe the same bytes.',
    fix: 'Bring the two lists together.',
  }),
  STREAM_EVENT_UNKNOWN: entry<{ stream: string; type: string; list: string }>({
    severity: 'warning',
    message: ({ stream, type, list }) => `\`${list}\` names \`${type}\`, which is no event of \`${stream}\`.`,
    cause: 'The name is misspelt, or the event is missing.',
    fix: 'Correct the list, or add the event.',
  }),
  STREAM_UNKNOWN: entry<{ name: string }>({
    severity: 'warning',
    message: ({ name }) =>
      `\`x-stream\` names the schema \`${name}\`, which does not exist; the schema of the media type is used.`,
    cause: 'Events are typed and checked by that schema.',
    fix: 'Correct the name.',
  }),
  CLIENT_HINT_UNUSABLE: entry<{ operation: string; extension: string; problem: string }>({
    severity: 'warning',
    message: ({ operation, extension, problem }) =>
      `\`${extension}\` of \`${operation}\` is left out: ${problem}.`,
    cause: 'The client can only follow what the operation has.',
    fix: 'Correct the name, or add what it names.',
  }),
  MESSAGE_SCHEMA_FOREIGN: entry<{ message: string; format: string }>({
    severity: 'warning',
    message: ({ message, format }) =>
      `The payload of \`${message}\` is written in ${format}; it is not typed.`,
    cause: 'Only JSON Schema and the AsyncAPI schema are read.',
    fix: 'Write the payload as JSON Schema.',
  }),
  SECURITY_SCHEME_UNKNOWN: entry<{ name: string }>({
    severity: 'warning',
    message: ({ name }) => `The security scheme \`${name}\` is not declared.`,
    cause: 'Nobody can satisfy a requirement that says nothing.',
    fix: 'Declare it under `components.securitySchemes`, or correct the name.',
  }),
  PATHS_AMBIGUOUS: entry<{ path: string; other: string }>({
    severity: 'warning',
    message: ({ path, other }) => `${path} and ${other} match the same requests; the first one gets them.`,
    cause: 'Two templates differ only in the names of their parts.',
    fix: 'Make one operation of the two, or change a path.',
  }),
  NAME_CHANGED: entry<{ name: string; renamed: string; reason: string }>({
    severity: 'info',
    message: ({ name, renamed, reason }) => `The type of \`${name}\` is called \`${renamed}\`: ${reason}.`,
    cause: 'A name must be free, and must not hide one of the language.',
    fix: 'Nothing, or rename the schema.',
  }),
  EXAMPLE_REFUSED: entry<{ name: string; count: number }>({
    severity: 'warning',
    message: ({ name, count }) =>
      `${count === 1 ? 'An example' : `${count} examples`} of \`${name}\` ${count === 1 ? 'does' : 'do'} not fit its schema.`,
    cause: 'Readers copy examples; one that is refused misleads them, so it is no sample either.',
    fix: 'Correct the example or the schema.',
  }),
  SAMPLE_MISSING: entry<{ name: string }>({
    severity: 'warning',
    message: ({ name }) => `No valid value of \`${name}\` was found; it has no sample.`,
    cause: 'The document shows none, and none that was built from the schema fits it; perhaps none can.',
    fix: 'Add an example that fits, or correct the schema.',
  }),
  TEMPLATES_NOT_FOUND: entry<{ folder: string }>({
    severity: 'error',
    message: ({ folder }) => `There is no folder ${folder}.`,
    cause: 'Templates of your own are looked for there, and nothing readable is.',
    fix: 'Correct the path, which is relative to the configuration file, or to where you are when you use options.',
  }),
  TEMPLATE_UNKNOWN: entry<{ name: string; known: string; closest: string | null }>({
    severity: 'error',
    message: ({ name, known, closest }) => `\`${name}\` is no template${meant(closest)} There are: ${known}.`,
    cause: 'A template counts by its name, and one that nothing asks for would be left out in silence.',
    fix: 'Rename the file, or remove it.',
  }),
  TEMPLATE_SYNTAX: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `The template can't be read: ${problem}.`,
    cause: 'Templates are written in the language of Handlebars.',
    fix: 'Close what is open, and open what is closed.',
  }),
  TEMPLATE_FIELD_UNKNOWN: entry<{ field: string; known: string; closest: string | null }>({
    severity: 'error',
    message: ({ field, known, closest }) =>
      `There is no \`${field}\` here${meant(closest)} There are: ${known}.`,
    cause:
      'A template can only use what it is given, and each list gives other fields than what is around it.',
    fix: 'Correct the name, or write `../` before a field of what is around the list; docs/templates.md lists them all.',
  }),
  TEMPLATE_INVALID: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `${problem}.`,
    cause: 'It would print something else than it says, or nothing at all.',
    fix: 'Write it in one of the ways that docs/templates.md shows.',
  }),
  TYPES_FAILED: entry<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `The types could not be printed: ${problem}.`,
    cause: 'A schema is written in a way the printer of types refuses.',
    fix: 'Correct the schema it names.',
  }),
} as const;
