/** Describes `client.ts`. */
import { flag, group, header, list, remark, runtime, text, type ViewOf } from '../../field.ts';
import { hasOperations, type DescribedOutput } from '../../output.ts';

export const runtimeImports = list('Imports from the runtime', {
  keyword: text('`import` or `import type`'),
  names: text('The names, separated by commas, with `as` if the contract already uses a name'),
  file: text('Path of the file, from the runtime'),
});

export const typeImports = list('Imports from `types.ts`, sorted', { name: text('Name of a type') });

export const clientOutput = {
  path: 'client.ts',
  about: 'A function for each operation, with the types of its input and result',
  imports: ['conversions.ts', 'types.ts', 'runtime'],
  isConverted: true,
  isSplit: true,
  isNeeded: hasOperations,
  fields: {
    header,
    runtime,
    imports: runtimeImports,
    hasConversions: flag('Whether values are converted between JSON and the types of the client'),
    conversions: text('Name of the module with the conversions in this file'),
    hasStreams: flag('Whether any operation streams'),
    hasMultipart: flag('Whether any operation takes a multipart form'),
    hasPages: flag('Whether any operation is paginated'),
    hasPolls: flag('Whether any operation polls'),
    hasRanges: flag(
      'Whether any response is declared for a range of statuses, so that `status-ranges` is needed',
    ),
    hasTypes: flag('Whether anything is imported from `types.ts`'),
    types: typeImports,
    hasAuth: flag('Whether the caller must pass a credential for any operation'),
    auth: text('Name of the credentials type'),
    results: text('Name of the type with the results of all operations by id'),
    client: text('Name of the runtime’s `Client` in this file'),
    clientConfig: text('Name of its `ClientConfig`'),
    configHeaders: text('Name of its `ConfigHeaders`'),
    sentHeaders: text('Name of its `SentHeaders`'),
    openClient: text('Name of its `openClient`'),
    apiErrorOf: text('Name of its `ApiErrorOf`'),
    isApiErrorOf: text('Name of its `isApiErrorOf`'),
    schemes: list('The security schemes that operations use', {
      constant: text('Name of the constant of the scheme'),
      type: text('Name of the runtime’s type of it'),
      value: text('The scheme, as a literal'),
      isAsked: flag('Whether the caller must pass a credential'),
      ...remark,
      key: text('Name of the scheme, as a property key'),
      credential: text('Type of the credential'),
    }),
    calls: list('The operations as data; an operation that resumes others comes before them', {
      name: text('Name of the constant'),
      type: text('Name of the runtime’s type of it'),
      properties: list('Its properties', { property: text('Name and value, as in an object literal') }),
    }),
    operations: list('The operations, in the order of the description', {
      call: text('Name of the function'),
      key: text('Id of the operation, as a property key'),
      comment: text('Summary, method and path, as a comment'),
      inputName: text('Name of its input type'),
      inputComment: text('Comment of that type'),
      input: group('The input', {
        groups: list('The locations that have parameters: path, query, headers, cookies', {
          property: text('Name of the location'),
          isOptional: flag('Whether all of them are optional'),
          parameters: list('The parameters in this location', {
            ...remark,
            key: text('Name, as a property key'),
            type: text('Colon and type, with a question mark before them if it is optional'),
          }),
        }),
        hasOneBody: flag('Whether the body has only one media type'),
        body: text('The properties that pass a body of the first media type; empty without one'),
        bodies: list('All media types of the body', {
          form: text('The properties that pass a body of this media type'),
        }),
      }),
      isEmpty: flag('Whether the input is empty'),
      isUnion: flag('Whether the input is a union, because the body has several media types'),
      resultName: text('Name of its response type'),
      resultComment: text('Comment of that type'),
      responses: list('The results', { response: text('Type of the result') }),
      hasForms: flag('Whether the request chooses between a single result and a stream'),
      jsonInput: text('Name of the input type for a single result'),
      jsonForm: text('The properties that select it; empty if there is no choice'),
      streamInput: text('Name of the input type for a stream'),
      streamForm: text('The properties that select it; empty if there is no choice'),
      streamResultName: text('Name of the result type of a stream request'),
      streamResponses: list('The results that are streams', { response: text('Type of the result') }),
      hasOverloads: flag('Whether the function has several signatures'),
      overloads: list('The signatures, the most specific first', {
        comment: text('Block comment'),
        call: text('Name of the function'),
        signature: text('Parameters and return type'),
      }),
      signature: text('Parameters and return type of the implementation'),
      body: text('The expression that the function returns'),
      hasPagination: flag('Whether it is paginated'),
      pagination: text('Name of the function that does so; empty without one'),
      paginationComment: text('Comment of the pagination function; empty without one'),
      paginationSignature: text('Its parameters and return type; empty without one'),
      paginationBody: text('The expression that it returns; empty without one'),
    }),
  },
} as const satisfies DescribedOutput;

export type ClientView = ViewOf<typeof clientOutput.fields>;
