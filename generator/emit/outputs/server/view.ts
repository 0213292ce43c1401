/** Describes `server.ts`. */
import { flag, group, header, list, remark, runtime, text, type ViewOf } from '../../field.ts';
import { hasOperations, type DescribedOutput } from '../../output.ts';

export const serverOutput = {
  path: 'server.ts',
  about: 'The types of requests and responses, and the interface of all handlers',
  imports: ['types.ts', 'runtime'],
  isSplit: true,
  isNeeded: hasOperations,
  fields: {
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
  },
} as const satisfies DescribedOutput;

export type ServerView = ViewOf<typeof serverOutput.fields>;
