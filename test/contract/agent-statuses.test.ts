/** Every status that the operations on agents, capabilities, versions and cards declare, each by a request that earns it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../generated/service/operations.ts';
import { agents } from '../../mock/domain/agents/agent.ts';
import { capabilities } from '../../mock/domain/agents/capability.ts';
import { ok } from '../../mock/kernel/transaction/result.ts';
import { startService } from './support/service.ts';
import type { CallOptions, Service } from './support/service.ts';

/** A request. Shape: `gate` is how the switch `agents` stands. */
interface Request extends CallOptions {
  readonly path: string;
  readonly gate?: 'unavailable' | 'hidden';
}

const agent = '/v1/agents/agent_support';
const partner = '/v1/agents/agent_partner';
const unknownAgent = '/v1/agents/agent_nobody';
const badId = '/v1/agents/agent%20support';
const versions = '/v1/agent-versions/agent_support';
const unknownVersions = '/v1/agent-versions/agent_nobody';
const card = (name: string) => ({ url: `http://127.0.0.1:4010/_mock/agent-cards/${name}.json` });
const readOnly = 'rt_live_readonly';
/** Stands for a key that the test makes: it may read flows and nothing else. */
const flowsOnly = 'FLOWS:READ';

/** What earns each status; 401 and 500 are the same for all. */
const requests: Readonly<Record<string, Readonly<Record<number, Request>>>> = {
  // @fact F-4.2-008 F-4.2-009 F-4.2-011 F-4.2-007
  listAgents: {
    200: { path: '/v1/agents' },
    400: { path: '/v1/agents?limit=many' },
    403: { path: '/v1/agents', key: flowsOnly },
  },
  // @fact F-4.2-016..018 F-4.2-020..022
  createAgent: {
    201: { path: '/v1/agents', body: { name: 'New' } },
    400: { path: '/v1/agents', body: {} },
    402: { path: '/v1/agents', body: { name: 'New' }, gate: 'unavailable' },
    403: { path: '/v1/agents', body: { name: 'New' }, key: readOnly },
    404: { path: '/v1/agents', body: { name: 'New' }, gate: 'hidden' },
  },
  // @fact F-4.2-029..032 F-4.2-035
  fetchAgentCard: {
    200: { path: '/v1/agents/fetch-agent-card', body: card('travel') },
    400: { path: '/v1/agents/fetch-agent-card', body: { url: 'http://10.0.0.1/card.json' } },
    502: { path: '/v1/agents/fetch-agent-card', body: card('broken') },
  },
  // @fact F-4.2-039..041 F-4.2-043 F-4.2-044
  getAgent: {
    200: { path: agent },
    400: { path: badId },
    403: { path: agent, key: flowsOnly },
    404: { path: unknownAgent },
  },
  // @fact F-4.2-050..052 F-4.2-054..056
  updateAgent: {
    200: { path: agent, body: {} },
    400: { path: agent, body: { name: '' } },
    402: { path: agent, body: {}, gate: 'unavailable' },
    403: { path: agent, body: {}, key: readOnly },
    404: { path: unknownAgent, body: {} },
  },
  // @fact F-4.2-061..063 F-4.2-065 F-4.2-066
  deleteAgent: {
    200: { path: '/v1/agents/agent_spare' },
    400: { path: badId },
    403: { path: agent, key: readOnly },
    404: { path: unknownAgent },
  },
  // @fact F-4.2-073..075 F-4.2-077..079
  addAgentCapability: {
    201: { path: `${agent}/capabilities`, body: { toolName: 'new_tool' } },
    400: { path: `${agent}/capabilities`, body: {} },
    403: { path: `${agent}/capabilities`, body: { toolName: 'other_tool' }, key: readOnly },
    404: { path: `${unknownAgent}/capabilities`, body: { toolName: 'other_tool' } },
    409: { path: `${agent}/capabilities`, body: { toolName: 'triage' } },
  },
  // @fact F-4.2-085..087 F-4.2-089
  removeAgentCapability: {
    200: { path: `${agent}/capabilities/cap_spare` },
    400: { path: `${badId}/capabilities/cap_spare` },
    404: { path: `${agent}/capabilities/cap_nothing` },
  },
  // @fact F-4.2-195..197 F-4.2-199 F-4.2-200
  exportAgentRuntime: {
    200: { path: `${agent}/export-runtime` },
    400: { path: `${badId}/export-runtime` },
    403: { path: `${agent}/export-runtime`, key: flowsOnly },
    404: { path: `${unknownAgent}/export-runtime` },
  },
  // @fact F-4.2-205..207 F-4.2-209 F-4.2-210
  publishAgent: {
    200: { path: `${agent}/publish` },
    400: { path: `${badId}/publish` },
    403: { path: `${agent}/publish`, key: readOnly },
    404: { path: `${unknownAgent}/publish` },
  },
  // @fact F-4.2-219..221 F-4.2-225 F-4.2-226 F-4.2-228
  refreshAgentCard: {
    200: { path: `${partner}/refresh-agent-card` },
    400: { path: `${badId}/refresh-agent-card` },
    403: { path: `${partner}/refresh-agent-card`, key: readOnly },
    404: { path: `${unknownAgent}/refresh-agent-card` },
    502: { path: '/v1/agents/agent_broken/refresh-agent-card' },
  },
  // @fact F-4.2-235..238 F-4.2-240..242
  synthesizeAgentVoice: {
    200: { path: `${agent}/voice`, body: { text: 'Hello' } },
    400: { path: `${badId}/voice`, body: { text: 'Hello' } },
    403: { path: `${agent}/voice`, body: { text: 'Hello' }, key: readOnly },
    404: { path: `${unknownAgent}/voice`, body: { text: 'Hello' } },
  },
  // @fact F-4.2-247..249 F-4.2-251 F-4.2-252
  getTokenAudiencePolicy: {
    200: { path: `${agent}/token-audience-policy` },
    400: { path: `${badId}/token-audience-policy` },
    403: { path: `${agent}/token-audience-policy`, key: flowsOnly },
    404: { path: `${unknownAgent}/token-audience-policy` },
  },
  // @fact F-4.1-005 F-4.1-006 F-4.1-008 F-4.1-009
  listAgentVersions: {
    200: { path: versions },
    403: { path: versions, key: flowsOnly },
    404: { path: unknownVersions },
  },
  // @fact F-4.1-015..017 F-4.1-019 F-4.1-020
  publishAgentVersion: {
    200: { path: `${versions}/publish`, body: { versionId: 'aver_support_1' } },
    400: { path: `${versions}/publish`, body: {} },
    403: { path: `${versions}/publish`, body: { versionId: 'aver_support_1' }, key: readOnly },
    404: { path: `${versions}/publish`, body: { versionId: 'aver_nothing' } },
  },
  // @fact F-4.1-025 F-4.1-026 F-4.1-028 F-4.1-029
  getPublishedAgentVersion: {
    200: { path: `${versions}/published` },
    403: { path: `${versions}/published`, key: flowsOnly },
    404: { path: '/v1/agent-versions/agent_research/published' },
  },
  // @fact F-4.1-035..037 F-4.1-039 F-4.1-040
  getAgentVersion: {
    200: { path: `${versions}/aver_support_1` },
    400: { path: '/v1/agent-versions/agent_research/aver_support_1' },
    403: { path: `${versions}/aver_support_1`, key: flowsOnly },
    404: { path: `${versions}/aver_nothing` },
  },
};

