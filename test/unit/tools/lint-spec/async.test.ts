import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintText } from './lint-text.ts';

/** An AsyncAPI document next to the OpenAPI document in `fixtures/parity`. */
function asyncapi(changes: Readonly<Record<string, string>> = {}): string {
  const text = `asyncapi: 3.0.0
info: {title: Small, version: 1.0.0}
channels:
  run:
    address: /v1/runs/{id}
    parameters: {id: {description: The run.}}
    messages: {start: {$ref: '#/components/messages/start'}, end: {$ref: '#/components/messages/end'}}
operations:
  startRun:
    action: receive
    x-openapi-operation: startRun
    channel: {$ref: '#/channels/run'}
    bindings: {http: {method: POST}}
components:
  messages:
    start:
      x-sse: {event: start}
      payload: {$ref: '#/components/schemas/start'}
      examples: [{payload: {type: start, at: 1}}]
    end:
      x-sse: {event: end}
      payload: {type: object}
  schemas:
    start: {type: object, required: [type], properties: {type: {const: start}, at: {type: number}}}
`;
  return Object.entries(changes).reduce((changed, [from, to]) => changed.replace(from, to), text);
}

describe('contract/async-openapi-parity', () => {
  const lintBeside = (source: string): Promise<readonly string[]> =>
    lintText('async-openapi-parity', source, join('../parity', 'asyncapi.yaml'));

  it('accepts equal documents', async () => {
    expect(await lintBeside(asyncapi())).toEqual([]);
  });

  it('accepts a reply channel without an `address`', async () => {
    const shared = {
      "messages: {start: {$ref: '#/components/messages/start'}, end: {$ref: '#/components/messages/end'}}": `messages: {}
  runEvents:
    messages: {start: {$ref: '#/components/messages/start'}, end: {$ref: '#/components/messages/end'}}`,
      'bindings: {http: {method: POST}}': `bindings: {http: {method: POST}}
    reply: {channel: {$ref: '#/channels/runEvents'}}`,
    };
    expect(await lintBeside(asyncapi(shared))).toEqual([]);
  });

  it.each<readonly [string, Readonly<Record<string, string>>, string]>([
    [
      'a different address',
      { '/v1/runs/{id}': '/v1/walks/{id}' },
      'No path of the OpenAPI document is `/v1/walks/{id}`.',
    ],
    [
      'different parameters',
      { 'parameters: {id:': 'parameters: {run:' },
      'The address has the parameters id, and the channel run.',
    ],
    [
      'an unknown operation',
      { 'x-openapi-operation: startRun': 'x-openapi-operation: stopRun' },
      'No operation of the OpenAPI document has the id `stopRun`; name one in `x-openapi-operation`.',
    ],
    ['a different method', { 'method: POST': 'method: PUT' }, '`startRun` is a POST.'],
    [
      'an unknown event',
      { 'x-sse: {event: start}': 'x-sse: {event: begin}' },
      'The union of the stream has no event `begin`.',
    ],
    [
      'a missing event',
      { 'x-sse: {event: end}': 'title: End' },
      'The stream has the event `end`, and no message has it in `x-sse`.',
    ],
  ])('rejects %s', async (_name, changes, expected) => {
    expect(await lintBeside(asyncapi(changes))).toContain(expected);
  });
});

describe('contract/async-examples', () => {
  it('accepts valid examples', async () => {
    expect(await lintText('async-examples', asyncapi(), 'asyncapi.yaml')).toEqual([]);
  });

  it.each<readonly [string, string, string]>([
    ['a wrong value', '{type: start, at: now}', 'The example does not fit the payload: must be number.'],
    [
      'a missing property',
      '{at: 1}',
      "The example does not fit the payload: must have required property 'type'.",
    ],
  ])('rejects %s', async (_name, payload, expected) => {
    const document = asyncapi({ '{type: start, at: 1}': payload });
    expect(await lintText('async-examples', document, 'asyncapi.yaml')).toEqual([expected]);
  });
});
