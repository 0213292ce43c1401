/** Mutations of requests and responses change their target and nothing else. */
import { perWorld } from '../../../../tools/selftest/mutations/mutation.ts';
import { describe, expect, it } from 'vitest';
import { repeatResponse } from '../../../../tools/selftest/mutations/stateful-mutations.ts';
import {
  respondWith,
  changeStatus,
  dropHeader,
  editJson,
  editObjects,
  replaceBody,
  setHeader,
} from '../../../../tools/selftest/mutations/response-mutations.ts';
import {
  replaceHeader,
  editQuery,
  editRequest,
  ignoreHeader,
} from '../../../../tools/selftest/mutations/request-mutations.ts';
import type { RequestMatcher } from '../../../../tools/selftest/mutations/request-matcher.ts';
import { jsonService, send, echo, jsonIn, makeRequest, runRequest, type RequestParts } from './support.ts';

const create: RequestParts = { method: 'POST', path: '/v1/agents', body: '{"name":"One"}' };

describe('the target of a mutation', () => {
  const cases: readonly [string, RequestMatcher, RequestParts, boolean][] = [
    ['matches every operation by default', {}, {}, true],
    ['matches an operation', { operation: 'listAgents' }, {}, true],
    ['matches one of several operations', { operation: ['getAgent', 'listAgents'] }, {}, true],
    ['does not match another operation', { operation: 'getAgent' }, {}, false],
    ['matches an operation in a world', { operation: 'listAgents' }, { path: '/w/one/v1/agents' }, true],
    ['matches a well-known document', { operation: 'getProtectedResourceMetadata' }, wellKnown(''), true],
    [
      'matches a well-known document of a world',
      { operation: 'getProtectedResourceMetadata' },
      wellKnown('/w/one'),
      true,
    ],
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
    [
      'does not match a request with an excluded header',
      { without: 'if-match' },
      { headers: { 'if-match': '1' } },
      false,
    ],
  ];

  it.each(cases)('%s', async (_, where, parts, isMeant) => {
    const { status } = await send(changeStatus(where, 207), jsonService(200, {}), parts);
    expect(status).toBe(isMeant ? 207 : 200);
  });
});

describe('a mutation of a response', () => {
  it('removes a header', async () => {
    expect((await send(dropHeader({}, 'x-served'), echo)).headers).toEqual({
      'content-type': 'application/json',
    });
  });

  it('sets a header', async () => {
    expect((await send(setHeader({}, 'x-served', 'no'), echo)).headers['x-served']).toBe('no');
  });

  it('edits the body in place', async () => {
    const mutation = editJson({}, (value) => {
      value['id'] = 7;
    });
    expect(jsonIn(await send(mutation, jsonService(200, { id: 'a', name: 'b' })))).toEqual({
      id: 7,
      name: 'b',
    });
  });

  it('returns another body', async () => {
    expect(
      jsonIn(
        await send(
          editJson({}, () => []),
          jsonService(200, { id: 'a' }),
        ),
      ),
    ).toEqual([]);
  });

  it('edits each nested object', async () => {
    const mutation = editObjects({}, (value) => {
      delete value['at'];
    });
    const response = await send(
      mutation,
      jsonService(200, { at: 1, list: [{ at: 2, id: 3 }], one: { at: 4 } }),
    );
    expect(jsonIn(response)).toEqual({ list: [{ id: 3 }], one: {} });
  });

  it('does not change a non-object body', async () => {
    expect(
      jsonIn(
        await send(
          editJson({}, () => 'lie'),
          jsonService(200, [1]),
        ),
      ),
    ).toEqual([1]);
  });

  it('replaces the text', async () => {
    expect((await send(replaceBody({}, '{'), echo)).body).toEqual({ kind: 'text', text: '{' });
  });

  it('does not call the service', async () => {
    const serve = (): never => {
      throw new Error('The service was asked.');
    };
    expect((await send(respondWith({}, 403, {}), serve)).status).toBe(403);
  });
});

describe('a mutation of a request', () => {
  it('hides a header', async () => {
    const response = await send(ignoreHeader({}, 'if-match'), echo, {
      headers: { 'if-match': '1', te: 'x' },
    });
    expect(jsonIn(response)).toMatchObject({ headers: { te: 'x' } });
    expect(jsonIn(response)).not.toHaveProperty('headers.if-match');
  });

  it('adds a header', async () => {
    const response = await send(replaceHeader({}, 'authorization', 'Bearer x'), echo);
    expect(jsonIn(response)).toMatchObject({ headers: { authorization: 'Bearer x' } });
  });

  it('replaces the query', async () => {
    const mutation = editQuery({}, (query) => query.set('after', '8'));
    expect(jsonIn(await send(mutation, echo, { query: 'after=7&limit=1' }))).toMatchObject({
      query: 'after=8&limit=1',
    });
  });

  it('replaces the body', async () => {
    const mutation = editRequest({}, (body) => {
      body['name'] = 'Two';
    });
    expect(jsonIn(await send(mutation, echo, create))).toMatchObject({ body: '{"name":"Two"}' });
  });

  it.each(['[1]', '{"na', ''])('does not change the body %j', async (body) => {
    expect(
      jsonIn(
        await send(
          editRequest({}, () => ({})),
          echo,
          { ...create, body },
        ),
      ),
    ).toMatchObject({ body });
  });
});

describe('a stateful mutation', () => {
  it('repeats the first response to the same request', async () => {
    let count = 0;
    const serve = repeatResponse({ operation: 'createAgent', status: 201 })(() =>
      jsonService(201, { count: ++count })(makeRequest()),
    );
    const counts = [];
    for (const body of ['{"name":"One"}', '{"name":"Two"}', '{"name":"One"}'])
      counts.push(jsonIn(await serve(makeRequest({ ...create, body }))));
    expect(counts).toEqual([{ count: 1 }, { count: 2 }, { count: 1 }]);
  });

  it('does not store responses outside of its target', async () => {
    let count = 0;
    const serve = repeatResponse({ status: 201 })(() => jsonService(400, { count: ++count })(makeRequest()));
    await serve(makeRequest(create));
    expect(jsonIn(await serve(makeRequest(create)))).toEqual({ count: 2 });
  });

  it('stores responses per world', async () => {
    let count = 0;
    const mutation = perWorld(repeatResponse({}, () => 'all'));
    const serve = mutation(() => jsonService(200, { count: ++count })(makeRequest()));
    const counts = [];
    for (const path of ['/w/one/v1/agents', '/v1/agents', '/w/one/v1/agents', '/w/two/v1/agents'])
      counts.push(jsonIn(await serve(makeRequest({ path }))));
    expect(counts).toEqual([{ count: 1 }, { count: 2 }, { count: 1 }, { count: 3 }]);
  });

  it('stores responses per service', async () => {
    let count = 0;
    const mutation = repeatResponse({ operation: 'executeAgent' });
    const counting = (): ReturnType<typeof echo> => jsonService(200, { count: ++count })(makeRequest());
    await send(mutation, counting, runRequest);
    expect(jsonIn(await send(mutation, counting, runRequest))).toEqual({ count: 2 });
  });
});

function wellKnown(world: string): RequestParts {
  return { path: `/.well-known/oauth-protected-resource${world}` };
}
