/**
 * The views of the files that a server is made of.
 */
import { flag, group, header, list, remark, runtime, text, type ViewOf } from './field.ts';

/** Describes the view of `operations.ts`. */
export const operationsFields = {
  header,
  runtime,
  hasChecks: flag('Whether any operation uses a check of `validators.ts`'),
  ids: list('The operations, in the order of the description', {
    id: text('Id of the operation, as a literal'),
  }),
  operations: list('The operations, in the order of the description', {
    id: text('Id of the operation, as a literal'),
    method: text('Method in capitals, as a literal'),
    path: text('Path with its parts in braces, as a literal'),
    tag: text('First tag, as a literal; `null` without one'),
    hasParameters: flag('Whether there are parameters'),
    parameters: list('The parameters', {
      name: text('Name, as a literal'),
      place: text('`path`, `query`, `header` or `cookie`, as a literal'),
      required: text('`true` or `false`'),
      kind: text('How its text is read, as a literal'),
      nullable: text('`true` when it may be `null`, else `false`'),
      repeated: text('`true` when it is a list that is sent as several parameters, else `false`'),
      hasSpread: flag('Whether it is a list or an object with a way of its own to be written'),
      spread: text('That way, as members of an object literal; empty without one'),
      hasDefault: flag('Whether it has a default'),
      default: text('Its default, as a literal; empty without one'),
      check: text('Its check, as `checks.name`'),
    }),
    hasBody: flag('Whether a body may be sent'),
    bodyRequired: text('`true` when one must be sent, else `false`'),
    bodyContent: list('The ways to write the body', {
      mediaType: text('Media type, as a literal'),
      check: text('Its check; `null` when it is not read'),
      hasKind: flag('Whether it is a range that is passed on as text or bytes'),
      kind: text('Which of the two, as a literal; empty for every other body'),
      hasForm: flag('Whether it is a form whose fields are read'),
      form: text('How they are read, as an object literal; empty for every other body'),
    }),
    responses: list('The replies, one for each status and media type', {
      status: text('Status, as a number, or as a literal such as `4XX`'),
      mediaType: text('Media type, as a literal; `null` without a body'),
      kind: text('`none`, `json`, `text`, `bytes` or `eventStream`, as a literal'),
      check: text('Check of a JSON body, else `null`'),
      hasHeaders: flag('Whether the status has headers'),
      headers: list('The headers of the status', {
        name: text('Name, as a literal'),
        required: text('`true` or `false`'),
        check: text('Its check'),
      }),
      hasExamples: flag('Whether the description shows one'),
      examples: list('The examples', {
        name: text('Name, as a literal'),
        value: text('Value, as a literal'),
      }),
    }),
    security: text('The alternatives of its security, as a literal'),
    stream: text('What it streams and what asks for that, as a literal; `null` when it does not stream'),
    extensions: text('Its extensions, as a literal'),
  }),
} as const;

/** What `operations.ts` is made of. */
export type OperationsView = ViewOf<typeof operationsFields>;

/** Describes the view of `server.ts`. */
export const serverFields = {
  header,
  runtime,
  hasStreams: flag('Whether any operation streams'),
  hasImports: flag('Whether anything is imported from `types.ts`'),
  imports: list('What the file needs of `types.ts`, sorted', { name: text('Name of a type') }),
  hasRanges: flag('Whether any reply is declared for a range of statuses, so that `status-ranges` is needed'),
  operations: list('The operations, in the order of the description', {
    handler: text('Name of the handler'),
    requestType: text('Name for what it is given'),
    responseType: text('Name for what it may answer'),
    requestComment: text('A comment on the former'),
    responseComment: text('A comment on the latter'),
    comment: text('Method, path and summary, as a comment in a block'),
    request: group('What the handler is given', {
      groups: list('The places of parameters: path, query, headers, cookies', {
        member: text('Name of the place'),
        hasParameters: flag('Whether there are parameters'),
        parameters: list('The parameters in this place', {
          ...remark,
          key: text('Name, as a property key'),
          isOptional: flag('Whether it may be missing; one with a default never is'),
          type: text('Its type'),
        }),
      }),
      body: text('Type of the body; `undefined` when there is none'),
    }),
    responses: list('The replies, one for each status and media type', {
      variant: text('Type of the reply'),
    }),
  }),
} as const;

/** What `server.ts` is made of. */
export type ServerView = ViewOf<typeof serverFields>;

/** Describes the view of `handler.ts`. */
export const handlerFields = {
  header,
  runtime,
  credentialTypes: list('The types of credentials that the schemes use', {
    name: text('Name in the runtime'),
  }),
  hasChecks: flag('Whether any check is needed'),
  checks: list('The checks of streams', { name: text('Name in `validators.ts`') }),
  hasSchemes: flag('Whether the description has security schemes'),
  credentials: list('The credential of each scheme', {
    key: text('Name of the scheme, as a property key'),
    type: text('Type of its credential'),
  }),
  schemes: list('The schemes', { spec: text('Where the credential is in a request, as a literal') }),
  callers: list('Who calls each operation', {
    handler: text('Name of the handler'),
    caller: text('Type of the caller'),
  }),
  streams: list('The streams', {
    key: text('Name of the stream, as a property key'),
    check: text('Name of its check'),
    tag: text('Name of the member that tells events apart, as a literal; `null` without one'),
    position: text('Name of the member whose digits are the id of a frame, as a literal; `null` without one'),
  }),
  renamed: list('The operations whose id is no identifier', {
    key: text('Id of the operation, as a property key'),
    handler: text('Name of its handler, as a literal'),
  }),
} as const;

/** What `handler.ts` is made of. */
export type HandlerView = ViewOf<typeof handlerFields>;
