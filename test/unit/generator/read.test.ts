import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../generator/json/documents.ts';
import { asyncapi, contractOf, json, openapi, ref, stream } from './support/documents.ts';

const string = { type: 'string' };

describe('operations', () => {
  it('are named by method and path without an operationId, and numbered if two names are equal', () => {
    const { contract, codes } = contractOf(
      openapi({
        '/a/{id}': {
          get: { parameters: [{ name: 'id', in: 'path', required: true, schema: string }], responses: {} },
        },
        '/b': { get: { operationId: 'twice', responses: {} }, post: { operationId: 'twice', responses: {} } },
      }),
    );
    expect(contract.operations.map(({ id }) => id)).toEqual(['getAId', 'twice', 'twice2']);
    expect(codes).toEqual(['OPERATION_ID_MISSING', 'OPERATION_ID_DUPLICATE']);
  });

  it('inherit the security of the document unless they have their own', () => {
    const { contract } = contractOf(
      openapi(
        {
          '/a': {
            get: { responses: {} },
            put: { security: [], responses: {} },
            post: { security: [{ key: ['write'], sig: [] }, {}], responses: {} },
          },
        },
        {},
        { security: [{ key: [] }] },
      ),
    );
    expect(contract.operations.map(({ method, security }) => [method, security])).toEqual([
      ['get', [[{ name: 'key', scopes: [] }]]],
      ['put', []],
      [
        'post',
        [
          [
            { name: 'key', scopes: ['write'] },
            { name: 'sig', scopes: [] },
          ],
          [],
        ],
      ],
    ]);
  });

  it('keep their extensions and those of their path item', () => {
    const { contract } = contractOf(openapi({ '/a': { 'x-path': 1, get: { 'x-own': [2], responses: {} } } }));
    expect(contract.operations[0]?.extensions).toEqual({ 'x-path': 1, 'x-own': [2] });
  });
});

describe('validators', () => {
  const { contract } = contractOf(
    openapi(
      {
        '/a': {
          post: {
            operationId: 'makeA',
            parameters: [
              { name: 'page-size', in: 'query', schema: { type: 'integer' } },
              { $ref: '#/components/parameters/Cursor' },
            ],
            requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
            responses: {
              '200': json({ ...ref('Thing'), description: 'a remark changes nothing' }),
              '201': json({ type: 'array', items: ref('Thing') }),
              '400': { $ref: '#/components/responses/BadRequest' },
              '404': { $ref: '#/components/responses/BadRequest' },
            },
          },
        },
      },
      { Thing: { properties: { part: ref('Part') } }, Part: string, Unused: string },
      {},
    ),
  );
  const withComponents = contractOf(
    openapi(
      {},
      {},
      {
        paths: {
          '/a': {
            get: {
              operationId: 'getA',
              parameters: [{ $ref: '#/components/parameters/Cursor' }],
              responses: {
                '400': { $ref: '#/components/responses/Bad' },
                '401': { $ref: '#/components/responses/Bad' },
              },
            },
          },
        },
        components: {
          parameters: { Cursor: { name: 'cursor', in: 'query', schema: string } },
          headers: { 'Retry-After': { schema: { type: 'integer' } } },
          responses: {
            Bad: {
              ...json({ type: 'object' }),
              headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
            },
          },
        },
      },
    ),
  ).contract;

  it('are named after the operation and the part for an inline schema', () => {
    expect(contract.checks.filter(({ component }) => component === null).map(({ name }) => name)).toEqual([
      'makeAQueryPageSize',
      'makeABody',
      'makeAResponse201Json',
    ]);
  });

  it('are shared with a component for a reference, and exist for every reachable component', () => {
    expect(contract.checks.filter(({ component }) => component !== null).map(({ name }) => name)).toEqual([
      'Thing',
      'Part',
    ]);
    const [response] = contract.operations[0]?.responses ?? [];
    expect(response?.content).toMatchObject([{ kind: 'json', check: 'Thing' }]);
  });

  it('are named after the component for a shared parameter, header or response, and exist once', () => {
    expect(withComponents.checks.map(({ name }) => name)).toEqual([
      'cursorParameter',
      'retryAfterHeader',
      'badResponseJson',
    ]);
  });

  it('list whether requests or responses use a declaration', () => {
    expect(contract.schemas.map(({ name, usedBy }) => [name, usedBy])).toEqual([
      ['Thing', 'response'],
      ['Part', 'response'],
      ['Unused', 'none'],
    ]);
  });
});

