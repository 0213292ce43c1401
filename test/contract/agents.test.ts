/** Agents: how they are created, found, read, changed and deleted. */
import { describe, expect, it } from 'vitest';
import { useMock } from '../support/mock-client.ts';
import { expectResponse, itemsOf, type JsonBody } from '../support/api-response.ts';

const service = useMock();

const create = async (body: JsonBody): Promise<JsonBody> => {
  const response = await service.post('/v1/agents', body);
  expect(response.status).toBe(201);
  return response.body;
};
const change = (id: unknown, body: JsonBody) => service.put(`/v1/agents/${String(id)}`, body);
const read = async (id: unknown) => (await service.get(`/v1/agents/${String(id)}`)).body;

describe('creating an agent', () => {
  it('ignores properties that only the service sets', async () => {
    const agent = await create({
      name: 'Sly',
      id: 'agent_support',
      workspaceId: 'org_other',
      status: 'active',
    });
    expect(agent).toMatchObject({ status: 'draft', organizationId: 'org_studio' });
    expect(agent['id']).not.toBe('agent_support');
  });

  // @fact F-4.2-020 F-4.2-022 F-4.2-054
  it.each([
    ['unavailable', 402, 'Feature not available'],
    ['hidden', 404, 'Feature not available in production'],
  ] as const)(
    'and changing it are rejected while agents are %s, but reading is not',
    async (agents, status, error) => {
      await service.put('/_mock/feature-gates', { agents });
      const created = await service.post('/v1/agents', { name: 'No' });
      const changed = await change('agent_support', { name: 'No' });
      expect([created.status, created.body, changed.status, changed.body]).toEqual([
        status,
        { error },
        status,
        { error },
      ]);
      expect((await read('agent_support'))['name']).toBe('Customer support');
    },
  );
});

it('listing agents reports when an agent last ran, on its own, for another agent, or in the fixture', async () => {
  const lastRuns = async () =>
    new Map(
      itemsOf((await service.get('/v1/agents')).body['data']).map((agent) => [
        agent['id'],
        agent['lastRunAt'],
      ]),
    );
  const runs = await service.get('/v1/agents/agent_support/executions?limit=1');
  const [newest] = itemsOf(runs.body['data']);
  expect(Object.fromEntries(await lastRuns())).toEqual({
    agent_support: newest!['startedAt'],
    agent_research: expect.stringMatching(/^2026-01-1\d/) as unknown,
    agent_partner: expect.stringMatching(/^2026-01-1\d/) as unknown,
  });
  await service.advance('PT1M');
  const body = { messages: [], streamResponse: false };
  const prefer = 'scenario=subagent';
  await service.post('/v1/agents/agent_support/execute', body, { prefer });
  const now = '2026-01-15T09:31:00.000Z';
  expect(Object.fromEntries(await lastRuns())).toEqual({
    agent_support: now,
    agent_research: expect.stringMatching(/^2026-01-15T09:31:0\d/) as unknown,
    agent_partner: expect.stringMatching(/^2026-01-1\d/) as unknown,
  });
});

it('reading an agent returns the full URL of a card that the mock serves', async () => {
  const { externalConfig } = (await read('agent_partner')) as { externalConfig: JsonBody };
  expect(externalConfig['agentCardUrl']).toBe('http://127.0.0.1:4010/_mock/agent-cards/travel.json');
});

describe('changing an agent', () => {
  // @fact F-2.2-015..017 F-2.2-010 F-2.2-019
  it('replaces the other configurations as a whole, and clears nullable properties', async () => {
    const { id } = await create({
      name: 'A',
      primaryFlowId: 'flow_1',
      externalConfig: { endpoint: 'https://a.test', protocol: 'a2a' },
      partnerManagedConfig: { one: 1 },
    });
    const replaced = await change(id, {
      externalConfig: { endpoint: 'https://b.test' },
      partnerManagedConfig: { two: 2 },
    });
    expect(replaced.body).toMatchObject({
      externalConfig: { endpoint: 'https://b.test' },
      partnerManagedConfig: { two: 2 },
    });
    expect(replaced.body['externalConfig']).toEqual({ endpoint: 'https://b.test' });
    const cleared = await change(id, { externalConfig: null, primaryFlowId: null });
    expect([cleared.body['externalConfig'], cleared.body['primaryFlowId']]).toEqual([null, null]);
  });

  // @fact F-2.2-012 F-2.2-018 F-4.2-049
  it('changes nothing for an empty body, and ignores capabilities and properties that only the service sets', async () => {
    const before = await read('agent_support');
    await service.advance('PT1H');
    const ignored = {
      capabilities: [],
      id: 'agent_x',
      workspaceId: 'org_x',
      organizationId: null,
      publishedVersionId: null,
    };
    for (const body of [{}, ignored]) expect((await change('agent_support', body)).status).toBe(200);
    expect(await read('agent_support')).toEqual(before);
  });
});

// @fact F-4.2-058..060
it('deleting an agent deletes its capabilities and versions, and keeps its history', async () => {
  const count = async (kind: string) =>
    ((await service.get('/_mock/world')).body['counts'] as Record<string, number>)[kind];
  const behaviour = { scenario: 'tools' };
  await service.put('/_mock/agents/agent_support/behaviour', behaviour);
  expect(await count('behaviours')).toBe(1);
  const response = await service.delete('/v1/agents/agent_support');
  expectResponse(response, 200, { success: true });
  expect(
    await Promise.all(['capabilities', 'agentVersions', 'tokenPolicies', 'behaviours', 'agents'].map(count)),
  ).toEqual([0, 0, 0, 0, 2]);
  expect(await count('executions')).toBeGreaterThan(0);
  expect((await service.get('/v1/agents/agent_support')).status).toBe(404);
  expect((await service.get('/v1/agent-versions/agent_support')).status).toBe(404);
  expect((await service.delete('/v1/agents/agent_support')).status).toBe(404);
});
