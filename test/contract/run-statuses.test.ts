/** Every status that the operations on runs and their history declare, each by a request that earns it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../generated/service/operations.ts';
import type { ExecutionResult, ToolCallSummary } from '../../generated/service/types.ts';
import { startService } from './support/service.ts';
import type { ApiResponse, CallOptions, Service } from './support/service.ts';

/** A request below an agent. Shape: `agent` is `agent_support` when absent. */
interface Request extends CallOptions {
  readonly agent?: string;
  readonly path?: string;
}

const messages = [{ role: 'user', content: 'Hello' }];
const asked = { messages, streamResponse: false };
const nobody = 'agent_nobody';
const badId = 'agent%20support';
/** Stands for a key that the test makes: it may read flows and nothing else. */
const flowsOnly = 'FLOWS:READ';
/** Stands for a key that the test makes and uses up. */
const usedUp = 'used up';
/** Stands for the tool call of the run that is looked at. */
const toolCall = '{toolCall}';

const resume = { executionId: 'exec_waits_for_tool', toolOutputs: { read_cart: 1 }, streamResponse: false };
const approve = { executionId: 'exec_waits_for_approval', decision: 'denied', streamResponse: false };
const unknownRun = '/exec_nothing';

/** What earns each status; 401 and 500 are the same for all. */
const requests: Readonly<Record<string, Readonly<Record<number, readonly Request[]>>>> = {
  // @fact F-4.2-091..093 F-4.2-095 F-4.2-100 F-4.2-101 F-4.2-103 F-4.2-104
  executeAgent: {
    200: [{ body: asked }, { body: { messages: [], streamResponse: false } }],
    400: [
      { body: { messages: 'Hello' } },
      { body: {} },
      { body: { streamResponse: false } },
      { body: [] },
      { body: undefined },
      { agent: badId, body: asked },
    ],
    403: [{ body: asked, key: flowsOnly }],
    404: [{ agent: nobody, body: asked }],
    429: [{ body: asked, key: usedUp }],
  },
  // @fact F-4.2-106..109 F-4.2-111 F-4.2-113 F-4.2-114 F-4.2-116..118
  resumeAgentExecution: {
    400: [
      { body: { executionId: 'exec_waits_for_tool' } },
      { body: { ...resume, toolOutputs: { other: 1 } } },
      { body: [] },
      { agent: badId, body: resume },
    ],
    403: [{ body: resume, key: flowsOnly }],
    404: [
      { agent: nobody, body: resume },
      { body: { ...resume, executionId: 'exec_nothing' } },
      { body: { ...resume, executionId: 'exec_answered' } },
    ],
    429: [{ body: resume, key: usedUp }],
    200: [{ body: resume }],
  },
  // @fact F-4.2-120..122 F-4.2-129 F-4.2-130 F-4.2-132..134
  approveAgentExecution: {
    400: [
      { body: { ...approve, approvalId: 'appr_other' } },
      { body: { ...approve, decision: 'perhaps' } },
      { body: approve },
      { body: [] },
    ],
    403: [{ body: { ...approve, approvalId: 'appr_other' }, key: flowsOnly }],
    404: [
      { agent: nobody, body: { ...approve, approvalId: '{approval}' } },
      { body: { ...approve, executionId: 'exec_nothing', approvalId: '{approval}' } },
    ],
    429: [{ body: { ...approve, approvalId: '{approval}' }, key: usedUp }],
    200: [{ body: { ...approve, approvalId: '{approval}' } }],
    409: [{ body: { ...approve, approvalId: '{approval}' } }],
  },
  // @fact F-4.2-136 F-4.2-137 F-4.2-150 F-4.2-151 F-4.2-153 F-4.2-154
  listAgentExecutions: {
    200: [{}],
    400: [
      { path: '?limit=many' },
      { path: '?from=yesterday' },
      { path: '?cursor=nowhere' },
      { agent: badId },
    ],
    403: [{ key: flowsOnly }],
    404: [{ agent: nobody }],
  },
  // @fact F-4.2-156..158 F-4.2-161 F-4.2-162 F-4.2-164 F-4.2-165
  getAgentExecution: {
    200: [{ path: '/exec_tools' }],
    400: [{ agent: badId, path: '/exec_tools' }],
    403: [{ path: '/exec_tools', key: flowsOnly }],
    404: [{ path: unknownRun }, { agent: 'agent_research', path: '/exec_tools' }],
  },
  // @fact F-4.2-167..169 F-4.2-172 F-4.2-173 F-4.2-175 F-4.2-176
  listExecutionToolCalls: {
    200: [{ path: '/exec_tools/tool-calls' }],
    400: [{ agent: badId, path: '/exec_tools/tool-calls' }],
    403: [{ path: '/exec_tools/tool-calls', key: flowsOnly }],
    404: [{ path: `${unknownRun}/tool-calls` }, { agent: nobody, path: '/exec_tools/tool-calls' }],
  },
  // @fact F-4.2-178..181 F-4.2-184 F-4.2-185 F-4.2-187 F-4.2-188
  getExecutionToolCall: {
    200: [{ path: `/exec_tools/tool-calls/${toolCall}` }],
    400: [{ agent: badId, path: `/exec_tools/tool-calls/${toolCall}` }],
    403: [{ path: `/exec_tools/tool-calls/${toolCall}`, key: flowsOnly }],
    404: [
      { path: '/exec_tools/tool-calls/call_nothing' },
      { path: `/exec_answered/tool-calls/${toolCall}` },
      { path: `${unknownRun}/tool-calls/${toolCall}` },
    ],
  },
};

