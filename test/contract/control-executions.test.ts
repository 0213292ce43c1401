/** Executions in the control API: the list with its filters, one execution, and the events of its stream. */
import { describe, expect, it } from 'vitest';
import type {
  ExecutionDetail,
  ExecutionEventList,
  ExecutionList,
  ExecutionSummary,
} from '../../generated/control-agent-platform/types.ts';
import { agentId, agentPath, useMock } from '../support/mock-client.ts';

const service = useMock();

async function list(query = ''): Promise<readonly ExecutionSummary[]> {
  const { status, text, body } = await service.get<ExecutionList>(`/_mock/executions${query}`);
  expect(status, text).toBe(200);
  return body.executions;
}

/** Reads all pages of a list. */
async function listAll(query: string): Promise<readonly ExecutionSummary[]> {
  const all: ExecutionSummary[] = [];
  let after = '';
  for (;;) {
    const { body } = await service.get<ExecutionList>(`/_mock/executions?${query}${after}`);
    all.push(...body.executions);
    if (body.cursor === null) return all;
    after = `&after=${body.cursor}`;
  }
}

describe('the list of executions', () => {
  it('has those of every agent and flow, newest first', async () => {
    const { executionId } = await service.run('text');
    const all = await list('?limit=1000');
    expect(all.find(({ id }) => id === executionId)).toMatchObject({
      kind: 'agent',
      status: 'completed',
      waitingFor: null,
      agentId,
      name: 'Customer support',
      scenario: 'text',
      surfaceType: 'api',
      turns: 1,
      toolCalls: 0,
    });
    const starts = all.map(({ startedAt }) => startedAt);
    expect(starts).toEqual(starts.toSorted().reverse());
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['agent', 'flow']));
  });

  it('continues after the cursor, to the end', async () => {
    const all = await listAll('limit=1000');
    expect(await listAll('limit=97')).toEqual(all);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const { body } = await service.get<{ counts: { executions: number } }>('/_mock/world');
    expect(all).toHaveLength(body.counts.executions);
  });

  it('filters by kind, source and minimum duration', async () => {
    const all = await listAll('limit=1000');
    const ids = (rows: readonly ExecutionSummary[]) => rows.map(({ id }) => id);
    const flows = await listAll('limit=1000&kind=flow');
    expect(ids(flows)).toEqual(ids(all.filter(({ kind }) => kind === 'flow')));
    const own = await listAll('limit=1000&surfaceType=api&surfaceType=client');
    expect(new Set(own.map(({ surfaceType }) => surfaceType))).toEqual(new Set(['api', 'client']));
    const slow = await listAll('limit=1000&minDurationMs=30000&status=failed');
    expect(slow.length).toBeGreaterThan(0);
    for (const { durationMs, status } of slow)
      expect([durationMs >= 30_000, status]).toEqual([true, 'failed']);
  });

  it.each([
    ['durationMs', ({ durationMs }: ExecutionSummary) => durationMs],
    ['costUsd', ({ costUsd }: ExecutionSummary) => costUsd],
    ['startedAt', ({ startedAt }: ExecutionSummary) => startedAt],
  ])('is sorted by %s, page by page', async (sort, valueOf) => {
    await service.mock.world().clock.freeze();
    const down = await listAll(`limit=150&sort=${sort}`);
    expect(new Set(down.map(({ id }) => id)).size).toBe((await listAll('limit=1000')).length);
    for (const [place, execution] of down.slice(1).entries())
      expect(valueOf(down[place]!) >= valueOf(execution)).toBe(true);
    const up = await listAll(`limit=150&sort=${sort}&order=asc`);
    expect(up.map(({ id }) => id)).toEqual(down.map(({ id }) => id).toReversed());
  });

  it.each([
    ['approval', 'approval'],
    ['local-tool', 'toolOutput'],
    ['elicitation', 'elicitation'],
    ['crawl', 'crawl'],
    ['durable-poll', 'poll'],
  ])('shows what an execution of the scenario %s waits for', async (scenario, waitingFor) => {
    const { executionId } = await service.run(scenario);
    const [newest] = await list('?status=paused&limit=1');
    expect(newest).toMatchObject({ id: executionId, status: 'paused', waitingFor, endedAt: null });
  });

  it('counts the time of an unfinished one up to now', async () => {
    const { executionId } = await service.run('approval');
    await service.advance('PT10S');
    expect((await list(`?q=${executionId}`))[0]?.durationMs).toBeGreaterThanOrEqual(10_000);
  });

  it('selects by status and agent', async () => {
    const all = await listAll('limit=1000');
    const failed = await listAll('limit=1000&status=failed');
    expect(failed).toEqual(all.filter(({ status }) => status === 'failed'));
    expect(failed.length).toBeGreaterThan(0);
    const own = await listAll('limit=20&agentId=agent_research');
    expect(own).toEqual(all.filter((execution) => execution.agentId === 'agent_research'));
    expect(await list('?agentId=nobody')).toEqual([]);
  });

  it('keeps the executions of a deleted agent', async () => {
    const own = await listAll(`agentId=${agentId}`);
    expect((await service.delete(agentPath)).status).toBe(200);
    const left = await listAll(`agentId=${agentId}`);
    expect(left.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
  });

  it('searches ids, names and first messages, regardless of case', async () => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'A Very Odd question' }] }];
    const { executionId } = await service.run('text', { messages });
    expect((await list('?q=very%20odd')).map(({ id }) => id)).toEqual([executionId]);
    expect((await list(`?q=${executionId.toUpperCase()}`)).map(({ id }) => id)).toEqual([executionId]);
    const named = await list('?q=CUSTOMER%20sup&limit=1000');
    expect(new Set(named.map(({ name }) => name))).toContain('Customer support');
    expect(await list('?q=no%20such%20text')).toEqual([]);
  });

  it('rejects a cursor that is not an execution', async () => {
    const { status, body } = await service.get('/_mock/executions?after=exec_nowhere');
    expect([status, body]).toMatchObject([400, { details: [{ code: 'INVALID_CURSOR', path: 'after' }] }]);
    expect((await service.get('/_mock/executions?status=odd')).status).toBe(400);
  });
});

