/**
 * The views of the files that a client is made of.
 */
import { flag, group, header, list, remark, runtime, text, type ViewOf } from './field.ts';

const runtimeImports = list('What the file needs of the runtime', {
  keyword: text('`import` or `import type`'),
  names: text('The names, with a comma between them, and with `as` where the contract has taken one'),
  file: text('Path of the file, from the runtime'),
});

const types = list('What the file needs of `types.ts`, sorted', { name: text('Name of a type') });

/** Describes the view of `client.ts`. */
export const clientFields = {
  header,
  runtime,
  imports: runtimeImports,
  hasStreams: flag('Whether any operation streams'),
  hasRanges: flag(
    'Whether any response is declared for a range of statuses, so that `status-ranges` is needed',
  ),
  hasTypes: flag('Whether anything is imported from `types.ts`'),
  types,
  auth: text('Name for the credentials of a caller'),
  results: text('Name for the answers of all operations by id'),
  client: text('Name of the runtime’s `Client` in this file'),
  clientConfig: text('Name of its `ClientConfig`'),
  openClient: text('Name of its `openClient`'),
  apiError: text('Name of its `ApiError`'),
  apiErrorOf: text('Name of its `ApiErrorOf`'),
  isApiErrorOf: text('Name of its `isApiErrorOf`'),
  schemes: list('The security schemes that operations ask for', {
    constant: text('Name for the constant of the scheme'),
    type: text('Name of the runtime’s type of it'),
    value: text('The scheme, as a literal'),
    isAsked: flag('Whether the caller has to give anything'),
    ...remark,
    key: text('Name of the scheme, as a property key'),
    credential: text('Type of what the caller gives'),
  }),
  calls: list('The operations as data; one that others go on with comes before them', {
    name: text('Name for the constant'),
    type: text('Name of the runtime’s type of it'),
    id: text('Id of the operation, as a literal'),
    method: text('Method in capitals, as a literal'),
    path: text('Path with its parts in braces, as a literal'),
    hasParameters: flag('Whether there are parameters'),
    parameters: list('The parameters', { rule: text('How it is written, as a literal') }),
    hasBodies: flag('Whether a body may be sent'),
    bodies: text('The ways to write it, as a list'),
    responses: list('The replies that are read in one way', { rule: text('Statuses and way, as a literal') }),
    hasSecurity: flag('Whether the operation asks for credentials'),
    security: text('The alternatives, as a list'),
    hasIdempotencyKey: flag('Whether a header makes it safe to repeat'),
    idempotencyKey: text('Name of that header, as a literal; empty without one'),
    hasStream: flag('Whether the operation streams'),
    stream: text('How its stream is read and resumed; empty without one'),
  }),
  operations: list('The operations, in the order of the description', {
    call: text('Name for the function'),
    key: text('Id of the operation, as a property key'),
    comment: text('Summary, method and path, as a comment'),
    inputName: text('Name for what it takes'),
    inputComment: text('A comment on that'),
    input: group('What it takes', {
      groups: list('The places that have parameters: path, query, headers, cookies', {
        member: text('Name of the place'),
        isOptional: flag('Whether all of them may be left out'),
        parameters: list('The parameters in this place', {
          ...remark,
          key: text('Name, as a property key'),
          type: text('Colon and type, with a question mark before them where it may be left out'),
        }),
      }),
      hasOneBody: flag('Whether there is just one way to write it'),
      body: text('The members that give it in the first way; empty without one'),
      bodies: list('All ways to write it', { form: text('The members that give it in this way') }),
    }),
    isEmpty: flag('Whether it takes nothing'),
    isUnion: flag('Whether what it takes is a union, since the body can be written in several ways'),
    resultName: text('Name for what it may answer'),
    resultComment: text('A comment on that'),
    answers: list('What it may answer', { answer: text('Type of the answer') }),
    hasForms: flag('Whether the request decides between one answer and a stream'),
    jsonInput: text('Name for what is given for one answer'),
    jsonForm: text('The members that choose it; empty when there is no choice'),
    streamInput: text('Name for what is given for a stream'),
    streamForm: text('The members that choose it; empty when there is no choice'),
    streamResultName: text('Name for what a request for a stream may be answered'),
    streamResponses: list('The answers that are streams', { answer: text('Type of the answer') }),
    hasOverloads: flag('Whether the function has several signatures'),
    overloads: list('The signatures, the most particular one first', {
      comment: text('A comment, in a block'),
      call: text('Name of the function'),
      signature: text('Parameters and type of the answer'),
    }),
    signature: text('Parameters and type of the answer, as the function itself has them'),
    body: text('What the function returns'),
    hasPagination: flag('Whether it lists what can be walked through'),
    pagination: text('Name for the function that does so; empty without one'),
    paginationComment: text('A comment on it; empty without one'),
    paginationSignature: text('Its parameters and type of the answer; empty without one'),
    paginationBody: text('What it returns; empty without one'),
  }),
} as const;

/** What `client.ts` is made of. */
export type ClientView = ViewOf<typeof clientFields>;

/** Describes the view of `api.ts`. */
export const apiFields = {
  header,
  runtime,
  imports: runtimeImports,
  hasTypes: flag('Whether anything is imported from `types.ts`'),
  types,
  declared: list('The types of `client.ts` that signatures name', { name: text('Name of a type') }),
  auth: text('Name of the credentials in `client.ts`'),
  api: text('Name for the interface of all methods'),
  bind: text('Name of the runtime’s `bind` in this file'),
  config: text('Name of its `ClientConfig`'),
  methods: list('The functions of `client.ts`', {
    name: text('Name of the function'),
    key: text('The same as a property key'),
    signatures: list('The signatures, the most particular one first', {
      comment: text('A comment, in a block'),
      name: text('Name of the method'),
      signature: text('Parameters and type of the answer'),
    }),
  }),
} as const;

/** What `api.ts` is made of. */
export type ApiView = ViewOf<typeof apiFields>;