/** Operations that list no 500. */
const without500 = ['getTokenAudiencePolicy'];

describe.each(Object.entries(requests))('%s', (operationId, earned) => {
  const spec = operations.find(({ id }) => id === operationId)!;
  let service: Service;
  const keys = new Map<string, string>();

  beforeAll(async () => {
    service = await startService();
    keys.set(flowsOnly, await service.makeKey(flowsOnly));
    await service.call('PUT', '/_mock/agent-cards/broken', { body: { status: 503, body: 'Back soon' } });
    await service.mock.world().dispatch((tx) => {
      tx.put(agents, { ...tx.get(agents, 'agent_research')!, id: 'agent_spare' });
      const broken = { externalConfig: { agentCardUrl: '/_mock/agent-cards/broken.json' } };
      tx.put(agents, { ...tx.get(agents, 'agent_partner')!, ...broken, id: 'agent_broken' });
      const [spare] = tx.scan(capabilities).slice(-1);
      tx.put(capabilities, { ...spare!, id: 'cap_spare' });
      return ok(null);
    });
  });
  afterAll(() => service.close());

  const send = async ({ path, gate, key, ...options }: Request) => {
    await service.call('PUT', '/_mock/feature-gates', { body: { agents: gate ?? 'on' } });
    return service.call(spec.method, path, {
      ...options,
      ...(key !== undefined && { key: keys.get(key ?? '') ?? key }),
    });
  };

  it.each(Object.entries(earned))('answers %s', async (status, request) => {
    const response = await send(request);
    expect(response.status).toBe(Number(status));
    expect(response.headers.has('backlot-outside-contract')).toBe(false);
    if (response.status >= 400) expect(typeof response.body['error']).toBe('string');
  });

  // @fact F-4.1-007 F-4.1-018 F-4.1-027 F-4.1-038 F-4.2-010 F-4.2-019 F-4.2-033 F-4.2-042 F-4.2-053 F-4.2-064
  // @fact F-4.2-076 F-4.2-088 F-4.2-198 F-4.2-208 F-4.2-224 F-4.2-239 F-4.2-250
  it('answers 401 without a credential, whatever else is wrong', async () => {
    const [request] = Object.values(earned);
    const response = await send({ ...request!, body: undefined, key: null });
    expect([response.status, response.body]).toEqual([401, { error: 'Unauthorized' }]);
    expect(response.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource');
  });

  // @fact F-4.1-010 F-4.1-021 F-4.1-030 F-4.1-041 F-4.2-012 F-4.2-023 F-4.2-034 F-4.2-045 F-4.2-057 F-4.2-067
  // @fact F-4.2-080 F-4.2-090 F-4.2-201 F-4.2-211 F-4.2-227 F-4.2-243
  it('answers 500 when it is asked for and declared, and says so when it is not', async () => {
    const [request] = Object.values(earned);
    const response = await send({ ...request!, prefer: 'code=500' });
    const status = without500.includes(operationId) ? 400 : 500;
    expect([response.status, typeof response.body['error']]).toEqual([status, 'string']);
  });

  it('declares what is answered here and nothing else', () => {
    const answered = [
      ...Object.keys(earned).map(Number),
      401,
      ...(without500.includes(operationId) ? [] : [500]),
    ];
    const declared = new Set(spec.responses.map(({ status }) => status));
    expect([...declared].map(Number).sort()).toEqual(answered.sort());
  });
});
