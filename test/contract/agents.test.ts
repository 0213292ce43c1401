/** Agents: how they are created, found, read, changed and deleted. */
import { describe, expect, it } from 'vitest';
import { startOfTests, useMock } from '../support/mock-client.ts';
import { expectInvalid, expectResponse, itemsOf, type JsonBody } from '../support/api-response.ts';

const service = useMock();

const create = async (body: JsonBody): Promise<JsonBody> => {
  const response = await service.post('/v1/agents', body);
  expect(response.status).toBe(201);
  return response.body;
};
const change = (id: unknown, body: JsonBody) => service.put(`/v1/agents/${String(id)}`, body);
const read = async (id: unknown) => (await service.get(`/v1/agents/${String(id)}`)).body;
const namesOf = (body: JsonBody) => itemsOf(body['data']).map(({ name }) => name);

describe('creating an agent', () => {
  // @fact F-4.2-013..015 F-2.2-001 F-2.2-002 F-2.2-006 F-2-001 F-2-002 F-0-005
  it('accepts a name alone, creates a native agent and returns it', async () => {
    const agent = await create({ name: 'Refund helper' });
    expect(agent).toMatchObject({
      name: 'Refund helper',
      agentType: 'native',
      status: 'draft',
      userId: 'user_owner',
      organizationId: 'org_studio',
      description: null,
      icon: null,
      maxTurns: null,
      primaryFlowId: null,
      config: null,
      externalConfig: null,
      partnerManagedConfig: null,
      publishedVersionId: null,
      draftVersionId: null,
      capabilities: [],
      createdAt: startOfTests,
      updatedAt: startOfTests,
    });
    expect(agent['id']).toMatch(/^agent_/);
  });

  // @fact F-2.2-003..005 F-2.2-007..010 F-2.2-013 F-2.2-015 F-2.2-017..019 F-0-006
  it.each(['native', 'external', 'partner_managed'])(
    'keeps every property of an agent of type %s',
    async (agentType) => {
      const sent = {
        name: 'Whole',
        agentType,
        description: 'All there is',
        icon: '🎬',
        maxTurns: 3,
        primaryFlowId: 'flow_any',
        config: { model: 'mock-1', deep: { list: [1, { two: null }] } },
        externalConfig: { endpoint: 'https://agent.test' },
        partnerManagedConfig: { tier: 'gold' },
      };
      const agent = await create(sent);
      expect(agent).toMatchObject(sent);
      expect(await read(agent['id'])).toMatchObject(sent);
    },
  );

  // @fact F-2.2-011 F-2.2-012 F-2.3-003..008
  it('adds capabilities along with the agent, in their order', async () => {
    const { id, capabilities } = await create({
      name: 'Able',
      capabilities: [
        { toolName: 'one', flowId: 'flow_1' },
        { toolName: 'two', enabled: false, parametersSchema: true },
      ],
    });
    expect(capabilities).toMatchObject([
      {
        agentId: id,
        toolName: 'one',
        flowId: 'flow_1',
        enabled: true,
        displayOrder: 0,
        parametersSchema: null,
      },
      { agentId: id, toolName: 'two', flowId: null, enabled: false, displayOrder: 1, parametersSchema: true },
    ]);
  });

  // @fact F-2.2-001 F-2.2-002 F-2.2-010 F-2.2-015 F-2.2-016 F-2.7-002..005 F-2.7-007 F-2.7-008 F-7-025 F-7-026
  it.each([
    ['no name', {}, 'name', 'MISSING_REQUIRED_FIELD'],
    ['an empty name', { name: '' }, 'name', 'TOO_SHORT'],
    ['a name that is not a string', { name: 7 }, 'name', 'INVALID_TYPE'],
    ['an unknown type', { name: 'A', agentType: 'robot' }, 'agentType', 'INVALID_ENUM'],
    ['a fractional number of turns', { name: 'A', maxTurns: 1.5 }, 'maxTurns', 'INVALID_TYPE'],
    ['an icon that is too long', { name: 'A', icon: 'x'.repeat(51) }, 'icon', 'TOO_LONG'],
    ['an externalConfig of null', { name: 'A', externalConfig: null }, 'externalConfig', 'INVALID_TYPE'],
    ['a config that is an array', { name: 'A', config: [] }, 'config', 'INVALID_TYPE'],
    [
      'a capability without a name',
      { name: 'A', capabilities: [{ toolName: 'one' }, {}] },
      'capabilities.1.toolName',
      'MISSING_REQUIRED_FIELD',
    ],
    [
      'two capabilities with the same name',
      { name: 'A', capabilities: [{ toolName: 'one' }, { toolName: 'one' }] },
      'capabilities',
      'DUPLICATE_VALUE',
    ],
  ])('rejects %s and creates nothing', async (_, body, path, code) => {
    const response = await service.post('/v1/agents', body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: 'Validation failed', details: [{ path, code }] });
    expect(namesOf((await service.get('/v1/agents')).body)).toHaveLength(3);
  });

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

describe('listing agents', () => {
  // @fact F-4.2-001 F-4.2-006
  it('returns the newest first, with the properties of a list item', async () => {
    await service.advance('PT1M');
    await create({ name: 'Newest', capabilities: [{ toolName: 'one' }] });
    const { body } = await service.get('/v1/agents');
    expect(namesOf(body)).toEqual(['Newest', 'Customer support', 'Research assistant', 'Travel desk']);
    expect(itemsOf(body['data'])[0]).toMatchObject({
      agentType: 'native',
      status: 'draft',
      capabilityCount: 1,
      lastRunAt: null,
    });
    expect(body['pagination']).toEqual({
      nextCursor: null,
      prevCursor: null,
      hasMore: false,
      hasPrev: false,
      limit: 20,
      currentOffset: 0,
    });
  });

  it('reports when an agent last ran, on its own, for another agent, or in the fixture', async () => {
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

  // @fact F-4.2-004 F-4.2-005
  it.each([
    ['SUPPORT', ['Customer support']],
    ['books trips', ['Travel desk']],
    ['r', ['Customer support', 'Research assistant', 'Travel desk']],
    ['.*', []],
    ['', ['Customer support', 'Research assistant', 'Travel desk']],
  ])('finds %j in names and descriptions', async (search, names) => {
    const { body } = await service.get(`/v1/agents?search=${encodeURIComponent(search)}&includeCount=true`);
    expect(namesOf(body)).toEqual(names);
    expect(body['pagination']).toMatchObject({ totalCount: names.length });
  });
});

describe('reading an agent', () => {
  // @fact F-4.2-036..038
  it('returns the agent with its capabilities, its configuration and its flow', async () => {
    const agent = await read('agent_support');
    expect(agent).toMatchObject({
      id: 'agent_support',
      status: 'active',
      publishedVersionId: 'aver_support_2',
      draftVersionId: 'aver_support_3',
      primaryFlow: { id: 'flow_triage' },
      config: { model: 'mock-1' },
    });
    expect(itemsOf(agent['capabilities']).map(({ toolName }) => toolName)).toEqual([
      'find_order',
      'triage',
      'research',
    ]);
  });

  it('returns the full address of a card that the mock serves', async () => {
    const { externalConfig } = (await read('agent_partner')) as { externalConfig: JsonBody };
    expect(externalConfig['agentCardUrl']).toBe('http://127.0.0.1:4010/_mock/agent-cards/travel.json');
  });
});

describe('changing an agent', () => {
  // @fact F-4.2-046..049
  it('changes only what is sent, and the time of the change', async () => {
    const before = await read('agent_support');
    await service.advance('PT1H');
    const response = await change('agent_support', { name: 'Renamed' });
    expect(response.status).toBe(200);
    const after = await read('agent_support');
    expect(after).toEqual({ ...before, name: 'Renamed', updatedAt: '2026-01-15T10:30:00.000Z' });
    const { capabilities: _, primaryFlow: __, ...changed } = after;
    expect(response.body).toEqual(changed);
  });

  // @fact F-2.2-015..017 F-2.2-010
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

  // @fact F-2.2-012 F-4.2-049
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

  // @fact F-4.2-052
  it.each([
    [{ name: '' }, 'name'],
    [{ agentType: 'robot' }, 'agentType'],
    [{ config: null }, 'config'],
    [{ icon: 'x'.repeat(51) }, 'icon'],
  ])('rejects %j and changes nothing', async (body, path) => {
    const before = await read('agent_support');
    const response = await change('agent_support', body);
    expectInvalid(response, path);
    expect(await read('agent_support')).toEqual(before);
  });
});

describe('deleting an agent', () => {
  // @fact F-4.2-058..060
  it('deletes its capabilities and versions, and keeps its history', async () => {
    const count = async (kind: string) =>
      ((await service.get('/_mock/world')).body['counts'] as Record<string, number>)[kind];
    const behaviour = { scenario: 'tools' };
    await service.put('/_mock/agents/agent_support/behaviour', behaviour);
    expect(await count('behaviours')).toBe(1);
    const response = await service.delete('/v1/agents/agent_support');
    expectResponse(response, 200, { success: true });
    expect(
      await Promise.all(
        ['capabilities', 'agentVersions', 'tokenPolicies', 'behaviours', 'agents'].map(count),
      ),
    ).toEqual([0, 0, 0, 0, 2]);
    expect(await count('executions')).toBeGreaterThan(0);
    expect((await service.get('/v1/agents/agent_support')).status).toBe(404);
    expect((await service.get('/v1/agent-versions/agent_support')).status).toBe(404);
    expect((await service.delete('/v1/agents/agent_support')).status).toBe(404);
  });
});
