/**
 * Every status that the operations on agents and their runs declare, each by a request that leads to it. 401 and 500 are
 * tested in every-operation.test.ts, 403 in scopes.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { operations } from '../../generated/service/operations.ts';
import type { ToolCallList } from '../../generated/service/types.ts';
import { agents } from '../../mock/agent-platform/domain/agents/agent.ts';
import { capabilities } from '../../mock/agent-platform/domain/agents/capability.ts';
import { ok } from '../../mock/kernel/transaction/result.ts';
import { agentPath as agent, useMock } from '../support/mock-client.ts';

/** Shape: `gate` is the value of the switch `agents`; `{approval}`, `{toolCall}` stand for ids of the mock. */
type Row = readonly [
  status: number,
  path: string,
  body?: unknown,
  more?: { readonly key?: string; readonly gate?: string },
];

const list = '/v1/agents';
const partner = '/v1/agents/agent_partner';
const unknown = '/v1/agents/agent_nobody';
const badId = '/v1/agents/agent%20support';
const versions = '/v1/agent-versions/agent_support';
const card = (name: string) => ({ url: `http://127.0.0.1:4010/_mock/agent-cards/${name}.json` });
const run = { messages: [{ role: 'user', content: 'Hello' }], streamResponse: false };
const tools = '/executions/exec_tools/tool-calls';
const resume = { executionId: 'exec_waits_for_tool', toolOutputs: { read_cart: 1 }, streamResponse: false };
const approve = {
  executionId: 'exec_waits_for_approval',
  approvalId: '{approval}',
  decision: 'denied',
  streamResponse: false,
};
const usedUp = { key: 'rt_live_used_up' };

