/** The past of the fixture `default`: weeks of runs, batches and events that are consistent in every response. */
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  AgentPage,
  AnalyticsStats,
  BatchStatus,
  DailyAnalytics,
  ExecutionDetail,
  ExecutionPage,
  ExecutionStatus,
  ProductEventPage,
  RecordResultPage,
  ToolCall,
  ToolCallList,
} from '../../generated/service/types.ts';
import type { World } from '../../generated/control/types.ts';
import { streamProblems } from '../support/stream-problems.ts';
import { useSharedMock } from '../support/mock-client.ts';

type Row = ExecutionPage['data'][number];

const agentIds = ['agent_support', 'agent_research', 'agent_partner', 'virtual'];
const client = useSharedMock();
let rows: readonly Row[];

const get = async <T>(path: string): Promise<T> => {
  const response = await client.get<T>(path);
  expect([response.status, response.outside], path).toEqual([200, null]);
  return response.body as T;
};

/** Lists everything, page by page. */
const listAll = async <Item>(path: string): Promise<readonly Item[]> => {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page = await get<{ data: Item[]; pagination: { nextCursor: string | null } }>(
      `${path}${path.includes('?') ? '&' : '?'}limit=100${more}`,
    );
    items.push(...page.data);
    cursor = page.pagination.nextCursor;
  } while (cursor !== null);
  return items;
};

beforeAll(async () => {
  rows = (await Promise.all(agentIds.map((id) => listAll<Row>(`/v1/agents/${id}/executions`)))).flat();
});

describe('the runs of the fixture', () => {
  test('cover six weeks, with several statuses, surfaces, agents and parents', () => {
    const valuesOf = (name: keyof Row) => new Set(rows.map((row) => row[name]));
    expect(rows.length).toBeGreaterThan(500);
    expect(valuesOf('status')).toEqual(new Set(['completed', 'failed', 'paused', 'running']));
    expect(valuesOf('surfaceType')).toEqual(new Set(['api', 'client', 'dispatch', 'batch']));
    expect(valuesOf('agentId')).toEqual(new Set(agentIds));
    expect(rows.filter(({ parentExecutionId }) => parentExecutionId !== null).length).toBeGreaterThan(10);
    expect(new Set(rows.map(({ executionId }) => executionId)).size).toBe(rows.length);
    const [oldest] = rows.map(({ startedAt }) => startedAt ?? '').sort();
    expect(oldest?.slice(0, 10)).toBe('2025-12-04');
  });

  test('have the same count and cost as analytics reports, in total and per day', async () => {
    const { executions } = await get<AnalyticsStats>('/v1/analytics/stats');
    expect(executions).toBe(rows.length);
    const { days = [] } = await get<DailyAnalytics>('/v1/analytics/record-results?days=60');
    for (const day of days) {
      const ofDay = rows.filter(({ startedAt }) => startedAt?.startsWith(day.date ?? '?') === true);
      expect(day).toMatchObject({
        executions: ofDay.length,
        completed: ofDay.filter(({ status }) => status === 'completed').length,
        failed: ofDay.filter(({ status }) => status === 'failed').length,
      });
      expect(day.totalCostUsd).toBeCloseTo(
        ofDay.reduce((sum, { totalCost }) => sum + Number(totalCost), 0),
        5,
      );
    }
    expect(days.filter((day) => (day.executions ?? 0) > 0)).toHaveLength(43);
    const between = await get<AnalyticsStats>('/v1/analytics/stats?from=2026-01-05&to=2026-01-06');
    const listed = rows.filter(({ startedAt }) => /^2026-01-0[56]/.test(startedAt ?? ''));
    expect(between.executions).toBe(listed.length);
  });

  // @fact F-4.2-138 F-4.2-139
  test('are paged in the same order in both directions', async () => {
    const path = '/v1/agents/agent_support/executions?status=completed&limit=7';
    const pages: ExecutionPage[] = [await get<ExecutionPage>(path)];
    for (let turn = 0; turn < 4; turn += 1)
      pages.push(await get<ExecutionPage>(`${path}&cursor=${pages.at(-1)!.pagination.nextCursor}`));
    for (const [index, page] of pages.entries()) {
      if (index === 0) continue;
      const before = await get<ExecutionPage>(`${path}&cursor=${page.pagination.prevCursor}`);
      expect(before.data).toEqual(pages[index - 1]!.data);
    }
  });

  test('have a consistent detail, status, tool calls and stream', async () => {
    const models = new Set<unknown>();
    for (const row of rows.filter((_, index) => index % 9 === 0)) {
      const path = `/v1/agents/${row.agentId}/executions/${row.executionId}`;
      const detail = await get<ExecutionDetail>(path);
      expect(detail).toMatchObject(row);
      expect(detail.iterationDetails).toHaveLength(row.iterations!);
      if (row.agentId === 'virtual') expect(detail.steps!.length).toBeGreaterThan(0);
      const status = await get<ExecutionStatus>(`/v1/executions/${row.executionId}/status`);
      expect(status).toMatchObject({
        status: row.status,
        startedAt: row.startedAt,
        completedAt: row.completedAt,
      });
      const { data: calls } = await get<ToolCallList>(`${path}/tool-calls`);
      for (const call of calls) {
        models.add(call.model);
        if (row.status !== 'paused') expect(call.executionTimeMs).toBeGreaterThan(0);
        expect(await get<ToolCall>(`${path}/tool-calls/${call.id}`)).toMatchObject(call);
      }
    }
    expect(models.size).toBeGreaterThan(1);
  });

  test('replay their turns, texts, tool calls, steps and end', async () => {
    for (const row of rows.filter(({ status }, index) => status !== 'running' && index % 23 === 0)) {
      const path = `/v1/agents/${row.agentId}/executions/${row.executionId}`;
      const { events } = await client.get(`${path}/events`);
      expect(streamProblems([events]), row.executionId).toEqual([]);
      const { lastEventId } = await get<ExecutionStatus>(`/v1/executions/${row.executionId}/status`);
      expect(lastEventId).toBe(String(events.length - 1));
      const { data: calls } = await get<ToolCallList>(`${path}/tool-calls`);
      expect(events.filter(({ type }) => type === 'tool_start')).toHaveLength(calls.length);
      expect((await client.get(`${path}/events?after=0`)).events).toEqual(events.slice(1));
    }
  });
});

