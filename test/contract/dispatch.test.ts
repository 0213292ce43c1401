/** Dispatch: agents and flows, saved or inline, and the continuation of any paused run. */
import { describe, expect, it } from 'vitest';
import type { ExecutionDetail, ExecutionResult } from '../../generated/service/types.ts';
import { streamProblems } from '../support/stream-problems.ts';
import { agentId, useMock } from '../support/mock-client.ts';
import { decisionFor, eventOf, pausedAction } from '../support/run-events.ts';
import { type CallOptions } from '../support/api-response.ts';

const messages = [{ role: 'user', content: 'Hello' }];

const runs = useMock();

async function dispatch(body: object, options?: CallOptions): Promise<ExecutionResult> {
  const reply = await runs.post('/v1/dispatch', { options: { streamResponse: false }, ...body }, options);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as ExecutionResult;
}

describe('dispatching a run', () => {
  // @fact F-4.9-007
  it('of an inline agent has a URL at which its pauses are resumed', async () => {
    const agent = { name: 'Translator', config: { systemPrompt: 'Translate.', maxTurns: 3 } };
    const paused = await dispatch({ agent, messages }, { prefer: 'scenario=approval' });
    expect(paused.events[0]).toMatchObject({
      agentId: 'virtual',
      agentName: 'Translator',
      maxTurns: 3,
      config: agent,
    });
    expect(paused).not.toHaveProperty('agentTargetResolution');
    const { approvalId } = pausedAction(paused);
    const answer = {
      executionId: paused.executionId,
      approvalId,
      decision: 'approved',
      streamResponse: false,
    };
    expect((await runs.post('/v1/agents/virtual/approve', answer)).body).toMatchObject({
      status: 'completed',
    });
  });

  it('of an inline flow plays its steps, and skips disabled ones', async () => {
    const steps = [
      { id: 'find', name: 'Find', type: 'api-call', enabled: true, config: { outputVariable: 'order' } },
      { id: 'mail', name: 'Mail', type: 'send-email', enabled: false },
      { id: 'sum', name: 'Sum up', type: 'prompt', enabled: true },
    ];
    const result = await dispatch({
      flow: { name: 'Look up', steps },
      record: { name: 'r', type: 't', metadata: {} },
    });
    expect(result).toMatchObject({ status: 'completed', success: true });
    expect(result).not.toHaveProperty('agentTargetResolution');
    expect(result.events[0]).toMatchObject({ kind: 'flow', flowName: 'Look up', totalSteps: 3 });
    expect(eventOf(result.events, 'step_start')).toMatchObject({
      id: 'find',
      index: 0,
      outputVariable: 'order',
    });
    expect(eventOf(result.events, 'step_skip')).toMatchObject({ id: 'mail', index: 1 });
    expect(result.events.at(-1)).toMatchObject({
      type: 'execution_complete',
      kind: 'flow',
      successfulSteps: 2,
      failedSteps: 0,
    });
    expect(streamProblems([result.events])).toEqual([]);
  });

  // @fact F-4.9-012
  it('of a saved flow quotes its inputs, and has a status without an agent', async () => {
    await runs.putScenario(
      'greet',
      [{ step: { name: 'Greet', steps: [{ say: 'Hello {{input.name}} in {{input.city}}' }] } }],
      { kind: 'flow' },
    );
    const body = {
      flow: { id: 'flow_greet' },
      inputs: { name: 'Ada' },
      record: { metadata: { city: 'Bergen' } },
    };
    const result = await dispatch(body, { prefer: 'scenario=greet' });
    expect(eventOf(result.events, 'step_complete').result).toEqual({ response: 'Hello Ada in Bergen' });
    const { body: status } = await runs.get(`/v1/executions/${result.executionId}/status`);
    expect(status).toMatchObject({ executionId: result.executionId, status: 'completed' });
    expect(status).not.toHaveProperty('agentId');
  });

  it('of a saved flow plays its own steps, and skips one whose condition is not met', async () => {
    const result = await dispatch({ flow: { id: 'flow_triage' } });
    expect(result.events[0]).toMatchObject({
      flowId: 'flow_triage',
      flowName: 'Sort messages',
      totalSteps: 4,
    });
    const steps = result.events.filter(({ type }) => type === 'step_complete' || type === 'step_skip');
    expect(steps).toMatchObject([
      { type: 'step_complete', id: 'load_message', stepType: 'api-call', success: true },
      { type: 'step_complete', id: 'classify', stepType: 'prompt' },
      { type: 'step_skip', id: 'notify', when: "message.urgency == 'high'" },
      { type: 'step_complete', id: 'route', result: { queue: 'returns', priority: 2 } },
    ]);
    const detail = await runs.get(`/v1/agents/virtual/executions/${result.executionId}`);
    expect((detail.body as ExecutionDetail).steps).toMatchObject([
      { id: 'load_message', status: 'completed' },
      { id: 'classify', status: 'completed' },
      { id: 'notify', status: 'skipped' },
      { id: 'route', status: 'completed' },
    ]);
  });

  it.each([
    ['flow_send_reminder', 'Send reminder'],
    ['flow_01jcz7a2c4e6g', 'Flow 01jcz7a2c4e6g'],
  ])('of the unknown flow %s calls it %s', async (id, flowName) => {
    const { events } = await dispatch({ flow: { id } });
    expect(events[0]).toMatchObject({ flowId: id, flowName });
  });

  it('of a failing flow reports which step failed and why', async () => {
    const step = { name: 'Send the mail', type: 'send-email', error: 'The mail server is down.' };
    await runs.putScenario('broken', [{ step }], { kind: 'flow' });
    const { body: feed } = await runs.get('/v1/events');
    const result = await dispatch({ flow: { id: 'flow_triage' } }, { prefer: 'scenario=broken' });
    const error = 'Step "Send the mail" failed: The mail server is down.';
    expect(result).toMatchObject({ status: 'failed', error, code: 'STEP_FAILED' });
    const { cursor } = feed as { cursor: string };
    const { body } = await runs.get(`/v1/events?flowId=flow_triage&after=${cursor}`);
    expect(body).toMatchObject({
      events: [
        {
          name: 'svc.execution.failed',
          data: { executionId: result.executionId, summary: `Sort messages failed: ${error}` },
        },
      ],
    });
  });

  // @fact F-4.6-032 F-4.9-010
  it('can pause inside a step of a flow', async () => {
    await runs.putScenario(
      'gated-flow',
      [
        {
          step: {
            id: 'ask',
            name: 'Ask',
            steps: [{ await: [{ tool: { name: 'pick' } }] }, { say: 'Picked.' }],
          },
        },
        { step: { id: 'pay', name: 'Pay', steps: [{ approve: { name: 'charge' } }, { say: 'Paid.' }] } },
      ],
      { kind: 'flow' },
    );
    const first = await dispatch({ flow: { id: 'flow_x' } }, { prefer: 'scenario=gated-flow' });
    expect(eventOf(first.events, 'await').stepId).toBe('ask');
    const second = (
      await runs.post('/v1/dispatch/resume', {
        executionId: first.executionId,
        toolOutputs: { pick: 1 },
        streamResponse: false,
      })
    ).body as ExecutionResult;
    const answer = decisionFor(second, 'denied');
    const third = (await runs.post('/v1/dispatch/approve', { ...answer, streamResponse: false }))
      .body as ExecutionResult;
    expect(third.events.at(-1)).toMatchObject({ type: 'execution_complete', successfulSteps: 2 });
    expect(streamProblems([first.events, second.events, third.events])).toEqual([]);
  });

  it('receives the messages of a resume as part of the conversation', async () => {
    await runs.putScenario('again', [
      { await: [{ tool: { name: 'ask' } }] },
      { say: 'You said {{lastMessage}}' },
    ]);
    const paused = await runs.run('again');
    const body = {
      executionId: paused.executionId,
      toolOutputs: { ask: 'x' },
      messages: [{ role: 'user', content: 'and also this' }],
    };
    const reply = await runs.post('/v1/dispatch/resume', { ...body, streamResponse: false });
    expect(eventOf((reply.body as ExecutionResult).events, 'execution_complete').finalOutput).toBe(
      'You said and also this',
    );
  });
});

// @fact F-8-004 F-8-021 F-7-017
it('errors 429 beyond the burst rate, on every route, with the approval still pending', async () => {
  await runs.addKey({ token: 'rt_live_burst', plan: 'burst' });
  const paused = await runs.run('approval');
  const waiting = await runs.run('local-tool');
  const key = 'rt_live_burst';
  for (let count = 0; count < 5; count += 1) await dispatch({ agent: { agentId }, messages }, { key });
  const answer = decisionFor(paused);
  const output = { executionId: waiting.executionId, toolOutputs: { read_cart: 1 } };
  for (const [path, body] of [
    ['/v1/dispatch', { agent: { agentId }, messages }],
    ['/v1/dispatch/approve', answer],
    ['/v1/dispatch/resume', output],
    [`/v1/agents/${agentId}/execute`, { messages }],
    [`/v1/agents/${agentId}/approve`, answer],
    [`/v1/agents/${agentId}/resume`, output],
  ] as const) {
    const reply = await runs.post(path, body, { key });
    expect(reply.status).toBe(429);
    expect(reply.headers.get('retry-after')).toBe('1');
  }
  expect((await runs.approve(paused)).status).toBe(200);
});
