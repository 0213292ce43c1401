/** Lies about requests and responses change what they are about, and nothing else. */
import { describe, expect, it } from 'vitest';
import { perWorld, repeatResponse } from '../../../../tools/selftest/mutants/stateful-mutations.ts';
import {
  respondWith,
  changeStatus,
  dropHeader,
  editJson,
  editObjects,
  replaceBody,
  setHeader,
} from '../../../../tools/selftest/mutants/response-mutations.ts';
import {
  replaceHeader,
  editQuery,
  editRequest,
  ignoreHeader,
} from '../../../../tools/selftest/mutants/request-mutations.ts';
import type { RequestMatcher } from '../../../../tools/selftest/mutants/request-matcher.ts';
import { answering, ask, echo, jsonIn, makeRequest, runRequest, type Asked } from './support.ts';

const create: Asked = { method: 'POST', path: '/v1/agents', body: '{"name":"One"}' };

describe('where a mutation applies', () => {
  const cases: readonly [string, RequestMatcher, Asked, boolean][] = [
    ['every operation', {}, {}, true],
    ['the operation', { operation: 'listAgents' }, {}, true],
    ['one of several operations', { operation: ['getAgent', 'listAgents'] }, {}, true],
    ['another operation', { operation: 'getAgent' }, {}, false],
    ['the same operation in a world', { operation: 'listAgents' }, { path: '/w/one/v1/agents' }, true],
    ['a well-known document', { operation: 'getProtectedResourceMetadata' }, wellKnown(''), true],
    ['one of a world', { operation: 'getProtectedResourceMetadata' }, wellKnown('/w/one'), true],
    ['what steers the mock', {}, { path: '/_mock/worlds' }, false],
    ['what steers a world', {}, { path: '/w/one/_mock/clock' }, false],
    ['the status', { status: 200 }, {}, true],
    ['the hundred of the status', { status: 2 }, {}, true],
    ['another status', { status: [4, 500] }, {}, false],
    ['a query that fits', { query: /limit=1$/ }, { query: 'limit=1' }, true],
    ['a query that does not', { query: /limit=1$/ }, { query: 'limit=10' }, false],
    ['a header that is there', { header: 'if-match' }, { headers: { 'if-match': '1' } }, true],
    ['a header that is not', { header: 'if-match' }, {}, false],
    ['a header that is missing as meant', { without: 'if-match' }, {}, true],
    ['a header that should be missing', { without: 'if-match' }, { headers: { 'if-match': '1' } }, false],
  ];

  it.each(cases)('is %s', async (_, where, asked, isMeant) => {
    const { status } = await ask(changeStatus(where, 207), answering(200, {}), asked);
    expect(status).toBe(isMeant ? 207 : 200);
  });
});

describe('a mutation of a response', () => {
  it('leaves a header out', async () => {
    expect((await ask(dropHeader({}, 'x-served'), echo)).headers).toEqual({
      'content-type': 'application/json',
    });
  });

  it('sets a header', async () => {
    expect((await ask(setHeader({}, 'x-served', 'no'), echo)).headers['x-served']).toBe('no');
  });

  it('edits the body in place', async () => {
    const mutation = editJson({}, (value) => {
      value['id'] = 7;
    });
    expect(jsonIn(await ask(mutation, answering(200, { id: 'a', name: 'b' })))).toEqual({ id: 7, name: 'b' });
  });

  it('answers another body', async () => {
    expect(
      jsonIn(
        await ask(
          editJson({}, () => []),
          answering(200, { id: 'a' }),
        ),
      ),
    ).toEqual([]);
  });

  it('edits each object inside of it', async () => {
    const mutation = editObjects({}, (value) => {
      delete value['at'];
    });
    const response = await ask(mutation, answering(200, { at: 1, list: [{ at: 2, id: 3 }], one: { at: 4 } }));
    expect(jsonIn(response)).toEqual({ list: [{ id: 3 }], one: {} });
  });

  it('leaves a body that is no object', async () => {
    expect(
      jsonIn(
        await ask(
          editJson({}, () => 'lie'),
          answering(200, [1]),
        ),
      ),
    ).toEqual([1]);
  });

  it('replaces the text', async () => {
    expect((await ask(replaceBody({}, '{'), echo)).body).toEqual({ kind: 'text', text: '{' });
  });

  it('does not ask the service at all', async () => {
    const serve = (): never => {
      throw new Error('The service was asked.');
    };
    expect((await ask(respondWith({}, 403, {}), serve)).status).toBe(403);
  });
});

