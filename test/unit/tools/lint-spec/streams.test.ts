import { describe, expect, it } from 'vitest';
import { lintText, openapiWith, operationWith } from './lint-text.ts';

const bothForms =
  "responses: {'200': {description: Yes., content: {text/event-stream: {}, application/json: {}}}}";

describe('contract/stream-pair', () => {
  const body = (member: string): string =>
    `requestBody: {content: {application/json: {schema: {type: object, properties: {streamResponse: ${member}}}}}}`;
  const chosen = 'x-stream: {parameter: streamResponse, default: true, event: E}';
  const streaming = "responses: {'200': {description: Yes., content: {text/event-stream: {}}}}";

  it.each([
    ['both forms and a choice', `${chosen}\n${body('{type: boolean, default: true}')}\n${bothForms}`, []],
    [
      'no choice in the body',
      `${chosen}\n${body('{type: string}')}\n${bothForms}`,
      ['`x-stream` refers to a boolean `streamResponse` with the default true, but the body has none.'],
    ],
    [
      'a different default',
      `${chosen}\n${body('{type: boolean, default: false}')}\n${bothForms}`,
      ['`x-stream` refers to a boolean `streamResponse` with the default true, but the body has none.'],
    ],
    [
      'no JSON',
      `${chosen}\n${body('{type: boolean, default: true}')}\n${streaming}`,
      ['A request can select JSON here, but the response has none.'],
    ],
    ['a stream without x-stream', streaming, ['This operation streams. Describe how in `x-stream`.']],
    ['an operation that always streams', `x-stream: {event: E}\n${streaming}`, []],
    [
      'a choice without x-stream.parameter',
      `x-stream: {event: E}\n${body('{type: boolean}')}\n${bothForms}`,
      [
        'An operation with a body lets the request select the form: set `x-stream.parameter` to the name of the property.',
      ],
    ],
    [
      'x-stream without a stream',
      "x-stream: {event: E}\nresponses: {'200': {description: Yes.}}",
      ['`x-stream` is set on an operation that does not stream.'],
    ],
    ['a plain operation', "responses: {'200': {description: Yes.}}", []],
  ])('on %s', async (_name, operation, expected) => {
    expect(await lintText('stream-pair', operationWith(operation))).toEqual(expected);
  });
});

describe('contract/sse-frame', () => {
  const union = `components:
  schemas:
    Event: {oneOf: [{$ref: '#/components/schemas/ping'}, {$ref: '#/components/schemas/end'}]}
    ping: {type: object, required: [type, n], properties: {type: {const: ping}, n: {type: integer}}}
    end: {type: object, required: [type], properties: {type: {const: end}}}`;
  const data = "data: {type: string, contentSchema: {$ref: '#/components/schemas/Event'}}";
  const frame = `{required: [data], properties: {${data}}}`;
  const lintStream = (schema: string, example?: string): Promise<readonly string[]> => {
    const examples = example === undefined ? '' : `, examples: {a: {value: ${JSON.stringify(example)}}}`;
    const content = `text/event-stream: {schema: ${schema}${examples}}`;
    return lintText(
      'sse-frame',
      operationWith(`responses: {'200': {description: Yes., content: {${content}}}}`, '/a', union),
    );
  };
  const ping = 'event: ping\ndata: {"type":"ping","n":1}\n\n';

  it.each([
    ['a frame', frame, []],
    [
      'a typed frame',
      frame.replace('{required', '{type: object, required'),
      [
        'A frame requires a schema without `type` and with a required `data`, so that tools accept it both as text and as an object.',
      ],
    ],
    [
      'a frame with optional data',
      `{properties: {${data}}}`,
      [
        'A frame requires a schema without `type` and with a required `data`, so that tools accept it both as text and as an object.',
      ],
    ],
    [
      'untyped data',
      '{required: [data], properties: {data: {type: string}}}',
      ['Set `data.contentSchema` to the schema of an event.'],
    ],
  ])('on %s', async (_name, schema, expected) => {
    expect(await lintStream(schema)).toEqual(expected);
  });

  it.each([
    ['frames', `${ping}data: {"type":"end"}\n\n`, []],
    [
      'an invalid event',
      'data: {"type":"ping"}\n\n',
      ["The event in frame 1 is wrong: must have required property 'n'."],
    ],
    [
      'an unknown event',
      'data: {"type":"pong"}\n\n',
      ['The event in frame 1 is wrong: /type is pong, which is not an event.'],
    ],
    [
      'a wrong name',
      'event: end\ndata: {"type":"ping","n":1}\n\n',
      ['Frame 1 is named end, but the type in its data is ping.'],
    ],
    ['no JSON', 'data: [DONE]\n\n', ['The data of frame 1 is not JSON.']],
    [
      'a frame without a blank line',
      'data: {"type":"end"}\n',
      ['The example has no frame that ends with an empty line.'],
    ],
    [
      'a last frame without a blank line',
      `${ping}data: {"type":"end"}\n`,
      ['A reader finds 1 frames and the example shows 2; does the last one end with an empty line?'],
    ],
  ])('on an example with %s', async (_name, example, expected) => {
    expect(await lintStream(frame, example)).toEqual(expected);
  });

  it('requires a string as example', async () => {
    const content = `text/event-stream: {schema: ${frame}, examples: {a: {value: {type: ping}}}}`;
    const document = operationWith(
      `responses: {'200': {description: Yes., content: {${content}}}}`,
      '/a',
      union,
    );
    expect(await lintText('sse-frame', document)).toEqual([
      'An example of a stream must be text, frame by frame.',
    ]);
  });

  it('ignores other media types', async () => {
    expect(await lintText('sse-frame', openapiWith('paths: {}'))).toEqual([]);
  });
});