describe('an execution', () => {
  it('has its messages, its outcome and the executions that it started', async () => {
    const { executionId } = await service.run('subagent');
    const { body } = await service.get<ExecutionDetail>(`/_mock/executions/${executionId}`);
    expect(body).toMatchObject({
      messages: [{ role: 'user', content: 'Hello' }],
      outcome: 'completed',
      error: null,
      output: expect.any(String) as string,
    });
    const children = (await list('?limit=10')).filter((other) => other.parentExecutionId === executionId);
    expect(body.childExecutionIds).toEqual(children.map(({ id }) => id));
    expect(children).not.toHaveLength(0);
  });

  it('has the error that it failed with', async () => {
    const { executionId } = await service.run('error');
    const { body } = await service.get<ExecutionDetail>(`/_mock/executions/${executionId}`);
    expect([body.status, body.error]).toEqual([
      'failed',
      { code: expect.any(String) as string, message: expect.any(String) as string },
    ]);
  });

  it('is 404 when it does not exist', async () => {
    for (const path of ['', '/events']) {
      const { status, body } = await service.get(`/_mock/executions/exec_nowhere${path}`);
      expect([status, body]).toEqual([404, { error: 'Execution exec_nowhere does not exist' }]);
    }
  });
});

describe('the events of an execution', () => {
  const read = async (id: string, query = '') =>
    (await service.get<ExecutionEventList>(`/_mock/executions/${id}/events${query}`)).body;

  it('are those of its stream, with time and segment', async () => {
    const paused = await service.run('approval');
    await service.advance('PT5S');
    await service.approve(paused);
    const { events, total, isShortened, cursor } = await read(paused.executionId, '?limit=1000');
    expect(events.map(({ event }) => event)).toEqual(await service.rejoin(paused.executionId));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect([total, isShortened, cursor]).toEqual([events.length, false, events.length - 1]);
    expect(new Set(events.map(({ segment }) => segment))).toEqual(new Set([0, 1]));
    expect(Date.parse(events.at(-1)!.at) - Date.parse(events[0]!.at)).toBeGreaterThanOrEqual(5000);
  });

  it('continue after the cursor', async () => {
    const { executionId } = await service.run('text');
    const { events } = await read(executionId, '?limit=1000');
    const first = await read(executionId, '?limit=3');
    expect(first).toMatchObject({ events: events.slice(0, 3), cursor: 2, total: events.length });
    expect((await read(executionId, '?after=2&limit=1000')).events).toEqual(events.slice(3));
    expect(await read(executionId, '?after=100000')).toMatchObject({ events: [], cursor: 100_000 });
  });

  it('are built from the history of an execution whose stream is no longer stored', async () => {
    const old = (await listAll('limit=1000&status=completed')).at(-1)!;
    const { events, total, isShortened } = await read(old.id);
    expect([total, isShortened]).toEqual([old.events, true]);
    expect(events[0]).toMatchObject({ seq: 0, at: old.startedAt, event: { type: 'execution_start' } });
    expect(events.at(-1)?.at).toBe(old.endedAt);
    expect((await read(old.id, '?after=0&limit=1')).events).toEqual(events.slice(1, 2));
  });
});
