/**
 * What is true of every endpoint that the source lists: its path, its credential, its statuses, its errors. The rows
 * are the inventory's own.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFacts } from '../../tools/trace/contract/read-facts.ts';
import { useSharedMock } from '../support/mock-client.ts';
import { type CallOptions } from '../support/api-response.ts';

const facts = readFacts(readFileSync(new URL('../../spec/facts.tsv', import.meta.url), 'utf8'));
const endpoints = facts.filter(({ kind }) => kind === 'endpoint').map(({ subject }) => subject);

/** Endpoints that need no `Authorization` according to the source. */
const open = [
  'GET /v1/assets/preview/{orgId}/{assetId}',
  'GET /v1/assets/{orgId}/{assetId}',
  'POST /v1/client/approve',
  'POST /agent/auth',
  'POST /agent/auth/claim',
  'POST /agent/auth/claim/complete',
  'GET /.well-known/oauth-authorization-server',
];

/** Statuses that the contract adds to those of the source, each by an assumption. */
const added: Readonly<Record<string, readonly number[]>> = {
  'POST /v1/agents/{id}/execute': [429],
  'POST /v1/agents/{id}/resume': [429],
  'POST /v1/agents/{id}/approve': [409, 429],
};

const statusSets = facts.flatMap(({ kind, subject, details }) =>
  kind === 'status' && details.has('set')
    ? [{ endpoint: subject.replace('#*', ''), set: (details.get('set') ?? '').split(',').map(Number) }]
    : [],
);
const everyStatus = [
  200, 201, 202, 204, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 414, 415, 422, 423,
  428, 429, 500, 501, 502, 503, 504,
];

const service = useSharedMock();

/** Calls an endpoint of the inventory. Shape: `id` replaces each path parameter. */
function call(endpoint: string, options: CallOptions = {}, id = 'x1') {
  const [method = '', template = ''] = endpoint.split(' ');
  return service.call(method, template.replace(/\{\w+\}/g, id), undefined, options);
}

describe.each(endpoints)('%s', (endpoint) => {
  // @fact F-4-001 F-5-001 F-5-003 F-5-010 F-7-004
  // @fact F-4.1-007 F-4.1-018 F-4.1-027 F-4.1-038 F-4.2-010 F-4.2-019 F-4.2-033 F-4.2-042 F-4.2-053 F-4.2-064
  // @fact F-4.2-076 F-4.2-088 F-4.2-102 F-4.2-115 F-4.2-131 F-4.2-152 F-4.2-163 F-4.2-174 F-4.2-186 F-4.2-198
  // @fact F-4.2-208 F-4.2-224 F-4.2-239 F-4.2-250 F-4.3-012 F-4.3-021 F-4.4-009 F-4.4-020 F-4.4-029 F-4.4-037
  // @fact F-4.5-014 F-4.5-036 F-4.7-033 F-4.7-042
  it(open.includes(endpoint) ? 'is open' : 'needs a credential', async () => {
    for (const key of [null, 'rt_live_nobody', 'session_of_nobody']) {
      const { status, body, headers } = await call(endpoint, { key });
      if (open.includes(endpoint)) {
        expect(status).not.toBe(401);
        continue;
      }
      expect([status, body]).toEqual([401, { error: 'Unauthorized' }]);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="http/);
    }
  });

  // @fact F-9-001 F-9-003
  it('has a path below /v1, unless it is a registration endpoint', async () => {
    const path = endpoint.split(' ')[1] ?? '';
    const isOutside = path.startsWith('/agent/auth') || path.startsWith('/.well-known/');
    expect(path.startsWith('/v1/')).toBe(!isOutside);
    const elsewhere = isOutside ? `/v1${path}` : path.replace('/v1', '');
    const { status, headers } = await call(`${endpoint.split(' ')[0]} ${elsewhere}`);
    expect([status, headers.get('backlot-outside-contract')]).toEqual([404, 'unknown-route']);
  });
});

describe('the statuses of', () => {
  // @fact F-4.2-099 F-4.2-105 F-4.2-112 F-4.2-119 F-4.2-128 F-4.2-135 F-4.2-149 F-4.2-155 F-4.2-160 F-4.2-166
  // @fact F-4.2-171 F-4.2-177 F-4.2-183 F-4.2-189 F-4.3-009 F-4.3-014 F-4.3-019 F-4.3-023 F-4.3-029 F-4.3-035
  // @fact F-4.3-045 F-4.3-050 F-4.3-054 F-4.4-006 F-4.4-013 F-4.4-017 F-4.4-022 F-4.4-026 F-4.4-032 F-4.4-035
  // @fact F-4.4-039 F-4.5-011 F-4.5-033 F-4.6-014 F-4.6-027 F-4.7-029 F-4.7-040 F-7-014
  // @fact F-4.1-010 F-4.1-021 F-4.1-030 F-4.1-041 F-4.2-012 F-4.2-023 F-4.2-034 F-4.2-045 F-4.2-057 F-4.2-067
  // @fact F-4.2-080 F-4.2-090 F-4.2-201 F-4.2-211 F-4.2-227 F-4.2-243 F-4.4-028 F-4.5-025 F-4.5-047
  it.each(statusSets)('$endpoint are $set, and each can be requested', async ({ endpoint, set }) => {
    const shown: number[] = [];
    for (const status of everyStatus) {
      const { status: answered, headers, outside } = await call(endpoint, { prefer: `code=${status}` });
      if (headers.get('preference-applied') === `code=${status}`) {
        expect([answered, outside]).toEqual([status, null]);
        shown.push(status);
      } else expect(answered).toBe(400);
    }
    expect(shown).toEqual([...set, ...(added[endpoint] ?? [])].sort((a, b) => a - b));
  });
});

describe('a body', () => {
  // @fact F-4-002
  it('is JSON, and other content types are rejected', async () => {
    const send = (type: string) =>
      service.fetch('POST', '/v1/agents', { name: 'Made by JSON' }, { 'content-type': type });
    const made = await send('application/json');
    expect([made.status, made.headers.get('content-type')]).toEqual([201, 'application/json']);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const refused = await send(type);
      expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/json']);
    }
  });

  // @fact F-4-004
  it.each(endpoints.filter((endpoint) => endpoint.startsWith('GET') && endpoint.includes('{')))(
    'is not affected by the text in the path of %s',
    async (endpoint) => {
      const asked = await Promise.all(['007', 'true', 'null', '1e3'].map((id) => call(endpoint, {}, id)));
      expect(asked.map(({ status }) => status)).not.toContain(400);
    },
  );
});

it.each([
  ['/agents', '. Operations are below /v1, controls of the mock below /_mock'],
  ['/v1/v1/agents', '. It has /v1 twice: a base address ends before it'],
  ['/v1/agnets', ''],
  ['/_mock/clocks', ''],
])('returns 404 for %s with a hint for a wrong base address', async (path, help) => {
  const { status, body } = await service.get(path);
  expect([status, body]).toEqual([404, { error: `No operation at GET ${path}${help}` }]);
});

// @fact F-9-002
it('is described in version 1.0.0, as requests and as streams', async () => {
  const { body } = await service.get('/_mock/health');
  expect(body['contract']).toEqual({ openapi: '1.0.0', asyncapi: '1.0.0' });
});
