/** The token audience policy of an agent: read through the service, set through the control API. */
import { expect, it } from 'vitest';
import { startOfTests, useMock } from '../support/mock-client.ts';
import { expectInvalid, expectResponse, type JsonBody } from '../support/api-response.ts';

const service = useMock();

const read = (agentId: string) => service.get(`/v1/agents/${agentId}/token-audience-policy`);
const set = (agentId: string, entries: unknown) =>
  service.put(`/_mock/agents/${agentId}/token-audience-policy`, { entries });
const entry = (members: JsonBody = {}) => ({
  resource: 'https://api.test/v1',
  allowedGrants: ['principal'],
  ...members,
});

// @fact F-2.4-004 F-2.4-008 F-2.4-012..014 F-2.4-016..019
it('each change adds one revision, and the policy is returned unchanged', async () => {
  const entries = [
    entry({
      allowedGrants: ['principal', 'delegated'],
      allowedScopes: ['a', 'b'],
      targetKind: 'resource',
      ttlCeilingSeconds: 60,
    }),
    entry({ resource: 'https://other.test', allowedGrants: [], ttlCeilingSeconds: null }),
  ];
  const first = await set('agent_research', entries);
  expect(first.body).toEqual({
    agentId: 'agent_research',
    entries,
    policyRevision: 1,
    updatedAt: startOfTests,
    updatedByUserId: 'user_owner',
  });
  expect((await read('agent_research')).body).toEqual(first.body);
  await service.advance('PT1H');
  expect((await set('agent_research', [])).body).toMatchObject({
    entries: [],
    policyRevision: 2,
    updatedAt: '2026-01-15T10:30:00.000Z',
  });
  expect((await read('agent_support')).body['policyRevision']).toBe(2);
});

// @fact F-2.4-008..014 F-2.4-018 F-2.4-019
it.each([
  ['a resource without https', entry({ resource: 'http://api.test' }), 'entries.0.resource'],
  ['a resource with a query', entry({ resource: 'https://api.test?a=1' }), 'entries.0.resource'],
  ['a resource with a fragment', entry({ resource: 'https://api.test#a' }), 'entries.0.resource'],
  ['an unknown grant', entry({ allowedGrants: ['anyone'] }), 'entries.0.allowedGrants.0'],
  ['no grants', { resource: 'https://api.test' }, 'entries.0.allowedGrants'],
  ['another kind of target', entry({ targetKind: 'agent' }), 'entries.0.targetKind'],
  ['a fractional lifetime', entry({ ttlCeilingSeconds: 1.5 }), 'entries.0.ttlCeilingSeconds'],
])('a change with %s is rejected and keeps the revision', async (_, wrong, path) => {
  const response = await set('agent_support', [wrong]);
  expectInvalid(response, path);
  expect((await read('agent_support')).body['policyRevision']).toBe(2);
});

// @fact F-4.2-252 F-4.2-253
it('the policy does not exist without an agent, or for an agent without its own credential', async () => {
  const { body } = await service.post('/v1/agents', { name: 'Managed', agentType: 'partner_managed' });
  const managed = String(body['id']);
  for (const response of [await read(managed), await set(managed, [])])
    expectResponse(response, 404, { error: 'Agent credential not found' });
  for (const response of [await read('agent_nobody'), await set('agent_nobody', [])])
    expectResponse(response, 404, { error: 'Agent not found' });
});
