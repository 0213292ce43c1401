/** The export of an agent: everything it is bound to is inlined, and no secret is included. */
import { expect, it } from 'vitest';
import { useMock } from '../support/mock-client.ts';
import { itemsOf, type JsonBody } from '../support/api-response.ts';

const service = useMock();

const create = async (body: JsonBody) => String((await service.post('/v1/agents', body)).body['id']);
const bind = async (agentId: string, toolName: string, subAgentId: string) =>
  service.post(`/v1/agents/${agentId}/capabilities`, { toolName, subAgentId });
const exportOf = async (agentId: string): Promise<JsonBody> => {
  const response = await service.get(`/v1/agents/${agentId}/export-runtime`);
  expect(response.status).toBe(200);
  return response.body;
};
/** Follows the first capability of each level. */
const capabilityAt = (definition: JsonBody, level: number): JsonBody => {
  const [capability] = itemsOf(definition['capabilities']);
  return level === 1 ? capability! : capabilityAt(capability!['subAgent'] as JsonBody, level - 1);
};

it('uses one secret name per credential, and the same one for a repeated credential', async () => {
  const server = (id: string, token: string) => ({ id, auth: { type: 'bearer', token } });
  const mcpServers = [server('stock', 'one'), server('stock', 'two'), server('stock', 'one')];
  const { config } = await exportOf(await create({ name: 'Twice', config: { tools: { mcpServers } } }));
  const { tools } = config as { tools: { mcpServers: { auth: { token: { secretName: string } } }[] } };
  expect(tools.mcpServers.map(({ auth }) => auth.token.secretName)).toEqual([
    'STOCK_TOKEN',
    'STOCK_TOKEN_2',
    'STOCK_TOKEN',
  ]);
});

it('references a sub-agent that would contain itself, and inlines one that is used twice in both places', async () => {
  const [root, left, right, shared] = await Promise.all(
    ['root', 'left', 'right', 'shared'].map((name) => create({ name })),
  );
  await bind(root!, 'left', left!);
  await bind(root!, 'right', right!);
  await bind(left!, 'shared', shared!);
  await bind(right!, 'shared', shared!);
  await bind(shared!, 'back', root!);
  await bind(root!, 'self', root!);
  const { capabilities } = await exportOf(root!);
  const nested = {
    subAgent: { id: shared, capabilities: [{ toolName: 'back', subAgentId: root, omitted: 'cycle' }] },
  };
  expect(capabilities).toMatchObject([
    { subAgent: { id: left, capabilities: [nested] } },
    { subAgent: { id: right, capabilities: [nested] } },
    { toolName: 'self', subAgentId: root, omitted: 'cycle' },
  ]);
});

it('references a sub-agent that would contain itself at a deeper level', async () => {
  const [root, one, two] = await Promise.all(['root', 'one', 'two'].map((name) => create({ name })));
  await bind(root!, 'one', one!);
  await bind(one!, 'two', two!);
  await bind(two!, 'one again', one!);
  const definition = await exportOf(root!);
  expect(capabilityAt(definition, 3)).toMatchObject({
    toolName: 'one again',
    subAgentId: one,
    omitted: 'cycle',
  });
});

it('includes no credential in the other configurations', async () => {
  const id = await create({
    name: 'Partner',
    agentType: 'external',
    externalConfig: { endpoint: 'https://me:hush@a.test', auth: { type: 'bearer', credentials: 'hush' } },
    partnerManagedConfig: { apiKey: 'hush' },
  });
  const definition = await exportOf(id);
  expect(JSON.stringify(definition)).not.toContain('hush');
  expect(definition).toMatchObject({
    externalConfig: { endpoint: 'https://a.test', auth: { type: 'bearer' } },
  });
});

it('references a sub-agent that does not exist', async () => {
  await bind('agent_research', 'gone', 'agent_gone');
  expect((await exportOf('agent_research'))['capabilities']).toMatchObject([
    { subAgentId: 'agent_gone', omitted: 'unknown' },
  ]);
});

it('omits the sub-agents that would make it too large, and references them', async () => {
  const large = await create({ name: 'Large', config: { systemPrompt: 'x'.repeat(900_000) } });
  const id = await create({ name: 'Many' });
  for (let place = 0; place < 20; place += 1) await bind(id, `tool_${place}`, large);
  const definition = await exportOf(id);
  expect(JSON.stringify(definition).length).toBeLessThan(10_000_000);
  const capabilities = definition['capabilities'] as Record<string, unknown>[];
  expect(capabilities[0]).toHaveProperty('subAgent.name', 'Large');
  expect(capabilities.at(-1)).toMatchObject({ subAgentId: large, omitted: 'size' });
});

it('rejects agents and flows of another workspace as capabilities', async () => {
  const { body } = await service.post('/_mock/keys', {
    environment: 'live',
    scopes: ['*'],
    workspace: 'personal',
  });
  const key = String(body['key']);
  const errorOf = async (method: string, path: string, sent: unknown) => {
    const response = await service.call(method, path, sent, { key });
    return [response.status, (response.body['details'] as { path: string }[] | undefined)?.[0]?.path];
  };
  const own = String((await service.post('/v1/agents', { name: 'Own' }, { key })).body['id']);
  const capability = { toolName: 'other', subAgentId: 'agent_support' };
  expect(await errorOf('POST', `/v1/agents/${own}/capabilities`, capability)).toEqual([400, 'subAgentId']);
  expect(await errorOf('POST', '/v1/agents', { name: 'Two', capabilities: [capability] })).toEqual([
    400,
    'capabilities.0.subAgentId',
  ]);
  const { records } = service.mock.world().dump();
  const flow = records['libraryItem']?.find((item) => 'type' in item && item.type === 'flow');
  expect(await errorOf('PUT', `/v1/agents/${own}`, { primaryFlowId: flow?.id })).toEqual([
    400,
    'primaryFlowId',
  ]);
});
