/**
 * Approvals: decided once, in time, for the tool call that was shown.
 */
import { describe, expect, it } from 'vitest';
import { grammarProblems } from '../support/stream-grammar.ts';
import { agentId, useMock } from '../support/mock-client.ts';
import { decisionFor, eventOf, pausedAction, typesOf } from '../support/run-events.ts';
import { type ApiResponse } from '../support/api-response.ts';

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

  it('can be one of several in a run, each with its own id', async () => {
    const approve = (name: string) => ({ approve: { name, denied: [{ say: 'Then not.' }] } });
    await runs.putScenario('gates', [
      approve('first'),
      { say: 'Between.' },
      approve('second'),
      { say: 'Done.' },
    ]);
    const first = await runs.run('gates');
    const second = (await runs.approve(first)).body;
    expect(second.status).toBe('paused');
    expect(pausedAction(second).approvalId).not.toBe(pausedAction(first).approvalId);
    expect((await runs.approve(first)).status).toBe(409);
    const last = (await runs.approve(second, 'denied')).body;
    expect(last.status).toBe('completed');
    expect(grammarProblems([first.events, second.events, last.events])).toEqual([]);
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

  it('does not affect an approval that was decided in time', async () => {
    const paused = await runs.run('approval-timeout');
    await runs.advance('PT59S');
    expect((await runs.approve(paused)).body).toMatchObject({ status: 'completed' });
    await runs.advance('PT10M');
    expect((await runs.rejoin(paused.executionId)).at(-1)).toMatchObject({ type: 'execution_complete' });
  });
});

describe('exactly one decision', () => {
  const kinds = (responses: readonly ApiResponse[]) =>
    Object.fromEntries(
      Map.groupBy(responses, ({ status }) => status)
        .entries()
        .map(([status, all]) => [status, all.length]),
    );

  it('wins when a decision races with the clock', async () => {
    const paused = await runs.run('approval-timeout');
    const [answer] = await Promise.all([runs.approve(paused), runs.advance('PT60S')]);
    const decisions = (await runs.rejoin(paused.executionId)).filter(
      ({ type }) => type === 'approval_complete',
    );
    expect(decisions.length).toBe(1);
    expect(decisions[0]).toMatchObject({ decision: answer.status === 200 ? 'approved' : 'timeout' });
  });

  it('wins among outputs for one tool call', async () => {
    const paused = await runs.run('local-tool');
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => runs.resume(paused, { read_cart: index })),
    );
    expect(kinds(responses)).toEqual({ 200: 1, 404: 49 });
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