describe('references', () => {
  it('into the middle of a schema or a path become declarations', () => {
    const { contract, codes } = contractOf(
      openapi(
        { '/a': { get: { operationId: 'getA', responses: { '200': json({ type: 'object' }) } } } },
        {
          A: { properties: { inner: string } },
          B: { properties: { x: { $ref: '#/components/schemas/A/properties/inner' } } },
          C: { $ref: '#/paths/~1a/get/responses/200/content/application~1json/schema' },
        },
      ),
    );
    expect(codes).toEqual([]);
    expect(contract.schemas.map(({ name, schema }) => [name, schema])).toEqual([
      ['A', { properties: { inner: string } }],
      ['B', { properties: { x: ref('aInner') } }],
      ['C', ref('aGetResponses200ApplicationJson')],
      ['aInner', string],
      ['aGetResponses200ApplicationJson', { type: 'object' }],
    ]);
  });

  it('that cannot be resolved accept anything and are reported', () => {
    const { contract, codes } = contractOf(
      openapi({}, { A: { properties: { x: ref('Missing') }, required: ['x'] } }),
    );
    expect(contract.schemas[0]?.schema).toEqual({ properties: { x: {} }, required: ['x'] });
    expect(codes).toEqual(['REFERENCE_BROKEN']);
  });
});