describe('a mutation of a request', () => {
  it('does not see a header', async () => {
    const response = await ask(ignoreHeader({}, 'if-match'), echo, {
      headers: { 'if-match': '1', te: 'x' },
    });
    expect(jsonIn(response)).toMatchObject({ headers: { te: 'x' } });
    expect(jsonIn(response)).not.toHaveProperty('headers.if-match');
  });

  it('sees a header that was not sent', async () => {
    const response = await ask(replaceHeader({}, 'authorization', 'Bearer x'), echo);
    expect(jsonIn(response)).toMatchObject({ headers: { authorization: 'Bearer x' } });
  });

  it('reads another query', async () => {
    const mutation = editQuery({}, (query) => query.set('after', '8'));
    expect(jsonIn(await ask(mutation, echo, { query: 'after=7&limit=1' }))).toMatchObject({
      query: 'after=8&limit=1',
    });
  });

  it('reads another body', async () => {
    const mutation = editRequest({}, (body) => {
      body['name'] = 'Two';
    });
    expect(jsonIn(await ask(mutation, echo, create))).toMatchObject({ body: '{"name":"Two"}' });
  });

  it.each(['[1]', '{"na', ''])('leaves the body %j as it is', async (body) => {
    expect(
      jsonIn(
        await ask(
          editRequest({}, () => ({})),
          echo,
          { ...create, body },
        ),
      ),
    ).toMatchObject({ body });
  });
});

describe('a mutation with memory', () => {
  it('gives the first reply to the same request again', async () => {
    let count = 0;
    const serve = repeatResponse({ operation: 'createAgent', status: 201 })(() =>
      answering(201, { count: ++count })(makeRequest()),
    );
    const counts = [];
    for (const body of ['{"name":"One"}', '{"name":"Two"}', '{"name":"One"}'])
      counts.push(jsonIn(await serve(makeRequest({ ...create, body }))));
    expect(counts).toEqual([{ count: 1 }, { count: 2 }, { count: 1 }]);
  });

  it('forgets what was not meant', async () => {
    let count = 0;
    const serve = repeatResponse({ status: 201 })(() => answering(400, { count: ++count })(makeRequest()));
    await serve(makeRequest(create));
    expect(jsonIn(await serve(makeRequest(create)))).toEqual({ count: 2 });
  });

  it('remembers each world on its own', async () => {
    let count = 0;
    const mutation = perWorld(repeatResponse({}, () => 'all'));
    const serve = mutation(() => answering(200, { count: ++count })(makeRequest()));
    const counts = [];
    for (const path of ['/w/one/v1/agents', '/v1/agents', '/w/one/v1/agents', '/w/two/v1/agents'])
      counts.push(jsonIn(await serve(makeRequest({ path }))));
    expect(counts).toEqual([{ count: 1 }, { count: 2 }, { count: 1 }, { count: 3 }]);
  });

  it('remembers nothing of another service', async () => {
    let count = 0;
    const mutation = repeatResponse({ operation: 'executeAgent' });
    const counting = (): ReturnType<typeof echo> => answering(200, { count: ++count })(makeRequest());
    await ask(mutation, counting, runRequest);
    expect(jsonIn(await ask(mutation, counting, runRequest))).toEqual({ count: 2 });
  });
});

function wellKnown(world: string): Asked {
  return { path: `/.well-known/oauth-protected-resource${world}` };
}