test('the batches of the fixture have results whose runs are listed with the same cost and status', async () => {
  const results = await listAll<NonNullable<RecordResultPage['data']>[number]>(
    '/v1/analytics/record-results',
  );
  expect(results.length).toBeGreaterThan(200);
  const runOf = new Map(rows.map((row) => [row.executionId, row]));
  for (const { executionId, status, costUsd, startedAt, completedAt } of results) {
    const run = runOf.get(executionId!);
    expect(run).toMatchObject({ status, startedAt, completedAt, surfaceType: 'batch' });
    expect(Number(run!.totalCost)).toBeCloseTo(costUsd!, 6);
  }
  const ends = results.map(({ completedAt }) => completedAt);
  expect(ends).toEqual([...ends].sort().reverse());
  const night = await get<BatchStatus>('/v1/batch/status/batch_nightly_40');
  const ofNight = results.filter(({ batchId }) => batchId === 'batch_nightly_40');
  expect(night).toMatchObject({ status: 'completed', processedRecords: ofNight.length });
});

test('the feed of the fixture has the failures of the last days, with cursors that continue when something fails now', async () => {
  const feed = await get<ProductEventPage>('/v1/events?after=0&maxEvents=500');
  expect(feed).toMatchObject({ truncated: false, hasMore: false });
  expect(feed.events.map(({ cursor }) => Number(cursor))).toEqual(feed.events.map((_, index) => index + 1));
  const failures = feed.events.filter(({ name }) => name === 'svc.execution.failed');
  const statusOf = new Map(rows.map(({ executionId, status }) => [executionId, status]));
  for (const { data } of failures) expect(statusOf.get(String(data['executionId']))).toBe('failed');
  expect(new Set(failures.map(({ data }) => data['code'])).size).toBeGreaterThan(1);
  expect(new Set(feed.events.map(({ eventId }) => eventId)).size).toBe(feed.events.length);
  await client.post('/v1/agents/agent_support/execute', {
    messages: [{ role: 'user', content: '#scenario:error' }],
    streamResponse: false,
  });
  const later = await get<ProductEventPage>(`/v1/events?after=${feed.cursor}`);
  expect(later.events.map(({ cursor }) => Number(cursor))).toEqual([feed.events.length + 1]);
});