describe.each(Object.entries(requests))('%s', (operationId, earned) => {
  const spec = operations.find(({ id }) => id === operationId)!;
  const base = spec.path.replace(/\/executions\/.*/, '/executions');
  const keys = new Map<string, string>();
  let service: Service;
  let names: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    service = await startService();
    keys.set(flowsOnly, await service.makeKey(flowsOnly));
    const burst = await service.call('POST', '/_mock/keys', { body: { environment: 'live', plan: 'burst' } });
    keys.set(usedUp, String(burst.body['key']));
    for (let count = 0; count < 5; count += 1)
      await service.call('POST', '/v1/agents/agent_support/execute', { body: asked, key: keys.get(usedUp)! });
    const run = '/v1/agents/agent_support/executions';
    const { body: calls } = await service.call('GET', `${run}/exec_tools/tool-calls`);
    const { body: waiting } = await service.call('GET', `${run}/exec_waits_for_approval`);
    const reason = (waiting as unknown as ExecutionResult).pausedReason;
    names = {
      [toolCall]: (calls['data'] as ToolCallSummary[])[0]!.id,
      '{approval}': (reason?.type === 'local_action' && reason.approvalId) || '',
    };
  });
  afterAll(() => service.close());

  /** Puts what is only known once the mock is up into a text. */
  const fill = (text: string) =>
    Object.entries(names).reduce((filled, [name, value]) => filled.replaceAll(name, value), text);

  const send = ({
    agent = 'agent_support',
    path = '',
    body,
    key,
    ...options
  }: Request): Promise<ApiResponse> =>
    service.call(spec.method, base.replace('{id}', agent) + fill(path), {
      ...options,
      ...(body !== undefined && { body: JSON.parse(fill(JSON.stringify(body))) as unknown }),
      ...(key !== undefined && { key: keys.get(key ?? '') ?? key }),
    });

  // @fact F-7-003 F-7-006 F-7-007
  it.each(Object.keys(earned).sort((a, b) => rank(a) - rank(b)))('answers %s', async (status) => {
    for (const request of earned[Number(status)] ?? []) {
      const response = await send(request);
      expect(response.status, response.text).toBe(Number(status));
      expect(response.headers.has('backlot-outside-contract')).toBe(false);
      if (response.status >= 400) expect(typeof response.body['error']).toBe('string');
      if (response.status === 403) expect(response.body).toEqual({ error: 'Insufficient permissions' });
    }
  });

  // @fact F-4.2-102 F-4.2-115 F-4.2-131 F-4.2-152 F-4.2-163 F-4.2-174 F-4.2-186
  it('answers 401 without a credential, whatever else is wrong', async () => {
    const [request] = Object.values(earned).flat();
    const response = await send({ ...request!, body: undefined, key: null });
    expect([response.status, response.body]).toEqual([401, { error: 'Unauthorized' }]);
  });

  it('declares what is answered here, 401 and 500, and nothing else', () => {
    const answered = [...Object.keys(earned).map(Number), 401, 500];
    const declared = new Set(spec.responses.map(({ status }) => status));
    expect([...declared].map(Number).sort()).toEqual(answered.sort());
  });
});

/** What uses something up comes last: a run that goes on can't be refused for waiting any more. */
function rank(status: string): number {
  return status === '200' ? 1000 : status === '409' ? 1001 : Number(status);
}
