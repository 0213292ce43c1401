/** Generic faults change their place and nothing else. */
import { describe, expect, it } from 'vitest';
import { createFault, type Fault } from '../../../../tools/selftest/faults/fault.ts';
import { alterRepeated, repeatResponse, samePath } from '../../../../tools/selftest/faults/repeat-faults.ts';
import * as requests from '../../../../tools/selftest/faults/request-faults.ts';
import * as responses from '../../../../tools/selftest/faults/response-faults.ts';
import * as streams from '../../../../tools/selftest/faults/stream-faults.ts';
import { perWorld } from '../../../../tools/selftest/mutations/mutation.ts';
import { mapResponse } from '../../../../tools/selftest/mutations/response-mutations.ts';
import type { RequestMatcher } from '../../../../tools/selftest/mutations/request-matcher.ts';
import {
  jsonService,
  send,
  echo,
  jsonIn,
  makeRequest,
  piecesIn,
  runRequest,
  streaming,
  type RequestParts,
} from './support.ts';

const create: RequestParts = { method: 'POST', path: '/v1/agents', body: '{"name":"One","icon":"x"}' };
const list = 'listAgents';

describe('the place of a fault', () => {
  const cases: readonly [string, RequestMatcher, RequestParts, boolean][] = [
    ['matches every operation by default', {}, {}, true],
    ['matches an operation', { operation: 'listAgents' }, {}, true],
    ['matches one of several operations', { operation: ['getAgent', 'listAgents'] }, {}, true],
    ['does not match another operation', { operation: 'getAgent' }, {}, false],
    ['matches an operation in a world', { operation: 'listAgents' }, { path: '/w/one/v1/agents' }, true],
    ['matches a well-known document', { operation: 'getProtectedResourceMetadata' }, wellKnown(''), true],
    ['matches one of a world', { operation: 'getProtectedResourceMetadata' }, wellKnown('/w/one'), true],
    ['does not match the control API', {}, { path: '/_mock/worlds' }, false],
    ['does not match the control API of a world', {}, { path: '/w/one/_mock/clock' }, false],
    ['matches a status', { status: 200 }, {}, true],
    ['matches a class of statuses', { status: 2 }, {}, true],
    ['does not match another status', { status: [4, 500] }, {}, false],
    ['matches a query', { query: /limit=1$/ }, { query: 'limit=1' }, true],
    ['does not match another query', { query: /limit=1$/ }, { query: 'limit=10' }, false],
    ['matches a present header', { header: 'if-match' }, { headers: { 'if-match': '1' } }, true],
    ['does not match a missing header', { header: 'if-match' }, {}, false],
    ['matches a request without a header', { without: 'if-match' }, {}, true],
    ['does not match one with it', { without: 'if-match' }, { headers: { 'if-match': '1' } }, false],
  ];

  it.each(cases)('%s', async (_, where, parts, isMeant) => {
    const mutation = mapResponse(where, (response) => ({ ...response, status: 207 }));
    expect((await send(mutation, jsonService(200, {}), parts)).status).toBe(isMeant ? 207 : 200);
  });

  it('names operations, statuses, headers, parameters and the detail', () => {
    const where = { operation: list, status: 4, query: /[?&]cursor=/, header: 'te' } as const;
    expect(createFault('', where, (serve) => serve, 'data').place).toBe(
      'listAgents 4 with cursor in the query with te data',
    );
  });
});

