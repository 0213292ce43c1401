/** The tools of an agent in its runs: which of them wait for an approval, whose and how long, including flows. */
import { describe, expect, it } from 'vitest';
import type {
  ExecutionResult,
  ExecutionDetail,
  ExecutionPage,
  ExecutionStreamEvent,
} from '../../generated/service/types.ts';
import type { ScenarioList } from '../../generated/control/types.ts';
import { agentId, useMock } from '../support/mock-client.ts';
import { decisionFor, eventOf, pausedAction, typesOf } from '../support/run-events.ts';

const runs = useMock();

const tools = {
  runtimeTools: [
    { name: 'get_invoice', toolType: 'external', description: 'Reads an invoice.' },
    { name: 'delete_invoice', toolType: 'custom', toolId: 'tool_delete' },
    { name: 'read_page', toolType: 'local' },
  ],
};

async function start(scenario: string, approval: object, more?: object): Promise<ExecutionResult> {
  const agent = await runs.createAgent({ config: { tools: { ...tools, approval } } });
  return runs.run(scenario, more, agent);
}

async function answer(result: ExecutionResult, decision = 'approved'): Promise<ExecutionResult> {
  const body = { ...decisionFor(result, decision), streamResponse: false };
  return (await runs.post('/v1/dispatch/approve', body)).body as ExecutionResult;
}

it.each(['tools', 'everything'])(
  'an agent whose only tool is a sub-agent emits all events that are listed for the scenario %s',
  async (scenario) => {
    const helper = await runs.createAgent({ name: 'Helper' });
    const agent = await runs.createAgent({
      config: {
        tools: {
          runtimeTools: [{ name: 'ask_helper', toolType: 'subagent', config: { agentId: helper } }],
        },
      },
    });
    let result = await runs.run(scenario, {}, agent);
    const { events } = result;
    while (result.status === 'paused') {
      result = await answer(result);
      events.push(...result.events);
    }
    const { scenarios } = (await runs.get('/_mock/scenarios')).body as ScenarioList;
    const listed = scenarios.find(({ name }) => name === scenario)?.events ?? [];
    expect(listed.filter((type) => !typesOf(events).includes(type))).toEqual([]);
    expect(eventOf(events, 'tool_start')).toMatchObject({ toolName: 'ask_helper', toolType: 'subagent' });
  },
);

describe('a tool that needs an approval', () => {
  it('is called only after it is approved, with the parameters that were shown', async () => {
    const paused = await start('tools', { require: ['get_invoice'], timeout: 45_000 });
    expect(paused.status).toBe('paused');
    expect(typesOf(paused.events)).not.toContain('tool_start');
    const request = eventOf(paused.events, 'approval_start');
    expect(request).toMatchObject({
      toolName: 'get_invoice',
      description: 'Reads an invoice.',
      timeout: 45_000,
    });
    expect(request.reason).toBeTypeOf('string');
    const { events } = await answer(paused);
    expect(eventOf(events, 'tool_start')).toMatchObject({
      toolCallId: request.toolCallId,
      toolName: 'get_invoice',
      parameters: request.parameters,
    });
  });

  it('is any tool when the rules require approval for all', async () => {
    let result = await start('tools', { require: true });
    let approvals = 0;
    for (; result.status === 'paused'; approvals += 1) result = await answer(result);
    expect(approvals).toBe(2);
    expect(result.status).toBe('completed');
  });

  it('can be a tool of the caller, who receives the call after the approval', async () => {
    const paused = await start('local-tool', { require: ['read_page'] });
    const { toolCallId, toolName } = eventOf(paused.events, 'approval_start');
    expect(toolName).toBe('read_page');
    const waiting = await answer(paused);
    expect(eventOf(waiting.events, 'await')).toMatchObject({ toolCallId, toolName: 'read_page' });
    expect(pausedAction(waiting).toolId).toBe(pausedAction(paused).toolId);
  });

  it('may be a sub-agent', async () => {
    const paused = await start('subagent', { require: ['research'] });
    const { toolCallId } = eventOf(paused.events, 'approval_start');
    const { events } = await answer(paused);
    expect(eventOf(events, 'tool_start')).toMatchObject({ toolCallId, toolType: 'subagent' });
  });

  it('is reported with the id of the tool while the run waits', async () => {
    const paused = await start('approval', { require: ['tool_delete'] });
    expect(pausedAction(paused)).toMatchObject({ toolName: 'delete_invoice', toolId: 'tool_delete' });
  });

  it('has no reason when the agent does not request one', async () => {
    const paused = await start('approval', { require: true, requestReason: false });
    expect(eventOf(paused.events, 'approval_start')).not.toHaveProperty('reason');
  });

  it('expires after the timeout in the rules', async () => {
    const paused = await start('tools', { require: true, timeout: 5000 });
    await runs.advance('PT6S');
    const { body } = await runs.get(`/v1/executions/${paused.executionId}/status`);
    expect(body).toMatchObject({ status: 'failed' });
  });

  it.each([
    ['end-user', 200],
    ['owner', 403],
  ])('is decided by the %s, as the rules require', async (approver, status) => {
    const { sessionId } = (await runs.post('/_mock/client-sessions', { agentId: 'agent_support' })).body;
    const paused = await start('tools', { require: ['get_invoice'], approver }, { sessionId });
    const body = { sessionId, ...decisionFor(paused), streamResponse: false };
    expect((await runs.post('/v1/client/approve', body, { key: null })).status).toBe(status);
  });
});

