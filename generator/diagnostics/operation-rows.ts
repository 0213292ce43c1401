/** The diagnostics about operations, channels and messages. */
import { entry, meant } from './row.ts';

export const operationRows = {
  SELECTION_UNUSED: entry<{ option: string; pattern: string; meant: string | null }>({
    severity: 'error',
    message: ({ option, pattern, meant }) =>
      `The pattern \`${pattern}\` of \`${option}\` matches no operation.${meant === null ? '' : ` Did you mean \`${meant}\`?`}`,
    cause: 'A pattern is `tag:NAME`, a path such as `/agents/**`, or an operationId; `*` matches any text.',
    fix: 'Correct the pattern, or remove it.',
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
    cause:
      'Operation ids must be unique. With a configuration this is an error, since every client would have another name.',
    fix: 'Rename one of the two, or accept the new name with `strict: false` in the configuration.',
  }),
  OPERATION_IGNORED: entry<{ method: string; path: string }>({
    severity: 'warning',
    message: ({ method, path }) => `${method} ${path} is not in the output.`,
    cause: 'Only the methods that OpenAPI defines are supported.',
    fix: 'Use POST or QUERY instead, or serve the operation outside of the generated code.',
  }),
  PATHS_AMBIGUOUS: entry<{ path: string; other: string }>({
    severity: 'warning',
    message: ({ path, other }) =>
      `${path} and ${other} match the same requests; the first one receives them.`,
    cause:
      'The two paths differ only in the names of their parameters, or in their fragments, which clients do not send.',
    fix: 'Merge the two operations, or change one of the paths.',
  }),
  PATH_PARAMETER_UNDECLARED: entry<{ name: string; path: string }>({
    severity: 'warning',
    message: ({ name, path }) => `${path} has no parameter for {${name}}; a string is assumed.`,
    cause: 'Every name in braces is a path parameter and must be declared.',
    fix: 'Declare the parameter with `in: path` and `required: true`.',
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
  PARAMETER_IN_BRACKETS: entry<{ name: string }>({
    severity: 'info',
    message: ({ name }) =>
      `The nested values of \`${name}\` are sent in brackets, as in \`${name}[a][b]=1\`.`,
    cause:
      'Style `form` does not define nested lists and objects; most servers read them in brackets, as `qs` does.',
    fix: 'Nothing, or add `style: deepObject` to the parameter, in the description or by an overlay, to confirm it.',
  }),
  PARAMETER_STYLE_UNSUPPORTED: entry<{ name: string; style: string }>({
    severity: 'warning',
    message: ({ name, style }) =>
      `The parameter \`${name}\` is serialized as ${style}; it is passed on as plain text.`,
    cause: 'The style does not define how to serialize lists or objects inside such a value.',
    fix: 'Describe it by `content: application/json`; a parameter in a query may use `style: deepObject` instead.',
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
  LINK_PARAMETER_UNKNOWN: entry<{ name: string; parameter: string; target: string; closest: string | null }>({
    severity: 'warning',
    message: ({ name, parameter, target, closest }) =>
      `The link \`${name}\` sets \`${parameter}\`, which is not a parameter of ${target}; it is ignored${meant(closest)}`,
    cause:
      'A parameter of a link is the name of one of the linked operation, or its location and name, such as `path.id`.',
    fix: 'Correct the name.',
  }),
  LINK_EXPRESSION_INVALID: entry<{ name: string; expression: string; problem: string }>({
    severity: 'warning',
    message: ({ name, expression, problem }) => `\`${expression}\` in the link \`${name}\` ${problem}.`,
    cause:
      'A link takes values by runtime expressions, such as `$response.body#/id`, `$response.header.Location` or `$request.path.id`.',
    fix: 'Correct the expression. After `#` there is a JSON Pointer, such as `/data/0/id`.',
  }),
  LINK_CONFLICT: entry<{
    name: string;
    value: string;
    other: string;
    used: string;
    parameter: string;
    operation: string;
  }>({
    severity: 'warning',
    message: ({ name, value, other, used, parameter, operation }) =>
      `The link \`${name}\` takes \`${parameter}\` of ${operation} from \`${value}\`, the link \`${other}\` from \`${used}\`; the latter is used.`,
    cause: 'Two links take one parameter from different properties of the same object of a response.',
    fix: 'Correct or remove one of the two.',
  }),
  TEST_INVALID: entry<{ problem: string }>({
    severity: 'warning',
    message: ({ problem }) => problem,
    cause: 'How an operation is tested must fit the operation. What cannot be read is ignored.',
    fix: 'Correct the name or the value.',
  }),
  BODY_OPAQUE: entry<{ mediaType: string }>({
    severity: 'info',
    message: ({ mediaType }) => `A body in ${mediaType} is passed on as bytes; its schema is not checked.`,
    cause: 'Only JSON and forms are parsed; files, deeply nested forms and other multipart types are not.',
    fix: 'Nothing, if you want bytes; otherwise add JSON as a second media type.',
  }),
  SECURITY_SCHEME_UNKNOWN: entry<{ name: string }>({
    severity: 'warning',
    message: ({ name }) => `The security scheme \`${name}\` is not declared.`,
    cause: 'No request can satisfy a requirement that refers to an unknown scheme.',
    fix: 'Declare it under `components.securitySchemes`, or correct the name.',
  }),
  CLIENT_HINT_UNUSABLE: entry<{ operation: string; extension: string; problem: string }>({
    severity: 'warning',
    message: ({ operation, extension, problem }) =>
      `\`${extension}\` of \`${operation}\` is ignored: ${problem}.`,
    cause: 'The extension must match the parameters and responses of the operation.',
    fix: 'Correct the name, or declare the missing parameter or property.',
  }),
  PAGINATION_RULE_INVALID: entry<{ rule: string; problem: string }>({
    severity: 'warning',
    message: ({ rule, problem }) => `The pagination rule \`${rule}\` is ignored: ${problem}.`,
    cause:
      'A rule at the root of the description, or in the configuration, applies to all operations that have what it names.',
    fix: 'Correct the property; `docs/extensions.md` lists the forms of `x-pagination`.',
  }),
  PAGINATION_RULE_UNUSED: entry<{ rule: string }>({
    severity: 'warning',
    message: ({ rule }) => `The pagination rule \`${rule}\` applies to no operation.`,
    cause: 'No GET operation has all its parameters and properties, or another rule comes first.',
    fix: 'Correct the names, or remove the rule.',
  }),
  PAGINATION_INFERRED: entry<{ rule: string; operation: string; others: number }>({
    severity: 'info',
    message: ({ rule, operation, others }) =>
      `\`${operation}\`${others === 0 ? '' : ` and ${others} other operation${others === 1 ? '' : 's'}`} ` +
      `${others === 0 ? 'is' : 'are'} paginated by the rule \`${rule}\`, inferred from parameters and response.`,
    cause: 'Parameters and response of the operation agree on how the next page is selected.',
    fix: 'Nothing, if it is right; otherwise write `x-pagination` with another rule, or with `false`, at the operation or in an overlay.',
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
  MESSAGE_SCHEMA_FOREIGN: entry<{ message: string; format: string }>({
    severity: 'warning',
    message: ({ message, format }) =>
      `The payload of \`${message}\` is written in ${format}; it is not typed.`,
    cause: 'Only JSON Schema and the AsyncAPI schema format are supported.',
    fix: 'Write the payload as JSON Schema.',
  }),
};