test.each([
  ['at midnight at the end of a month', '2026-03-01T00:00:00.000Z'],
  ['just before midnight on a leap day', '2028-02-29T23:59:59.999Z'],
  ['in the first minute of a year', '2027-01-01T00:00:30.000Z'],
  ['on a Sunday', '2026-01-18T12:00:00.000Z'],
  ['after days without a run of the research agent', '2026-02-27T01:00:00.000Z'],
])(
  'a history that starts %s is complete, except for active runs, and is counted on the right days',
  async (_, now) => {
    const world = `/w/at-${now.slice(0, 10)}`;
    const clock = { mode: 'frozen', now };
    await client.post('/_mock/worlds', { id: world.slice(3), fixture: 'default', clock });
    const paths = agentIds.map((id) => `${world}/v1/agents/${id}/executions`);
    const all = (await Promise.all(paths.map((path) => listAll<Row>(path)))).flat();
    const lasting = all.filter(({ completedAt }) => (completedAt ?? '') > now);
    expect(lasting.map(({ executionId, completedAt }) => [executionId, completedAt])).toEqual([]);
    expect(all.filter(({ startedAt }) => startedAt! > now)).toEqual([]);
    const { data: agents } = await get<AgentPage>(`${world}/v1/agents`);
    for (const { id, lastRunAt } of agents) {
      const own = all.filter(({ agentId }) => agentId === id).map(({ startedAt }) => startedAt ?? '');
      expect([id, lastRunAt]).toEqual([id, own.sort().at(-1)]);
    }
    const { days = [] } = await get<DailyAnalytics>(`${world}/v1/analytics/record-results?days=60`);
    expect(days.at(-1)?.date).toBe(now.slice(0, 10));
    const counted = days.reduce((sum, { executions = 0 }) => sum + executions, 0);
    expect(counted).toBe(all.length);
  },
);

describe('the history of a world', () => {
  const idsOf = async (world: string): Promise<readonly string[]> =>
    (await get<ExecutionPage>(`${world}/v1/agents/agent_support/executions?limit=50`)).data.map(
      ({ executionId }) => executionId,
    );

  test('is determined by its seed, and survives fork, snapshot, reset, dump and load', async () => {
    const clock = { mode: 'frozen', now: '2026-01-15T09:30:00.000Z' };
    for (const [id, seed] of [
      ['one', 1],
      ['two', 1],
      ['three', 3],
    ] as const)
      expect(
        (await client.post<World>('/_mock/worlds', { id, seed, fixture: 'default', clock })).status,
      ).toBe(201);
    const ids = await idsOf('/w/one');
    expect(await idsOf('/w/two')).toEqual(ids);
    expect(await idsOf('/w/three')).not.toEqual(ids);
    await client.post('/_mock/worlds', { id: 'fork', from: 'one' });
    expect(await idsOf('/w/fork')).toEqual(ids);
    const { body: kept } = await client.post<{ id: string }>('/w/one/_mock/snapshots', {});
    await client.post('/w/one/v1/agents/agent_support/execute', {
      messages: [{ role: 'user', content: 'Hi' }],
      streamResponse: false,
    });
    expect(await idsOf('/w/one')).not.toEqual(ids);
    await client.post(`/w/one/_mock/snapshots/${kept.id}/restore`);
    expect(await idsOf('/w/one')).toEqual(ids);
    const dump = await get<object>('/w/one/_mock/state');
    await client.post('/w/two/_mock/reset');
    expect(await idsOf('/w/two')).toEqual(ids);
    expect((await client.put('/w/three/_mock/state', dump)).status).toBe(200);
    expect(await idsOf('/w/three')).toEqual(ids);
    expect(await get<object>('/w/three/_mock/state')).toEqual(dump);
  });
});
