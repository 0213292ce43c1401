/** Requirements for every endpoint that the source lists; the rows are those of the inventory. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readFacts } from '../../conformance/agent-platform/read-facts.ts';
import { useSharedMock } from '../support/mock-client.ts';
import { type CallOptions } from '../support/api-response.ts';

const facts = readFacts(readFileSync(new URL('../../spec/facts.tsv', import.meta.url), 'utf8'));
const endpoints = facts.filter(({ kind }) => kind === 'endpoint').map(({ subject }) => subject);

const service = useSharedMock();

/** Calls an endpoint of the inventory. Shape: `id` replaces each path parameter. */
function call(endpoint: string, options: CallOptions = {}, id = 'x1') {
  const [method = '', template = ''] = endpoint.split(' ');
  return service.call(method, template.replace(/\{\w+\}/g, id), undefined, options);
}

// @fact F-4-004
it.each(endpoints.filter((endpoint) => endpoint.startsWith('GET') && endpoint.includes('{')))(
  'the body is not affected by the text in the path of %s',
  async (endpoint) => {
    const asked = await Promise.all(['007', 'true', 'null', '1e3'].map((id) => call(endpoint, {}, id)));
    expect(asked.map(({ status }) => status)).not.toContain(400);
  },
);

// @fact F-9-001
it.each([
  ['/agents', '. Operations are below /v1, controls of the mock below /_mock'],
  ['/v1/v1/agents', '. It has /v1 twice: a base address ends before it'],
  ['/v1/agnets', ''],
  ['/_mock/clocks', ''],
])('returns 404 for %s with a hint for a wrong base URL', async (path, help) => {
  const { status, body } = await service.get(path);
  expect([status, body]).toEqual([404, { error: `No operation at GET ${path}${help}` }]);
});

// @fact F-9-002
it('is described in version 1.0.0, as requests and as streams', async () => {
  const { body } = await service.get('/_mock/health');
  expect(body['contract']).toEqual({ openapi: '1.0.0', asyncapi: '1.0.0' });
});