describe('a fault of a response', () => {
  const page = { data: [{ id: 'a' }, { id: 'b', name: 'B' }], more: false };
  const [first, second] = page.data;
  const cases: readonly [Fault, unknown][] = [
    [responses.omitProperty(list, 'data.[].name'), { data: [first, { id: 'b' }], more: false }],
    [responses.returnOther(list, 'more'), { ...page, more: true }],
    [responses.returnOther(list, 'data.[].name', 'C'), { ...page, data: [first, { id: 'b', name: 'C' }] }],
    [responses.returnOther(list, 'absent', 1), page],
    [responses.returnType(list, 'data.[].id'), { ...page, data: [{ id: 7 }, { ...second, id: 7 }] }],
    [responses.returnNull(list, 'more'), { ...page, more: null }],
    [responses.swapValue(list, 'data.[].id', 'a', 'z'), { ...page, data: [{ id: 'z' }, second] }],
    [responses.addProperty(list, 'total', 2), { ...page, total: 2 }],
    [responses.returnBody(list, []), []],
    [responses.loseFirst(list), { ...page, data: [second] }],
    [responses.loseLast(list, 'data'), { ...page, data: [first] }],
    [responses.repeatFirst(list, 'data'), { ...page, data: [first, first, second] }],
    [responses.reverseItems(list), { ...page, data: [second, first] }],
    [responses.emptyList(list, 'data'), { ...page, data: [] }],
    [
      responses.changeText('', list, (text) => text.toUpperCase()),
      { ...page, data: [{ id: 'A' }, { id: 'B', name: 'B' }] },
    ],
    [responses.omitProperty({ operation: list, status: 4 }, 'more'), page],
    [responses.omitProperty('getAgent', 'more'), page],
  ];

  it.each(cases.map(([fault, body]) => [fault.kind, fault, body] as const))(
    '%s',
    async (_, { mutation }, body) => {
      expect(jsonIn(await send(mutation, jsonService(200, page)))).toEqual(body);
    },
  );

  it('changes the status, and the body of errors', async () => {
    const send404 = async ({ mutation }: Fault) => (await send(mutation, jsonService(404, {}))).status;
    expect(await send404(responses.returnStatus(list, 404, 410))).toBe(410);
    expect(await send404(responses.returnStatus(list, 2, 410))).toBe(404);
    expect(await send404(responses.acceptRejected(list))).toBe(200);
  });

  it('changes headers and texts', async () => {
    const { headers } = await send(responses.omitHeader(list, 'x-served').mutation, echo);
    expect(headers).toEqual({ 'content-type': 'application/json' });
    expect(
      (await send(responses.sendHeader(list, 'x-served', 'no').mutation, echo)).headers['x-served'],
    ).toBe('no');
    expect((await send(responses.sendText(list, '{').mutation, echo)).body).toEqual({
      kind: 'text',
      text: '{',
    });
  });

  it('does not call the service', async () => {
    const serve = (): never => {
      throw new Error('The service was called.');
    };
    expect((await send(responses.rejectAll(list, 403).mutation, serve)).status).toBe(403);
    expect((await send(responses.pretendSuccess(list).mutation, serve)).status).toBe(200);
  });
});

describe('a fault of a request', () => {
  const named = { query: 'after=7&limit=1', headers: { te: 'x' } };
  const bearer = (key: string): RequestParts => ({ headers: { authorization: `Bearer ${key}` } });
  const owner = { headers: { authorization: requests.OPEN_KEY } };
  const cases: readonly [Fault, RequestParts, object][] = [
    [requests.ignoreParameter(list, 'after'), named, { query: 'limit=1' }],
    [requests.readParameter('', list, 'after', () => '8'), named, { query: 'after=8&limit=1' }],
    [requests.ignoreHeader(list, 'te'), named, { headers: {} }],
    [requests.readHeader('', list, 'te', () => 'y'), {}, { headers: { te: 'y' } }],
    [requests.ignoreProperty('createAgent', 'icon'), create, { body: '{"name":"One"}' }],
    [requests.assumeProperty('createAgent', 'name', 'Two'), create, { body: create.body }],
    [requests.assumeProperty('createAgent', 'type', 1), { ...create, body: '{}' }, { body: '{"type":1}' }],
    [requests.readBody('', 'createAgent', () => ({})), { ...create, body: '[1]' }, { body: '[1]' }],
    [requests.readBody('', 'createAgent', () => ({})), { ...create, body: '{"na' }, { body: '{"na' }],
    [requests.readTarget('', list, () => '/v1/other'), {}, { path: '/v1/other' }],
    [requests.admitEveryone(list), {}, owner],
    [requests.serveAsOwner(list), bearer('rt_live_other'), owner],
    [requests.serveAsOwner(list), bearer('rt_test_1'), bearer('rt_test_1')],
  ];

  it.each(cases.map(([fault, ...others]) => [fault.kind, fault, ...others] as const))(
    '%s',
    async (_, { mutation }, parts, received) => {
      expect(jsonIn(await send(mutation, echo, parts))).toMatchObject({ headers: {}, ...received });
    },
  );

  it('rejects or accepts bodies', async () => {
    const isOne = (body: Readonly<Record<string, unknown>>): boolean => body['name'] === 'One';
    const statusOf = async ({ mutation }: Fault, status: number) =>
      (await send(mutation, jsonService(status, {}), create)).status;
    expect(await statusOf(requests.rejectBodies('', 'createAgent', isOne), 201)).toBe(400);
    expect(await statusOf(requests.acceptBodies('', 'createAgent', isOne, {}), 400)).toBe(200);
  });
});

