/**
 * The approval rules of an agent: which calls of its runs wait, for whom and how long.
 */
import { describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../generated/service/types.ts';
import { useMock } from '../support/mock-client.ts';
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

describe('a tool that needs an approval', () => {
  it('is called only once it is approved, with the parameters that were shown', async () => {
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

  it('is not called when the answer is no', async () => {
    const denied = await answer(await start('tools', { require: ['get_invoice'] }), 'denied');
    expect(denied.status).toBe('completed');
    expect(typesOf(denied.events)).not.toContain('tool_start');
  });

  it('is every tool where the rules require all', async () => {
    let result = await start('tools', { require: true });
    let approvals = 0;
    for (; result.status === 'paused'; approvals += 1) result = await answer(result);
    expect(approvals).toBe(2);
    expect(result.status).toBe('completed');
  });

  it('may run at the caller, who gets it after the approval', async () => {
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

  it('is told by the id of the tool while the run waits', async () => {
    const paused = await start('approval', { require: ['tool_delete'] });
    expect(pausedAction(paused)).toMatchObject({ toolName: 'delete_invoice', toolId: 'tool_delete' });
  });

  it('has no reason where the agent asks for none', async () => {
    const paused = await start('approval', { require: true, requestReason: false });
    expect(eventOf(paused.events, 'approval_start')).not.toHaveProperty('reason');
  });

  it('expires after the time of the rules', async () => {
    const paused = await start('tools', { require: true, timeout: 5000 });
    await runs.advance('PT6S');
    const { body } = await runs.get(`/v1/executions/${paused.executionId}/status`);
    expect(body).toMatchObject({ status: 'failed' });
  });

  it.each([
    ['end-user', 200],
    ['owner', 403],
  ])('is answered by the %s as the rules name', async (approver, status) => {
    const { sessionId } = (await runs.post('/_mock/client-sessions', { agentId: 'agent_support' })).body;
    const paused = await start('tools', { require: ['get_invoice'], approver }, { sessionId });
    const body = { sessionId, ...decisionFor(paused), streamResponse: false };
    expect((await runs.post('/v1/client/approve', body, { key: null })).status).toBe(status);
  });
});
