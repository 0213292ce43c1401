/**
 * The views of the files of a server.
 */
import { flag, group, header, list, remark, runtime, text, type ViewOf } from './field.ts';

/** Describes the view of `operations.ts`. */
export const operationsFields = {
  header,
  runtime,
  hasChecks: flag('Whether any operation uses a validator of `validators.ts`'),
  ids: list('The operations, in the order of the description', {
    id: text('Id of the operation, as a literal'),
  }),
  operations: list('The operations, in the order of the description', {
    id: text('Id of the operation, as a literal'),
    method: text('Method in capitals, as a literal'),
    path: text('Path with its parameters in braces, as a literal'),
    tag: text('First tag, as a literal; `null` without one'),
    hasParameters: flag('Whether there are parameters'),
    parameters: list('The parameters', {
      name: text('Name, as a literal'),
      place: text('`path`, `query`, `header` or `cookie`, as a literal'),
      required: text('`true` or `false`'),
      kind: text('How its text is parsed, as a literal'),
      nullable: text('`true` if it may be `null`, else `false`'),
      repeated: text('`true` for a list that is sent as repeated parameters, else `false`'),
      hasSpread: flag('Whether it is a list or an object with its own serialization'),
      spread: text('The serialization, as properties of an object literal; empty without one'),
      hasDefault: flag('Whether it has a default'),
      default: text('Its default, as a literal; empty without one'),
      check: text('Its validator, as `checks.name`'),
    }),
    hasBody: flag('Whether the operation accepts a body'),
    bodyRequired: text('`true` if a body is required, else `false`'),
    bodyContent: list('The media types of the body', {
      mediaType: text('Media type, as a literal'),
      check: text('Its validator; `null` if the body is not parsed'),
      hasKind: flag('Whether it is a media type range, passed to the handler as text or bytes'),
      kind: text('`text` or `bytes`, as a literal; empty for other bodies'),
      hasItems: flag('Whether it is a sequence of JSON values'),
      items: text('The validator of an item; empty for other bodies'),
      hasForm: flag('Whether it is a form whose fields are parsed'),
      form: text('How the fields are parsed, as an object literal; empty for other bodies'),
      hasParts: flag('Whether it is a multipart form whose parts are parsed'),
      parts: text('Its files and the media types of its parts, as an object literal; `{}` without any'),
    }),
    responses: list('The responses, one for each status and media type', {
      status: text('Status, as a number, or as a literal such as `4XX`'),
      mediaType: text('Media type, as a literal; `null` without a body'),
      kind: text('`none`, `json`, `text`, `bytes` or `eventStream`, as a literal'),
      check: text('Validator of a JSON body, else `null`'),
      hasHeaders: flag('Whether the status has headers'),
      headers: list('The headers of the status', {
        name: text('Name, as a literal'),
        required: text('`true` or `false`'),
        check: text('Its validator'),
      }),
      hasExamples: flag('Whether the description has examples'),
      examples: list('The examples', {
        name: text('Name, as a literal'),
        value: text('Value, as a literal'),
      }),
    }),
    security: text('Its alternative security requirements, as a literal'),
    stream: text(
      'What it streams and how a request selects the stream, as a literal; `null` if it does not stream',
    ),
    extensions: text('Its extensions, as a literal'),
  }),
} as const;

/** The view of `operations.ts`. */
export type OperationsView = ViewOf<typeof operationsFields>;

/** Describes the view of `server.ts`. */
export const serverFields = {
  header,
  runtime,
  hasStreams: flag('Whether any operation streams'),
  hasForms: flag('Whether any operation takes files or parts with headers in a form'),
  formTypes: text('The types of the runtime that describe these forms'),
  hasImports: flag('Whether anything is imported from `types.ts`'),
  imports: list('Imports from `types.ts`, sorted', { name: text('Name of a type') }),
  hasRanges: flag(
    'Whether any response is declared for a range of statuses, so that `status-ranges` is needed',
  ),
  operations: list('The operations, in the order of the description', {
    handler: text('Name of the handler'),
    requestType: text('Name of its request type'),
    responseType: text('Name of its response type'),
    requestComment: text('Comment of the request type'),
    responseComment: text('Comment of the response type'),
    comment: text('Method, path and summary, as a block comment'),
    request: group('The request that the handler receives', {
      groups: list('The locations of parameters: path, query, headers, cookies', {
        property: text('Name of the location'),
        hasParameters: flag('Whether there are parameters'),
        parameters: list('The parameters in this location', {
          ...remark,
          key: text('Name, as a property key'),
          isOptional: flag('Whether it may be absent; never true for a parameter with a default'),
          type: text('Its type'),
        }),
      }),
      body: text('Type of the body; `undefined` without one'),
    }),
    responses: list('The responses, one for each status and media type', {
      variant: text('Type of the response'),
    }),
  }),
} as const;

/** The view of `server.ts`. */
export type ServerView = ViewOf<typeof serverFields>;

/** Describes the view of `handler.ts`. */
export const handlerFields = {
  header,
  runtime,
  credentialTypes: list('The credential types of the security schemes', {
    name: text('Name in the runtime'),
  }),
  hasChecks: flag('Whether any validator is imported'),
  checks: list('The validators of streams', { name: text('Name in `validators.ts`') }),
  hasMultipart: flag('Whether any operation takes a multipart form'),
  hasSchemes: flag('Whether the description has security schemes'),
  credentials: list('The credential of each scheme', {
    key: text('Name of the scheme, as a property key'),
    type: text('Type of its credential'),
  }),
  schemes: list('The schemes', { spec: text('Where the credential is in a request, as a literal') }),
  callers: list('The caller types of the operations', {
    handler: text('Name of the handler'),
    caller: text('Type of the caller'),
  }),
  streams: list('The streams', {
    key: text('Name of the stream, as a property key'),
    check: text('Name of its validator'),
    tag: text('Name of the discriminator, as a literal; `null` without one'),
    position: text('Name of the property that becomes the id of a frame, as a literal; `null` without one'),
    hasShape: flag('Whether an event is a text or a whole frame, as opposed to JSON data'),
    shape: text('`text` or `frame`, as a literal; empty for JSON data'),
  }),
  renamed: list('The operations whose id is not a valid identifier', {
    key: text('Id of the operation, as a property key'),
    handler: text('Name of its handler, as a literal'),
  }),
} as const;

/** The view of `handler.ts`. */
export type HandlerView = ViewOf<typeof handlerFields>;

/** Describes the view of `webhooks.ts`. */
export const webhooksFields = {
  header,
  runtime,
  hasTypes: flag('Whether types of `types.ts` are used, as `types.Name`'),
  webhooks: list('The webhooks, then the callbacks', {
    ...remark,
    key: text('Name, as a property key'),
    type: text('Type of the body'),
    check: text('Its validator, as `checks.name`'),
  }),
} as const;

/** The view of `webhooks.ts`. */
export type WebhooksView = ViewOf<typeof webhooksFields>;
