/**
 * Approvals: decided once, in time, for the tool call that was shown.
 */
import { describe, expect, it } from 'vitest';
import { grammarProblems } from '../support/stream-grammar.ts';
import { agentId, useMock } from '../support/mock-client.ts';
import { decisionFor, eventOf, pausedAction, typesOf } from '../support/run-events.ts';

const agentPath = `/v1/agents/${agentId}`;

const runs = useMock();

describe('an approval', () => {
  // @fact F-6.1.2-001 F-2.5-005 F-3-014 F-6.1.3-007
  it('pauses the run, with the id that the decision needs', async () => {
    const paused = await runs.run('approval');
    const start = eventOf(paused.events, 'approval_start');
    expect(paused).toMatchObject({ status: 'paused', success: true });
    expect(pausedAction(paused)).toMatchObject({
      approvalId: start.approvalId,
      awaitReason: 'approval_required',
    });
    expect(paused.events.at(-1)).toBe(start);
    expect(typesOf(paused.events)).not.toContain('tool_start');
    expect(start).toMatchObject({ toolName: 'refund_order', timeout: 300_000 });
  });

  it('keeps the note of the person who decided', async () => {
    const paused = await runs.run('approval');
    await runs.approve(paused, 'denied', { reason: 'Out of warranty.' });
    const { body } = await runs.get('/_mock/state');
    expect(JSON.stringify(body)).toContain('Out of warranty.');
  });
});

describe('the timeout', () => {
  // @fact F-3-024
  it('expires an approval that is not decided, and ends its run', async () => {
    const paused = await runs.run('approval-timeout');
    expect(eventOf(paused.events, 'approval_start').timeout).toBe(60_000);
    await runs.advance('PT59.999S');
    expect((await runs.rejoin(paused.executionId)).length).toBe(paused.events.length);
    await runs.advance('PT0.001S');
    const rest = await runs.rejoin(paused.executionId, paused.events.length - 1);
    expect(rest).toMatchObject([
      { type: 'approval_complete', decision: 'timeout', resolvedBy: 'system' },
      { type: 'execution_error', code: 'APPROVAL_TIMEOUT', outcome: 'error' },
    ]);
    expect(grammarProblems([paused.events, rest])).toEqual([]);
    const { body } = await runs.get(`${agentPath}/executions/${paused.executionId}`);
    expect(body).toMatchObject({ status: 'failed', code: 'APPROVAL_TIMEOUT' });
    expect((await runs.approve(paused)).status).toBe(404);
  });
});

describe('errors', () => {
  const decisionOn = (executionId: string) => ({ executionId, approvalId: 'a', decision: 'denied' });

  it.each([
    [400, 'a decision that does not exist', { decision: 'maybe' }],
    [400, 'nothing', {}],
    [404, 'an execution that is not there', decisionOn('exec_none')],
    [404, 'an execution that is not paused', decisionOn('exec_answered')],
    [404, 'an execution that waits for a tool', decisionOn('exec_waits_for_tool')],
  ])('%d for %s', async (status, _, body) => {
    const response = await runs.post(`${agentPath}/approve`, body);
    expect([response.status, response.outside], response.text).toEqual([status, null]);
  });

  it('429 when the burst rate is exceeded, with the approval still pending', async () => {
    await runs.addKey({ token: 'rt_live_burst', plan: 'burst' });
    const paused = await runs.run('approval');
    const execute = { messages: [], streamResponse: false };
    for (let count = 0; count < 5; count += 1)
      await runs.post(`${agentPath}/execute`, execute, { key: 'rt_live_burst' });
    const body = decisionFor(paused);
    expect((await runs.post(`${agentPath}/approve`, body, { key: 'rt_live_burst' })).status).toBe(429);
    expect((await runs.approve(paused)).status).toBe(200);
  });
});