const requests: Readonly<Record<string, readonly Row[]>> = {
  // @fact F-4.2-008 F-4.2-009 F-4.2-011 F-4.2-007
  listAgents: [
    [200, list],
    [400, `${list}?limit=many`],
  ],
  // @fact F-4.2-016..018 F-4.2-020..022
  createAgent: [
    [201, list, { name: 'New' }],
    [400, list, {}],
    [402, list, { name: 'New' }, { gate: 'unavailable' }],
    [404, list, { name: 'New' }, { gate: 'hidden' }],
  ],
  // @fact F-4.2-029..032 F-4.2-035
  fetchAgentCard: [
    [200, `${list}/fetch-agent-card`, card('travel')],
    [400, `${list}/fetch-agent-card`, { url: 'http://10.0.0.1/card.json' }],
    [502, `${list}/fetch-agent-card`, card('broken')],
  ],
  // @fact F-4.2-039..041 F-4.2-043 F-4.2-044
  getAgent: [
    [200, agent],
    [400, badId],
    [404, unknown],
  ],
  // @fact F-4.2-050..052 F-4.2-054..056
  updateAgent: [
    [200, agent, {}],
    [400, agent, { name: '' }],
    [402, agent, {}, { gate: 'unavailable' }],
    [404, unknown, {}],
  ],
  // @fact F-4.2-061..063 F-4.2-065 F-4.2-066
  deleteAgent: [
    [200, '/v1/agents/agent_research'],
    [400, badId],
    [404, unknown],
  ],
  // @fact F-4.2-073..075 F-4.2-077..079
  addAgentCapability: [
    [201, `${agent}/capabilities`, { toolName: 'new_tool' }],
    [400, `${agent}/capabilities`, {}],
    [404, `${unknown}/capabilities`, { toolName: 'other_tool' }],
    [409, `${agent}/capabilities`, { toolName: 'triage' }],
  ],
  // @fact F-4.2-085..087 F-4.2-089
  removeAgentCapability: [
    [200, `${agent}/capabilities/cap_spare`],
    [400, `${badId}/capabilities/cap_spare`],
    [404, `${agent}/capabilities/cap_nothing`],
  ],
  // @fact F-4.2-195..197 F-4.2-199 F-4.2-200
  exportAgentRuntime: [
    [200, `${agent}/export-runtime`],
    [400, `${badId}/export-runtime`],
    [404, `${unknown}/export-runtime`],
  ],
  // @fact F-4.2-205..207 F-4.2-209 F-4.2-210
  publishAgent: [
    [200, `${agent}/publish`],
    [400, `${badId}/publish`],
    [404, `${unknown}/publish`],
  ],
  // @fact F-4.2-219..221 F-4.2-225 F-4.2-226 F-4.2-228
  refreshAgentCard: [
    [200, `${partner}/refresh-agent-card`],
    [400, `${badId}/refresh-agent-card`],
    [404, `${unknown}/refresh-agent-card`],
    [502, '/v1/agents/agent_broken/refresh-agent-card'],
  ],
  // @fact F-4.2-235..238 F-4.2-240..242
  synthesizeAgentVoice: [
    [200, `${agent}/voice`, { text: 'Hello' }],
    [400, `${badId}/voice`, { text: 'Hello' }],
    [404, `${unknown}/voice`, { text: 'Hello' }],
  ],
  // @fact F-4.2-247..249 F-4.2-251 F-4.2-252
  getTokenAudiencePolicy: [
    [200, `${agent}/token-audience-policy`],
    [400, `${badId}/token-audience-policy`],
    [404, `${unknown}/token-audience-policy`],
  ],
  // @fact F-4.1-005 F-4.1-006 F-4.1-008 F-4.1-009
  listAgentVersions: [
    [200, versions],
    [404, '/v1/agent-versions/agent_nobody'],
  ],
  // @fact F-4.1-015..017 F-4.1-019 F-4.1-020
  publishAgentVersion: [
    [200, `${versions}/publish`, { versionId: 'aver_support_1' }],
    [400, `${versions}/publish`, {}],
    [404, `${versions}/publish`, { versionId: 'aver_nothing' }],
  ],
  // @fact F-4.1-025 F-4.1-026 F-4.1-028 F-4.1-029
  getPublishedAgentVersion: [
    [200, `${versions}/published`],
    [404, '/v1/agent-versions/agent_research/published'],
  ],
  // @fact F-4.1-035..037 F-4.1-039 F-4.1-040
  getAgentVersion: [
    [200, `${versions}/aver_support_1`],
    [400, '/v1/agent-versions/agent_research/aver_support_1'],
    [404, `${versions}/aver_nothing`],
  ],
  // @fact F-4.2-091..093 F-4.2-095 F-4.2-100 F-4.2-101 F-4.2-103 F-4.2-104
  executeAgent: [
    [200, `${agent}/execute`, run],
    [200, `${agent}/execute`, { messages: [], streamResponse: false }],
    [400, `${agent}/execute`, { messages: 'Hello' }],
    [400, `${agent}/execute`, {}],
    [400, `${agent}/execute`, { streamResponse: false }],
    [400, `${agent}/execute`, []],
    [400, `${agent}/execute`],
    [400, `${badId}/execute`, run],
    [404, `${unknown}/execute`, run],
    [429, `${agent}/execute`, run, usedUp],
  ],
  // @fact F-4.2-106..109 F-4.2-111 F-4.2-113 F-4.2-114 F-4.2-116..118
  resumeAgentExecution: [
    [400, `${agent}/resume`, { executionId: 'exec_waits_for_tool' }],
    [400, `${agent}/resume`, { ...resume, toolOutputs: { other: 1 } }],
    [400, `${agent}/resume`, []],
    [400, `${badId}/resume`, resume],
    [404, `${unknown}/resume`, resume],
    [404, `${agent}/resume`, { ...resume, executionId: 'exec_nothing' }],
    [404, `${agent}/resume`, { ...resume, executionId: 'exec_answered' }],
    [429, `${agent}/resume`, resume, usedUp],
    [200, `${agent}/resume`, resume],
  ],
  // @fact F-4.2-120..122 F-4.2-129 F-4.2-130 F-4.2-132..134
  approveAgentExecution: [
    [400, `${agent}/approve`, { ...approve, approvalId: 'appr_other' }],
    [400, `${agent}/approve`, { ...approve, decision: 'perhaps' }],
    [400, `${agent}/approve`, { ...approve, approvalId: undefined }],
    [400, `${agent}/approve`, []],
    [404, `${unknown}/approve`, approve],
    [404, `${agent}/approve`, { ...approve, executionId: 'exec_nothing' }],
    [429, `${agent}/approve`, approve, usedUp],
    [200, `${agent}/approve`, approve],
    [409, `${agent}/approve`, approve],
  ],
  // @fact F-4.2-136 F-4.2-137 F-4.2-150 F-4.2-151 F-4.2-153 F-4.2-154
  listAgentExecutions: [
    [200, `${agent}/executions`],
    [400, `${agent}/executions?limit=many`],
    [400, `${agent}/executions?from=yesterday`],
    [400, `${agent}/executions?cursor=nowhere`],
    [400, `${badId}/executions`],
    [404, `${unknown}/executions`],
  ],
  // @fact F-4.2-156..158 F-4.2-161 F-4.2-162 F-4.2-164 F-4.2-165
  getAgentExecution: [
    [200, `${agent}/executions/exec_tools`],
    [400, `${badId}/executions/exec_tools`],
    [404, `${agent}/executions/exec_nothing`],
    [404, '/v1/agents/agent_research/executions/exec_tools'],
  ],
  // @fact F-4.2-167..169 F-4.2-172 F-4.2-173 F-4.2-175 F-4.2-176
  listExecutionToolCalls: [
    [200, `${agent}${tools}`],
    [400, `${badId}${tools}`],
    [404, `${agent}/executions/exec_nothing/tool-calls`],
    [404, `${unknown}${tools}`],
  ],
  // @fact F-4.2-178..181 F-4.2-184 F-4.2-185 F-4.2-187 F-4.2-188
  getExecutionToolCall: [
    [200, `${agent}${tools}/{toolCall}`],
    [400, `${badId}${tools}/{toolCall}`],
    [404, `${agent}${tools}/call_nothing`],
    [404, `${agent}/executions/exec_answered/tool-calls/{toolCall}`],
    [404, `${agent}/executions/exec_nothing/tool-calls/{toolCall}`],
  ],
};

