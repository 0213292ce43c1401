/** Analytics: record results, executions by day, and counts. */
import { describe, expect, test } from 'vitest';
import type {
  Agent,
  AnalyticsStats,
  BatchSubmission,
  DailyAnalytics,
  RecordResultPage,
} from '../../generated/service/types.ts';
import { useMock } from '../support/mock-client.ts';

const client = useMock({ fixture: 'empty' });
const results = async (query = '') =>
  (await client.get<RecordResultPage>(`/v1/analytics/record-results${query}`)).body;
const daily = async (query: string) =>
  (await client.get<DailyAnalytics>(`/v1/analytics/record-results${query}`)).body;
const recordIds = async (query = ''): Promise<readonly string[]> =>
  (await results(query)).data.map(({ recordId }) => recordId);
const runBatch = async (ids: readonly string[]): Promise<string> => {
  const { body } = await client.post<BatchSubmission>('/v1/batch/flow', { flowId: 'flow_a', recordIds: ids });
  await client.advance(`PT${ids.length}S`);
  return body.batchExecutionId;
};

test('record results continue by cursor after a numbered page, and a cursor takes precedence over a page number', async () => {
  await runBatch(['a', 'b', 'c', 'd', 'e']);
  const { pagination } = await results('?limit=2&page=2');
  expect(await recordIds(`?limit=2&page=1&cursor=${pagination.nextCursor}`)).toEqual(['a']);
});

describe('executions by day', () => {
  // @fact F-4.3-002 F-4.3-008
  test('are counted by UTC day, ending today and including days without executions', async () => {
    await runBatch(['a', 'fail_b']);
    await client.advance('P2D');
    await runBatch(['c']);
    const { days } = await daily('?days=4&limit=nonsense');
    expect(days).toEqual([
      { date: '2026-01-14', executions: 0, completed: 0, failed: 0, totalCostUsd: 0 },
      {
        date: '2026-01-15',
        executions: 2,
        completed: 1,
        failed: 1,
        totalCostUsd: expect.any(Number) as unknown,
      },
      { date: '2026-01-16', executions: 0, completed: 0, failed: 0, totalCostUsd: 0 },
      {
        date: '2026-01-17',
        executions: 1,
        completed: 1,
        failed: 0,
        totalCostUsd: expect.any(Number) as unknown,
      },
    ]);
    const costs = (await results()).data.map(({ costUsd }) => costUsd);
    expect(days[1]!.totalCostUsd + days[3]!.totalCostUsd).toBeCloseTo(
      costs.reduce((sum, cost) => sum + cost),
      6,
    );
  });

  test('change at midnight UTC', async () => {
    await runBatch(['a']);
    await client.advance('PT14H29M58S');
    expect((await daily('?days=1')).days).toMatchObject([{ date: '2026-01-15', executions: 1 }]);
    await client.advance('PT1S');
    expect((await daily('?days=1')).days).toMatchObject([{ date: '2026-01-16', executions: 0 }]);
  });

  test('include the runs of agents', async () => {
    const agent = await client.post<Agent>('/v1/agents', { name: 'Counted' });
    await client.post(`/v1/agents/${agent.body.id}/execute`, {
      messages: [{ role: 'user', content: 'Hello' }],
      streamResponse: false,
    });
    expect((await daily('?days=1')).days).toMatchObject([{ executions: 1, completed: 1 }]);
  });
});

describe('counts', () => {
  const stats = async (query = '') => (await client.get<AnalyticsStats>(`/v1/analytics/stats${query}`)).body;

  test('are not zero for any kind in the fixture, nor are results and days', async () => {
    await client.open({ fixture: 'default' });
    expect(Object.values(await stats()).every((count) => Number(count) > 0)).toBe(true);
    expect((await results()).data.length).toBeGreaterThan(0);
    expect((await daily('?days=7')).days.every(({ executions }) => executions > 0)).toBe(true);
  });
});
