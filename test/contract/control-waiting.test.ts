/** The open questions in the control API: every one can be answered with the listed request. */
import { describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../generated/service/types.ts';
import type { WaitingItem, WaitingList } from '../../generated/control-agent-platform/types.ts';
import { agentId, startOfTests, useMock } from '../support/mock-client.ts';

const service = useMock({ fixture: 'empty' });

async function waiting(): Promise<readonly WaitingItem[]> {
  const { status, text, body } = await service.get<WaitingList>('/_mock/waiting');
  expect(status, text).toBe(200);
  return body.waiting;
}

/** Sends the listed request. */
function answer({ answer: { method, path, bodyExample, credential, origin } }: WaitingItem) {
  return service.call<ExecutionResult>(method, path, bodyExample, {
    key: credential === 'key' ? 'rt_live_dev' : null,
    ...(origin !== null && { origin }),
  });
}

async function run(scenario: string) {
  const { status, text, body } = await service.post<ExecutionResult>(
    '/v1/dispatch',
    {
      agent: { name: 'Helper', model: 'mock-1' },
      messages: [{ role: 'user', content: 'Hello' }],
      streamResponse: false,
    },
    { prefer: `scenario=${scenario}` },
  );
  expect(status, text).toBe(200);
  return body;
}

describe('the open questions', () => {
  it('are empty in a new world', async () => {
    expect((await service.get('/_mock/waiting')).body).toEqual({ waiting: [], isTruncated: false });
  });

  it('include an approval of the owner', async () => {
    const { executionId, pausedReason } = await run('approval');
    const [item, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      kind: 'approval',
      id: (pausedReason as { approvalId: string }).approvalId,
      executionId,
      agentId: null,
      name: 'Helper',
      since: startOfTests,
      inputSchema: { type: 'string', enum: ['approved', 'denied'] },
      answer: {
        operationId: 'approveDispatch',
        path: '/v1/dispatch/approve',
        pointer: '/decision',
        credential: 'key',
        workspaceId: 'org_studio',
        origin: null,
      },
    });
    expect(Date.parse(item!.expiresAt!)).toBeGreaterThan(Date.parse(item!.since));
    const answered = await answer(item!);
    expect([answered.status, answered.body.status]).toEqual([200, 'completed']);
    expect(await waiting()).toEqual([]);
  });

  it.each([
    ['local-tool', 'toolOutput'],
    ['crawl', 'crawl'],
    ['durable-poll', 'poll'],
  ])('include the output of the scenario %s', async (scenario, kind) => {
    await run(scenario);
    const [item] = await waiting();
    expect(item).toMatchObject({ kind, inputSchema: null, answer: { operationId: 'resumeDispatch' } });
    expect(item!.expiresAt === null).toBe(kind === 'toolOutput');
    expect((await answer(item!)).body.status).toBe('completed');
  });

  it('include the questions of a tool server, with the schema of the form', async () => {
    await run('elicitation');
    const [form] = await waiting();
    expect(form).toMatchObject({
      kind: 'elicitation',
      title: 'When, and for how many?',
      url: null,
      inputSchema: {
        required: ['action'],
        properties: { content: { required: ['when', 'guests'] } },
      },
      answer: { pointer: `/toolOutputs/${form!.id}` },
    });
    expect((await answer(form!)).body.status).toBe('paused');
    const [page] = await waiting();
    expect(page?.url).toMatch(/^https:/);
    expect((await answer(page!)).body.status).toBe('completed');
  });

  it('include each of several outputs', async () => {
    await service.putScenario('two', [{ await: [{ tool: { name: 'one' } }, { tool: { name: 'two' } }] }]);
    await run('two');
    const both = await waiting();
    expect(both.map(({ toolName }) => toolName)).toEqual(['one', 'two']);
    expect((await answer(both[0]!)).body.status).toBe('paused');
    expect((await waiting()).map(({ toolName }) => toolName)).toEqual(['two']);
  });

  it('expire with an approval', async () => {
    await run('approval');
    await service.advance('P1D');
    expect(await waiting()).toEqual([]);
  });
});

describe('questions in a client session', () => {
  async function openSession(origin?: string): Promise<string> {
    await service.open({ fixture: 'default' });
    for (const item of await waiting()) await service.post(`/_mock/executions/${item.executionId}/abort`);
    const { status, text, body } = await service.post<{ sessionId: string }>('/_mock/client-sessions', {
      agentId,
      ...(origin !== undefined && { origin }),
    });
    expect(status, text).toBe(201);
    return body.sessionId;
  }

  async function chat(sessionId: string, scenario: string, origin?: string): Promise<void> {
    const { status, text } = await service.post(
      '/v1/client/chat',
      { sessionId, messages: [{ role: 'user', content: 'Hello' }], streamResponse: false },
      { key: null, prefer: `scenario=${scenario}`, ...(origin !== undefined && { origin }) },
    );
    expect(status, text).toBe(200);
  }

  it.each([
    ['approval-end-user', 'approveClientExecution'],
    ['local-tool', 'resumeClientExecution'],
  ])('of the scenario %s are answered by the visitor', async (scenario, operationId) => {
    const origin = 'https://shop.test';
    const sessionId = await openSession(origin);
    await chat(sessionId, scenario, origin);
    const [item] = await waiting();
    expect(item?.answer).toMatchObject({
      operationId,
      credential: 'clientSession',
      origin,
      bodyExample: { sessionId },
    });
    const { status, text } = await answer(item!);
    expect(status, text).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  it('are answered by the owner where the owner approves, and when the session has ended', async () => {
    const sessionId = await openSession();
    await chat(sessionId, 'approval');
    expect((await waiting())[0]?.answer.operationId).toBe('approveDispatch');
    await chat(await openSession(), 'local-tool');
    await service.advance('P30D');
    const [item] = await waiting();
    expect(item?.answer.operationId).toBe('resumeDispatch');
    expect((await answer(item!)).status).toBe(200);
  });
});