describe.each(Object.entries(requests))('%s', (operationId, rows) => {
  const { method, responses } = operations.find(({ id }) => id === operationId)!;
  const client = useMock();

  // @fact F-7-003 F-7-006 F-7-007
  it('returns each status that it declares', async () => {
    const names = await prepare();
    const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);
    for (const [status, path, body, { key, gate: value = 'on' } = {}] of rows) {
      await client.put('/_mock/feature-gates', { agents: value });
      const sent = body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(body))) as unknown);
      const response = await client.call(method, fill(path), sent, { key });
      expect([path, response.status, response.outside], response.text).toEqual([path, status, null]);
      if (status >= 400) expect(response.body.error).toBeTypeOf('string');
    }
    const returned = [...rows.map(([status]) => status), 401, 403, 500];
    expect(responses.map(({ status }) => Number(status)).filter((one) => !returned.includes(one))).toEqual(
      [],
    );
  });

  /** Adds what the requests need. Shape: the ids that rows name. */
  async function prepare(): Promise<Readonly<Record<string, string>>> {
    await client.put('/_mock/agent-cards/broken', { status: 503, body: 'Back soon' });
    await client.mock.world().dispatch((tx) => {
      const broken = { externalConfig: { agentCardUrl: '/_mock/agent-cards/broken.json' } };
      tx.put(agents, { ...tx.get(agents, 'agent_partner')!, ...broken, id: 'agent_broken' });
      tx.put(capabilities, { ...tx.scan(capabilities).at(-1)!, id: 'cap_spare' });
      return ok(null);
    });
    await client.addKey({ token: usedUp.key, plan: 'burst' });
    for (let count = 0; count < 5; count += 1) await client.post(`${agent}/execute`, run, usedUp);
    const { body } = await client.get<ToolCallList>(`${agent}${tools}`);
    const paused = await client.get(`${agent}/executions/exec_waits_for_approval`);
    return { toolCall: body.data[0]!.id, approval: /"approvalId":"(\w+)"/.exec(paused.text)?.[1] ?? '' };
  }
});