describe('streams', () => {
  const events = {
    RunEvent: { oneOf: [ref('start'), ref('end')] },
    start: { type: 'object', required: ['type'], properties: { type: { const: 'start' } } },
    end: { type: 'object', required: ['type'], properties: { type: { const: 'end' } } },
  };
  const operation = (hints: object): Parameters<typeof openapi>[0] => ({
    '/runs': {
      post: { operationId: 'run', responses: { '200': stream(ref('RunEvent')) }, 'x-stream': { ...hints } },
    },
  });

  it('have their events and terminal events, and events have their tag', () => {
    const { contract } = contractOf(
      openapi(operation({ terminal: ['end'], parameter: 'stream', default: true }), events),
    );
    expect(contract.streams).toMatchObject([
      {
        name: 'RunEvent',
        tag: 'type',
        terminal: ['end'],
        events: [
          { type: 'start', schema: 'start' },
          { type: 'end', schema: 'end' },
        ],
      },
    ]);
    expect(contract.schemas.map(({ name, event }) => [name, event])).toEqual([
      ['RunEvent', null],
      ['start', 'start'],
      ['end', 'end'],
    ]);
    expect(contract.operations[0]?.stream).toEqual({
      stream: 'RunEvent',
      parameter: { name: 'stream', default: true },
      channels: [],
    });
  });

  it('with the same union are merged, with the details of each operation', () => {
    const { contract } = contractOf(
      openapi(
        {
          '/a': {
            get: {
              operationId: 'a',
              responses: { '200': stream(ref('RunEvent')) },
              'x-stream': { terminal: ['end'] },
            },
          },
          '/b': {
            get: {
              operationId: 'b',
              responses: { '200': stream(ref('RunEvent')) },
              'x-stream': { pause: ['start'] },
            },
          },
        },
        events,
      ),
    );
    expect(contract.streams).toMatchObject([{ name: 'RunEvent', terminal: ['end'], pausing: ['start'] }]);
  });

  it('are matched with the channel of the same address, and differences are reported', () => {
    const messages = { start: { payload: ref('start') } };
    const { contract, codes } = contractOf(
      openapi(operation({}), events),
      asyncapi({ runs: { address: '/runs', messages } }, { start: events.start }),
    );
    expect(contract.channels).toMatchObject([{ id: 'runs', delivery: 'stream', streams: ['RunEvent'] }]);
    expect(contract.operations[0]?.stream?.channels).toEqual(['runs']);
    expect(codes).toEqual(['STREAM_EVENTS_DIFFER']);
  });

  it('read their messages from a shared reply channel without an address', () => {
    const request = { payload: { type: 'object' } };
    const call = (channel: string): JsonObject => ({
      action: 'receive',
      channel: { $ref: `#/channels/${channel}` },
      messages: [{ $ref: `#/channels/${channel}/messages/ask` }],
      reply: { channel: { $ref: '#/channels/runEvents' } },
    });
    const { contract, codes } = contractOf(
      asyncapi(
        {
          run: { address: '/runs', messages: { ask: request } },
          resume: { address: '/resume', messages: { ask: { ...request } } },
          runEvents: { messages: { start: { payload: ref('start') }, end: { payload: ref('end') } } },
        },
        events,
        { operations: { run: call('run'), resume: call('resume') } },
      ),
    );
    const messages = contract.channels.map(({ id, messages: list }) => [
      id,
      list.map(({ id: key, direction }) => `${key} ${direction}`),
    ]);
    expect(messages).toEqual([
      ['run', ['ask request', 'start reply', 'end reply']],
      ['resume', ['ask request', 'start reply', 'end reply']],
    ]);
    expect(codes).toEqual([]);
  });

  it('have no messages that the service receives, which have a union of their own', () => {
    const socket = {
      address: '/socket',
      messages: { start: { payload: ref('start') }, say: { payload: ref('say') } },
    };
    const action = (name: string, message: string): JsonObject => ({
      action: name,
      channel: { $ref: '#/channels/socket' },
      messages: [{ $ref: `#/channels/socket/messages/${message}` }],
    });
    const { contract } = contractOf(
      asyncapi(
        { socket },
        { start: events.start, say: { type: 'object' } },
        { operations: { tell: action('send', 'start'), hear: action('receive', 'say') } },
      ),
    );
    const unions = contract.checks.filter(({ component }) => component === null);
    expect(unions.map(({ name, schema }) => [name, schema])).toEqual([
      ['socketEvent', { anyOf: [ref('start')] }],
      ['socketReceived', { anyOf: [ref('say')] }],
    ]);
  });

  it('are created from the messages of a channel without operations', () => {
    const { contract } = contractOf(
      asyncapi(
        {
          prices: {
            address: 'prices',
            messages: { start: { payload: ref('start') }, end: { payload: events.end } },
          },
        },
        { start: events.start },
      ),
    );
    expect(contract.streams).toMatchObject([
      { name: 'pricesEvent', tag: 'type', events: [{ schema: 'start' }, { schema: 'end' }] },
    ]);
    expect(contract.checks.map(({ name }) => name)).toEqual(['start', 'end', 'pricesEvent']);
  });

  it('are not created from a polled channel', () => {
    const { contract } = contractOf(
      asyncapi({ feed: { address: '/feed', 'x-delivery': 'poll', messages: { a: { payload: string } } } }),
    );
    expect(contract.channels).toMatchObject([{ delivery: 'poll', streams: [] }]);
    expect(contract.streams).toEqual([]);
  });
});

describe('several documents', () => {
  it('share equal schemas, and rename different ones with the same name', () => {
    const { contract, codes } = contractOf(
      openapi({}, { Same: string, Other: string }),
      asyncapi(
        { c: { messages: { m: { payload: ref('Other') } } } },
        { Same: string, Other: { properties: { s: ref('Same') } } },
      ),
    );
    expect(contract.schemas.map(({ name }) => name)).toEqual(['Same', 'Other', 'Other2']);
    expect(contract.channels[0]?.messages[0]?.payload).toBe('Other2');
    expect(codes).toEqual(['SCHEMA_RENAMED']);
  });
});
