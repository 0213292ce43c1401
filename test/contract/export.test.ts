/** The export of an agent: everything it is bound to in its place, and no secret. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { itemsOf, startService } from './support/service.ts';
import type { JsonBody, Service } from './support/service.ts';

let service: Service;

beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const create = async (body: JsonBody) =>
  String((await service.call('POST', '/v1/agents', { body })).body['id']);
const bind = async (agentId: string, toolName: string, subAgentId: string) =>
  service.call('POST', `/v1/agents/${agentId}/capabilities`, { body: { toolName, subAgentId } });
const exportOf = async (agentId: string): Promise<JsonBody> => {
  const answer = await service.call('GET', `/v1/agents/${agentId}/export-runtime`);
  expect(answer.status).toBe(200);
  return answer.body;
};
/** Follows the first capability of each level. */
const capabilityAt = (definition: JsonBody, level: number): JsonBody => {
  const [capability] = itemsOf(definition['capabilities']);
  return level === 1 ? capability! : capabilityAt(capability!['subAgent'] as JsonBody, level - 1);
};
const config = (token: string) => ({
  tools: { mcpServers: [{ id: 'ledger', url: 'https://ledger.test/mcp', auth: { type: 'bearer', token } }] },
});

// @fact F-4.2-190..193
it('puts flows, tools and sub-agents in their places', async () => {
  const definition = await exportOf('agent_support');
  expect(definition).toMatchObject({
    id: 'agent_support',
    name: 'Customer support',
    agentType: 'native',
    maxTurns: 8,
    primaryFlow: { id: 'flow_triage', steps: [{ type: 'prompt' }] },
    externalConfig: null,
  });
  expect(definition['capabilities']).toMatchObject([
    {
      toolName: 'find_order',
      enabled: true,
      tool: { id: 'tool_find_order', parametersSchema: { type: 'object' } },
    },
    { toolName: 'triage', flow: { id: 'flow_triage', steps: [{ type: 'prompt' }] } },
    {
      toolName: 'research',
      subAgent: { id: 'agent_research', name: 'Research assistant', capabilities: [] },
    },
  ]);
  expect(itemsOf(definition['capabilities'])[2]).not.toHaveProperty('subAgentId');
});

// @fact F-4.2-194
it('leaves the name of a secret in the place of each credential, at every level', async () => {
  const secrets = ['secret-one', 'secret-two', 'secret-three', 'secret-four'];
  const ids: string[] = [];
  for (const secret of secrets) ids.push(await create({ name: secret.slice(7), config: config(secret) }));
  for (const [at, id] of ids.slice(1).entries()) await bind(ids[at]!, 'next', id);
  const definition = await exportOf(ids[0]!);
  expect(JSON.stringify(definition)).not.toContain('secret-');
  const auth = { type: 'bearer', token: { secretName: 'LEDGER_TOKEN' } };
  const server = { id: 'ledger', url: 'https://ledger.test/mcp', auth };
  for (const level of [1, 2, 3]) {
    const { subAgent } = capabilityAt(definition, level);
    expect(subAgent).toMatchObject({ config: { tools: { mcpServers: [server] } } });
  }
  expect(definition['config']).toEqual({ tools: { mcpServers: [server] } });
  expect(JSON.stringify((await service.call('GET', `/v1/agents/${ids[0]!}`)).body)).toContain('secret-one');
});

// @fact F-4.2-193 F-8-016
it('nests three levels of sub-agents and names the fourth', async () => {
  const ids: string[] = [];
  for (const name of ['root', 'one', 'two', 'three', 'four']) ids.push(await create({ name }));
  for (const [at, id] of ids.slice(1).entries()) await bind(ids[at]!, 'next', id);
  const definition = await exportOf(ids[0]!);
  expect([1, 2, 3].map((level) => (capabilityAt(definition, level)['subAgent'] as JsonBody)['name'])).toEqual(
    ['one', 'two', 'three'],
  );
  const cut = capabilityAt(definition, 4);
  expect(cut).toMatchObject({ toolName: 'next', subAgentId: ids[4], omitted: 'depth' });
  expect(cut).not.toHaveProperty('subAgent');
});

it('names a sub-agent that would contain itself, and lets one stand in two places', async () => {
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

it('names a sub-agent that would contain itself further down', async () => {
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

it('leaves no credential in the other configurations', async () => {
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

it('names a sub-agent that is not there, or belongs to somebody else', async () => {
  const { body } = await service.call('POST', '/_mock/keys', {
    body: { environment: 'live', scopes: ['*'], workspace: 'personal' },
  });
  const foreign = await service.call('POST', '/v1/agents', {
    key: String(body['key']),
    body: { name: 'Foreign' },
  });
  await bind('agent_research', 'gone', 'agent_gone');
  await bind('agent_research', 'foreign', String(foreign.body['id']));
  expect((await exportOf('agent_research'))['capabilities']).toMatchObject([
    { subAgentId: 'agent_gone', omitted: 'unknown' },
    { subAgentId: foreign.body['id'], omitted: 'unknown' },
  ]);
});
