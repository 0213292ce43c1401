/** Requests fail where the source documents a rule, and only cause warnings where it does not. */
import { agentPlatformTraffic } from '../../../../conformance/agent-platform/traffic.ts';
import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../../generated/service/operations.ts';
import { createFindingReporter } from '../../../../conformance/proxy/findings.ts';
import { checkRequest, type RequestToCheck } from '../../../../conformance/proxy/check-request.ts';
import { notes } from '../../../conformance/support/notes.ts';

const { findingsOf } = createFindingReporter(contract, agentPlatformTraffic);
const KEY = ['Authorization', 'Bearer rt_live_dev'];
const JSON_TYPE = ['Content-Type', 'application/json'];

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function get(path: string, headers: readonly string[] = KEY): RequestToCheck {
  return { method: 'GET', path, headers, body: null };
}

function post(
  path: string,
  body: string | null,
  headers: readonly string[] = [...KEY, ...JSON_TYPE],
): RequestToCheck {
  return { method: 'POST', path, headers, body: body === null ? null : bytes(body) };
}

async function findingsIn(request: RequestToCheck): Promise<readonly string[]> {
  const checkResults = await checkRequest(contract, request);
  return findingsOf(checkResults, null).map(({ verdict, check, at }) => `${verdict} ${check} ${at}`);
}

test.each<[string, RequestToCheck]>([
  ['a GET request', get('/v1/agents/agent_1')],
  ['a key with another case of the scheme', get('/v1/agents', ['authorization', 'bearer  x'])],
  ['undocumented parameters', get('/v1/agents?trace=1', [...KEY, 'X-Trace', '1'])],
  ['an empty nullable integer', get('/v1/events?waitMs=&maxEvents=10')],
  [
    'a body with a charset',
    post('/v1/agents', '{"name":"A"}', [...KEY, 'content-type', 'Application/JSON; charset=utf-8']),
  ],
  ['a body without a media type', post('/v1/agents', '{"name":"A"}', KEY)],
  ['undocumented properties', post('/v1/agents', '{"name":"A","x-mine":1}')],
  ['a missing optional body', post('/v1/agents/agent_1/publish', null, KEY)],
  [
    'a body for an operation without one',
    post('/v1/agents/agent_1/publish', 'x', [...KEY, 'content-type', 'text/plain']),
  ],
  [
    'a missing optional key',
    post('/agent/auth', '{"type":"anonymous","requested_credential_type":"api_key"}', JSON_TYPE),
  ],
  ['an asset without a signature', get('/v1/assets/org_1/asset_1', [])],
  ['a body that was not kept', { ...post('/v1/agents', null), body: 'unread' }],
  [
    'a body that is nested too deep',
    post('/v1/agents', `{"name":"A","config":${'['.repeat(600)}${']'.repeat(600)}}`),
  ],
])('no problem is reported in %s', async (_name, request) => {
  expect(await findingsIn(request)).toEqual([]);
});

// @fact F-4-001 F-4-002 F-5-001 F-5-003 F-2.2-001 F-4.7-005 F-4.7-014..016
describe('a violation is reported for', () => {
  test.each<[string, RequestToCheck, readonly string[]]>([
    ['an undocumented path, as a warning', get('/v1/flows'), ['warn Q01 path']],
    ['an undocumented method, as a warning', { ...get('/v1/agents'), method: 'PATCH' }, ['warn Q01 method']],
    ['a broken path', get('/v1/agents/%zz'), ['warn Q01 path']],
    ['a parameter of the wrong type', get('/v1/events?maxEvents=ten'), ['fail Q02 query maxEvents']],
    ['a parameter beyond its bound', get('/v1/events?waitMs=50001'), ['warn Q02 query waitMs']],
    ['an unknown enum member', get('/v1/events?onlyRegressions=1'), ['fail Q02 query onlyRegressions']],
    ['a duplicate parameter, as a warning', get('/v1/events?name=a&name=b'), ['warn Q02 query name']],
    ['the string null, as a warning', get('/v1/events?waitMs=null'), ['warn Q02 query waitMs']],
    ['a body without a required property', post('/v1/agents', '{}'), ['fail Q03 body.name']],
    ['a property of the wrong type', post('/v1/agents', '{"name":1}'), ['fail Q03 body.name']],
    ['a non-object body', post('/v1/agents', '[]'), ['fail Q03 body']],
    ['a non-JSON body', post('/v1/agents', '{"name":'), ['fail Q03 body']],
    ['a missing body', post('/v1/agents', null), ['fail Q03 body']],
    [
      'a body of another media type',
      post('/v1/agents', 'name=A', [...KEY, 'Content-Type', 'text/plain']),
      ['fail Q04 header Content-Type'],
    ],
    [
      'a body of another media type that was not kept',
      { ...post('/v1/agents', null, [...KEY, 'Content-Type', 'image/png']), body: 'unread' },
      ['fail Q04 header Content-Type'],
    ],
    ['a missing key', get('/v1/agents', []), ['fail Q05 header Authorization']],
    [
      'a credential of another scheme',
      get('/v1/agents', ['Authorization', 'Basic eDp5']),
      ['fail Q05 header Authorization'],
    ],
    [
      'a scheme without a credential',
      get('/v1/agents', ['Authorization', 'Bearer ']),
      ['fail Q05 header Authorization'],
    ],
  ])('%s', async (_name, request, expected) => {
    expect(await findingsIn(request)).toEqual(expected);
  });

  test.each<[string, RequestToCheck, string | null]>([
    ['a missing key in a header', { method: 'GET', path: '/notebooks', headers: [], body: null }, 'X-Key'],
    [
      'no key that is there',
      { method: 'GET', path: '/notebooks', headers: ['x-key', '1'], body: null },
      null,
    ],
  ])('%s', async (_name, request, name) => {
    const results = await checkRequest(notes, request);
    const problems = results.filter(({ check }) => check === 'Q05').flatMap((result) => result.problems);
    expect(problems.map(({ at }) => at)).toEqual(name === null ? [] : [`header ${name}`]);
  });

  test('invalid UTF-8, as a warning', async () => {
    const body = Uint8Array.from([0x7b, 0xff, 0x7d]);
    expect(await findingsIn({ ...post('/v1/agents', null), body })).toEqual(['warn Q03 body']);
  });
});

test('every failure refers to facts', async () => {
  const requests = [
    get('/v1/agents', []),
    post('/v1/agents', '{"name":1}'),
    post('/v1/agents', '{'),
    get('/v1/events?maxEvents=x'),
  ];
  const checkResults = (await Promise.all(requests.map((request) => checkRequest(contract, request)))).flat();
  const findings = findingsOf(checkResults, null).filter(({ verdict }) => verdict === 'fail');
  expect(findings.length).toBeGreaterThan(3);
  for (const finding of findings) expect(finding.facts.length, finding.message).toBeGreaterThan(0);
});

test('incomplete calls of any operation are checked without an exception', async () => {
  for (const { method, path } of operations) {
    const request = { method, path: path.replaceAll(/\{\w+\}/g, 'x'), headers: [], body: bytes('"x"') };
    for (const body of [null, 'unread' as const, request.body])
      expect(await checkRequest(contract, { ...request, body })).toHaveLength(5);
  }
});
