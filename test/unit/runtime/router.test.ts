import { describe, expect, test } from 'vitest';
import { createRouter, type RouteMatch } from '../../../templates/runtime/router.ts';
import { processorTime } from '../../support/processor-time.ts';

const routes = [
  'GET /',
  'GET /v1/agents',
  'POST /v1/agents',
  'POST /v1/agents/fetch-agent-card',
  'GET /v1/agents/{id}',
  'PUT /v1/agents/{id}',
  'GET /v1/agents/{id}/executions/{executionId}',
  'GET /v1/agent-versions/{agentId}',
  'GET /v1/agent-versions/{agentId}/published',
  'GET /v1/agent-versions/{agentId}/{versionId}',
  'GET /v1/a/{x}/c',
  'GET /v1/a/b/d',
  'GET /files/{name}.json',
  'GET /files/{name}',
  'POST /jobs/{id}:cancel',
  'GET /range/{from}..{to}',
  'GET /.well-known/oauth-authorization-server',
].map((line) => ({ method: line.split(' ')[0]!, path: line.split(' ')[1]!, line }));

const router = createRouter(routes);

function formatMatch(match: RouteMatch<(typeof routes)[number]>): string {
  if (match.kind === 'none') return 'none';
  if (match.kind === 'method') return `only ${match.allowed.join(' ')}`;
  return [
    match.operation.line,
    ...Object.entries(match.params).map(([name, value]) => `${name}=${value}`),
  ].join(' | ');
}

test.each([
  ['GET', '/', 'GET /'],
  ['GET', '/v1/agents', 'GET /v1/agents'],
  ['POST', '/v1/agents', 'POST /v1/agents'],
  ['GET', '/v1/agents/a1', 'GET /v1/agents/{id} | id=a1'],
  [
    'GET',
    '/v1/agents/a1/executions/e2',
    'GET /v1/agents/{id}/executions/{executionId} | id=a1 | executionId=e2',
  ],
  ['GET', '/.well-known/oauth-authorization-server', 'GET /.well-known/oauth-authorization-server'],
])('a request is routed to its operation %s %s', (method, path, found) => {
  expect(formatMatch(router.match(method, path))).toBe(found);
});

test.each([
  ['GET', '/v1/agent-versions/a/published', 'GET /v1/agent-versions/{agentId}/published | agentId=a'],
  ['GET', '/v1/agent-versions/a/v', 'GET /v1/agent-versions/{agentId}/{versionId} | agentId=a | versionId=v'],
  ['POST', '/v1/agents/fetch-agent-card', 'POST /v1/agents/fetch-agent-card'],
  ['GET', '/v1/a/b/d', 'GET /v1/a/b/d'],
  ['GET', '/files/x.json', 'GET /files/{name}.json | name=x'],
  ['GET', '/files/x.yaml', 'GET /files/{name} | name=x.yaml'],
])('a literal takes precedence over a parameter %s %s', (method, path, found) => {
  expect(formatMatch(router.match(method, path))).toBe(found);
});

test.each([
  ['GET', '/v1/a/b/c', 'GET /v1/a/{x}/c | x=b'],
  ['GET', '/v1/agents/fetch-agent-card', 'GET /v1/agents/{id} | id=fetch-agent-card'],
  ['GET', '/files/.json', 'GET /files/{name} | name=.json'],
])('the router backtracks from a more specific branch without a match %s %s', (method, path, found) => {
  expect(formatMatch(router.match(method, path))).toBe(found);
});

test.each([
  ['POST', '/jobs/7:cancel', 'POST /jobs/{id}:cancel | id=7'],
  ['POST', '/jobs/a:cancel:cancel', 'POST /jobs/{id}:cancel | id=a:cancel'],
  ['POST', '/jobs/:cancel', 'none'],
  ['POST', '/jobs/7', 'none'],
  ['GET', '/range/1..9', 'GET /range/{from}..{to} | from=1 | to=9'],
  ['GET', '/range/1..', 'none'],
])('parameters inside a segment %s %s', (method, path, found) => {
  expect(formatMatch(router.match(method, path))).toBe(found);
});

test.each([
  ['DELETE', '/v1/agents', 'only GET POST'],
  ['DELETE', '/v1/agents/fetch-agent-card', 'only GET POST PUT'],
  ['get', '/v1/agents', 'only GET POST'],
])('a path without the method lists its supported methods %s %s', (method, path, found) => {
  expect(formatMatch(router.match(method, path))).toBe(found);
});

test.each([
  '',
  'v1/agents',
  '/v1',
  '/v1/agents/',
  '//v1/agents',
  '/v1/agents/a1/',
  '/v1/agents/a1/executions/',
  '/v1/Agents',
  '/v1/agents/%',
  '/v1/agents/%zz',
  '/v1/agents/%c3%28',
  '/__proto__',
  '/constructor',
  '/v1/toString',
  '/v1/hasOwnProperty/x',
])('there is no match for %j', (path) => {
  expect(formatMatch(router.match('GET', path))).toBe('none');
});

describe('percent-encoding', () => {
  test.each([
    ['/v1/agents/a%20b', 'a b'],
    ['/v1/agents/%C3%A9', 'é'],
    ['/v1/agents/a%2Fb', 'a/b'],
    ['/v1/agents/a+b', 'a+b'],
    ['/v1/agents/%2e%2e', '..'],
    ['/v1/%61gents/x', 'x'],
  ])('of %s is decoded once', (path, id) => {
    expect(router.match('GET', path)).toMatchObject({ kind: 'found', params: { id } });
  });

  test('is not decoded twice', () => {
    expect(router.match('GET', '/v1/agents/%2525')).toMatchObject({ params: { id: '%25' } });
  });
});

test('parameters have no inherited names', () => {
  const match = router.match('GET', '/v1/agents/__proto__');
  expect(match.kind === 'found' && Object.keys(match.params)).toEqual(['id']);
  expect(match.kind === 'found' && match.params['constructor']).toBeUndefined();
});

test('the first of two operations with the same shape is used', () => {
  const same = createRouter([
    { method: 'GET', path: '/x/{a}', name: 'first' },
    { method: 'get', path: '/x/{b}', name: 'second' },
  ]);
  expect(same.match('GET', '/x/1')).toMatchObject({ operation: { name: 'first' }, params: { a: '1' } });
});

test('the cost of a long path is linear in its segments', () => {
  const deep = '/v1/agents' + '/a'.repeat(50_000);
  const time = processorTime(() => {
    expect(formatMatch(router.match('GET', deep))).toBe('none');
  });
  expect(time).toBeLessThan(500);
});

test('a fragment of a path is not a part of the route', () => {
  const [first, second] = ['/jobs#start', '/jobs#stop'].map((path) => ({ method: 'POST', path }));
  expect(createRouter([first!, second!]).match('POST', '/jobs')).toMatchObject({ operation: first });
});