/** Runs an agent by a scenario of these steps. */
async function play(steps: readonly object[], runner?: string): Promise<ExecutionResult> {
  await runs.putScenario('calls-flow', steps);
  return runs.run('calls-flow', {}, runner);
}

async function approve(runner: string, paused: ExecutionResult, decision = 'approved') {
  const body = { ...decisionFor(paused, decision), streamResponse: false };
  return (await runs.post(`/v1/agents/${runner}/approve`, body)).body as ExecutionResult;
}

/** Returns the executions that a run has started, with their details. */
async function callsOf(
  { executionId }: ExecutionResult,
  runner: string = agentId,
): Promise<ExecutionDetail[]> {
  const { body } = await runs.get(`/v1/agents/${runner}/executions`);
  const { data } = body as ExecutionPage;
  const own = data.filter(({ parentExecutionId }) => parentExecutionId === executionId);
  const details = own.map(({ id }) => runs.get(`/v1/agents/${runner}/executions/${id}`));
  return (await Promise.all(details)).map(({ body: detail }) => detail as ExecutionDetail);
}

function startedSteps(events: readonly ExecutionStreamEvent[]) {
  return events.flatMap((event) => (event.type === 'step_start' ? [event.name] : []));
}

const triageSteps = ['Load the message', 'Classify the message', 'Choose a queue'];

