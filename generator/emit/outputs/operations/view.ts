/** Describes `operations.ts`. */
import { flag, header, list, runtime, text, type ViewOf } from '../../field.ts';
import { hasOperations, type DescribedOutput } from '../../output.ts';

export const operationsOutput = {
  path: 'operations.ts',
  about: 'The operations as data, for a server at run time',
  imports: ['validators.ts', 'runtime'],
  isNeeded: hasOperations,
  fields: {
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
  },
} as const satisfies DescribedOutput;

export type OperationsView = ViewOf<typeof operationsOutput.fields>;
