/** Describes `handler.ts`. */
import { flag, header, list, runtime, text, type ViewOf } from '../../field.ts';
import { hasOperations, type DescribedOutput } from '../../output.ts';

export const handlerOutput = {
  path: 'handler.ts',
  about: 'The entry point of a server, typed for its credentials',
  imports: ['operations.ts', 'server.ts', 'validators.ts', 'runtime'],
  isNeeded: hasOperations,
  fields: {
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
  },
} as const satisfies DescribedOutput;

export type HandlerView = ViewOf<typeof handlerOutput.fields>;