describe('a flow that a run calls', () => {
  it('plays its steps between the start and the end of the call', async () => {
    const { events } = await play([{ tool: { role: 'flow', name: 'sort' } }]);
    const start = eventOf(events, 'tool_start');
    expect(start).toMatchObject({ toolName: 'triage', toolType: 'flow' });
    const end = events.findIndex(({ type }) => type === 'tool_complete');
    const within = events.slice(events.indexOf(start) + 1, end);
    expect(startedSteps(within)).toEqual(triageSteps);
    const subagent = { toolName: 'triage', parentToolCallId: start.toolCallId };
    for (const event of within) expect(event).toMatchObject({ subagent });
    expect(events[end]).toMatchObject({
      toolCallId: start.toolCallId,
      success: true,
      result: { queue: 'returns', priority: 2 },
    });
  });

  it('has its own execution with all its steps', async () => {
    const result = await play([{ tool: { role: 'flow', name: 'sort' } }]);
    const [flow, ...others] = await callsOf(result);
    expect(others).toEqual([]);
    expect(flow).toMatchObject({ status: 'completed', parentExecutionId: result.executionId });
    expect(flow?.steps?.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'load_message completed',
      'classify completed',
      'notify skipped',
      'route completed',
    ]);
    const events = await runs.rejoin(flow?.id ?? '');
    expect(events[0]).toMatchObject({ kind: 'flow', flowId: 'flow_triage', flowName: 'Sort messages' });
    expect(typesOf(events)).toContain('step_skip');
    expect(eventOf(events, 'execution_complete')).toMatchObject({ kind: 'flow', successfulSteps: 3 });
  });

  it('is a call in the history of the agent, whose totals exclude those of the flow', async () => {
    const result = await play([{ tool: { role: 'flow', name: 'sort' } }, { say: 'Done.' }]);
    const path = `/v1/agents/${agentId}/executions/${result.executionId}`;
    const { body: own } = await runs.get(path);
    expect(own).toMatchObject({ finalOutput: 'Done.', status: 'completed' });
    expect((own as ExecutionDetail).steps ?? []).toEqual([]);
    const { body: calls } = await runs.get(`${path}/tool-calls`);
    expect(calls).toMatchObject({ data: [{ toolName: 'triage', status: 'completed' }] });
    const [flow] = await callsOf(result);
    expect(eventOf(result.events, 'tool_complete').toolCost).toBe(Number(flow?.totalCost));
  });

  it('is called by its name when it has no role', async () => {
    const named = await play([{ tool: { name: 'triage' } }]);
    expect(startedSteps(named.events)).toEqual(triageSteps);
    const withResult = await play([{ tool: { name: 'triage', result: { queue: 'none' } } }]);
    expect(startedSteps(withResult.events)).toEqual([]);
    expect(eventOf(withResult.events, 'tool_complete').result).toEqual({ queue: 'none' });
  });

  it('runs after the approval that a scenario requests is granted', async () => {
    const runner = await runs.createAgent({
      capabilities: [{ toolName: 'send_note', flowId: 'flow_notify' }],
    });
    const step = { approve: { role: 'approval', name: 'refund', denied: [{ say: 'Then not.' }] } };
    const answer = async (decision: 'approved' | 'denied') => {
      const paused = await play([step, { say: 'Done.' }], runner);
      expect(startedSteps(paused.events)).toEqual([]);
      const { events } = await approve(runner, paused, decision);
      return { paused, events };
    };
    const { paused, events } = await answer('approved');
    expect(startedSteps(events)).toEqual(['Write the message', 'Send the mail']);
    expect(eventOf(events, 'tool_start')).toMatchObject({
      toolName: 'send_note',
      toolType: 'flow',
      toolCallId: eventOf(paused.events, 'approval_start').toolCallId,
    });
    expect(eventOf(events, 'execution_complete')).toMatchObject({ success: true, finalOutput: 'Done.' });
    expect(typesOf((await answer('denied')).events)).not.toContain('tool_start');
  });

  it('waits for an approval if the agent requires one', async () => {
    const runner = await runs.createAgent({
      capabilities: [{ toolName: 'send_note', flowId: 'flow_notify' }],
      config: { tools: { approval: { require: ['send_note'] } } },
    });
    for (const step of [
      { tool: { role: 'flow', name: 'note' } },
      { approve: { role: 'approval', name: 'note' } },
    ]) {
      const paused = await play([step], runner);
      expect(eventOf(paused.events, 'approval_start').toolType).toBe('flow');
      const { events } = await approve(runner, paused);
      expect(startedSteps(events)).toEqual(['Write the message', 'Send the mail']);
      expect(typesOf(events)).not.toContain('approval_start');
    }
  });

  it('has one step when it does not exist in the workspace, and none in a sub-agent', async () => {
    const runner = await runs.createAgent({
      capabilities: [{ toolName: 'look_up', flowId: 'flow_look_up' }],
    });
    const { events } = await play([{ tool: { role: 'flow', name: 'find' } }], runner);
    expect(startedSteps(events)).toEqual(['Look up']);
    const steps = [{ tool: { role: 'flow', name: 'find' } }];
    const nested = await play([{ subagent: { name: 'helper', steps } }], runner);
    expect(startedSteps(nested.events)).toEqual([]);
    expect(nested.events).toContainEqual(
      expect.objectContaining({ type: 'tool_complete', toolName: 'look_up', success: true }),
    );
  });
});