describe('a fault with a memory', () => {
  /** A service that counts its requests. */
  const counting = (status: number) => {
    let count = 0;
    return () => jsonService(status, { count: ++count })(makeRequest());
  };
  const countsOf = async ({ mutation }: Fault, status: number, ...parts: readonly RequestParts[]) => {
    const serve = perWorld(mutation)(counting(status));
    const responses = [];
    for (const each of parts) responses.push(jsonIn(await serve(makeRequest(each))));
    return responses.map((body) => (body as { count: number }).count);
  };
  const other = { ...create, body: '{"name":"Two"}' };

  it('repeats the first response to the same request', async () => {
    expect(await countsOf(repeatResponse('createAgent'), 201, create, other, create)).toEqual([1, 2, 1]);
  });

  it('stores no responses outside of its place', async () => {
    expect(await countsOf(repeatResponse('createAgent'), 400, create, create)).toEqual([1, 2]);
  });

  it('has a memory for each world', async () => {
    const paths = ['/w/one/v1/agents', '/v1/agents', '/w/one/v1/agents'].map((path) => ({ path }));
    expect(
      await countsOf(
        repeatResponse({}, () => 'all'),
        200,
        ...paths,
      ),
    ).toEqual([1, 2, 1]);
  });

  it('alters repeated responses only', async () => {
    expect(await countsOf(alterRepeated(list, 'count', samePath), 200, {}, {})).toEqual([1, 3]);
  });
});

describe('a fault of a stream', () => {
  const start = { type: 'text_start', seq: 1, id: 'a' };
  const one = { type: 'text_delta', seq: 2, id: 'a', delta: 'x' };
  const two = { type: 'text_delta', seq: 3, id: 'a', delta: 'y' };
  const cases: readonly [Fault, readonly object[]][] = [
    [streams.sendValue('text_delta', 'delta', 1), [start, { ...one, delta: 1 }, { ...two, delta: 1 }]],
    [streams.sendOther('text_start', 'seq'), [{ ...start, seq: 2 }, one, two]],
    [streams.omitFromEvents('*', 'id'), [start, one, two].map(({ id: _, ...event }) => event)],
    [streams.dropEvents('_delta'), [start]],
    [streams.dropFirst('text_delta'), [start, two]],
    [streams.repeatEvents('text_start'), [start, start, one, two]],
    [streams.delayEvents('text_start'), [one, start, two]],
    [
      streams.addEvent('text_start', { type: 'ping' }),
      [start, { ...start, type: 'ping', seq: 1.5 }, one, two],
    ],
    [streams.dropEvents('_delta', 'dispatchRun'), [start, one, two]],
  ];

  it.each(cases.map(([fault, events]) => [fault.kind, fault, events] as const))(
    '%s',
    async (_, { mutation }, events) => {
      const response = await send(mutation, streaming([start, one], [two]), runRequest);
      const text = (await piecesIn(response)).join('');
      expect(
        [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as unknown),
      ).toEqual(events);
    },
  );

  it('keeps the fields and the batches of events', async () => {
    const { mutation } = streams.sendValue('text_start', 'type', 'ping');
    expect(await piecesIn(await send(mutation, streaming([start], [two]), runRequest))).toEqual([
      'event: text_start\nid: 1\ndata: {"type":"ping","seq":1,"id":"a"}\n\n',
      'event: text_delta\nid: 3\ndata: {"type":"text_delta","seq":3,"id":"a","delta":"y"}\n\n',
    ]);
  });

  it('buffers everything until the end', async () => {
    const { mutation } = streams.bufferStreams();
    expect(await piecesIn(await send(mutation, streaming([start], [two]), runRequest))).toHaveLength(1);
  });

  it('breaks a stream after a number of events', async () => {
    const { body } = await send(streams.breakStreams(2).mutation, streaming([start, one], [two]), runRequest);
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      if (body.kind === 'frames') for await (const piece of body.frames) seen.push(piece);
    };
    await expect(read()).rejects.toThrow('The connection breaks.');
    expect(seen).toHaveLength(2);
  });
});

function wellKnown(world: string): RequestParts {
  return { path: `/.well-known/oauth-protected-resource${world}` };
}
