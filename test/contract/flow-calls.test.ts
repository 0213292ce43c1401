/**
 * What happens when a run of an agent calls a flow that is among the agent's tools.
 */
import { describe, expect, it } from 'vitest';
import type {
  ExecutionDetail,
  ExecutionPage,
  ExecutionResult,
  ExecutionStreamEvent,
} from '../../generated/service/types.ts';
import { agentId, useMock } from '../support/mock-client.ts';
import { decisionFor, eventOf, typesOf } from '../support/run-events.ts';

const runs = useMock();

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

  it('has an execution of its own with all its steps', async () => {
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

  it('is a call of the agent in its history, whose totals are without those of the flow', async () => {
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

  it('is called by its name without a role', async () => {
    const named = await play([{ tool: { name: 'triage' } }]);
    expect(startedSteps(named.events)).toEqual(triageSteps);
    const told = await play([{ tool: { name: 'triage', result: { queue: 'none' } } }]);
    expect(startedSteps(told.events)).toEqual([]);
    expect(eventOf(told.events, 'tool_complete').result).toEqual({ queue: 'none' });
  });

  it('runs once the approval that a scenario asks for is given', async () => {
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

  it('asks first where the agent requires an approval', async () => {
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

  it('has one step when the workspace does not know it, and none in a sub-agent', async () => {
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
