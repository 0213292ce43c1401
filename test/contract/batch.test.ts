/** Batches: submitted, run at one record per second, observed, cancelled. */
import { describe, expect, test } from 'vitest';
import type { SessionToken } from '../../generated/control-agent-platform/types.ts';
import type {
  BatchCancellation,
  BatchRecordCost,
  BatchStatus,
  BatchSubmission,
  BatchSummary,
  ErrorBody,
  ExecutionDetail,
  ExecutionPage,
  ExecutionStatus,
  ProductEventPage,
  RecordResultPage,
} from '../../generated/service/types.ts';
import { ownerSession, useMock } from '../support/mock-client.ts';
import { expectResponse } from '../support/api-response.ts';

const client = useMock({ fixture: 'empty' });
const records = (count: number) => Array.from({ length: count }, (_, place) => `record_${place + 1}`);
const submit = async (recordIds: readonly string[], options?: object): Promise<string> => {
  const response = await client.post<BatchSubmission>('/v1/batch/flow', {
    flowId: 'flow_a',
    recordIds,
    options,
  });
  expect([response.status, response.body.status, response.outside]).toEqual([200, 'queued', null]);
  return response.body.batchExecutionId;
};
const status = async (id: string) => (await client.get<BatchStatus>(`/v1/batch/status/${id}`)).body;
const cancel = (id: string) => client.post<BatchCancellation & ErrorBody>(`/v1/batch/cancel/${id}`);

describe('a batch', () => {
  // @fact F-4.4-001 F-4.4-002 F-4.4-003 F-4.4-007 F-4.4-023..025 F-4.4-027 F-3-030
  test('runs one record per second until all are done', async () => {
    const id = await submit(records(3));
    const course = [];
    for (let second = 0; second <= 3; second += 1) {
      const { status: state, processedRecords, progress } = await status(id);
      course.push([state, processedRecords, progress]);
      await client.advance('PT1S');
    }
    expect(course).toEqual([
      ['running', 0, 0],
      ['running', 1, 33.3],
      ['running', 2, 66.7],
      ['completed', 3, 100],
    ]);
  });

  test('reports its counts and times', async () => {
    const id = await submit(['record_1', 'record_fail_2', 'record_3']);
    await client.advance('PT10S');
    expect(await status(id)).toEqual({
      batchExecutionId: id,
      flowId: 'flow_a',
      status: 'completed',
      totalRecords: 3,
      processedRecords: 3,
      successCount: 2,
      failedRecords: 1,
      progress: 100,
      startedAt: '2026-01-15T09:30:00.000Z',
      completedAt: '2026-01-15T09:30:03.000Z',
    });
  });

  test('fails when none of its records succeeded', async () => {
    const id = await submit(['record_fail_1', 'record_fail_2']);
    await client.advance('PT2S');
    expect(await status(id)).toMatchObject({ status: 'failed', failedRecords: 2, successCount: 0 });
  });

  test('runs a record that is listed twice only once', async () => {
    expect(await status(await submit(['record_1', 'record_1', 'record_2']))).toMatchObject({
      totalRecords: 2,
    });
  });

  test('runs for an hour when a record is slow', async () => {
    const id = await submit(['record_slow']);
    await client.advance('PT59M59S');
    expect(await status(id)).toMatchObject({ status: 'running', processedRecords: 0 });
    await client.advance('PT1S');
    expect(await status(id)).toMatchObject({ status: 'completed' });
  });

  // @fact F-3-031
  test('is queued while three others of its workspace run, and starts in order', async () => {
    await Promise.all([submit(records(2)), submit(records(5)), submit(records(9))]);
    const fourth = await submit(records(1));
    const fifth = await submit(records(1));
    expect(await status(fourth)).toMatchObject({ status: 'queued', startedAt: null, completedAt: null });
    await client.advance('PT2S');
    expect(await status(fourth)).toMatchObject({ status: 'running', startedAt: '2026-01-15T09:30:02.000Z' });
    expect(await status(fifth)).toMatchObject({ status: 'queued' });
    await client.advance('PT1S');
    expect(await status(fourth)).toMatchObject({ status: 'completed' });
    expect(await status(fifth)).toMatchObject({ status: 'running' });
  });
});

describe('cancelling a batch', () => {
  // @fact F-4.4-014..016 F-4.4-018 F-3-032
  test('stops a running batch and keeps its completed records', async () => {
    const id = await submit(records(5));
    await client.advance('PT2S');
    const response = await cancel(id);
    expectResponse(response, 200, { success: true, message: 'Batch cancelled after 2 of 5 records' });
    await client.advance('PT10S');
    expect(await status(id)).toMatchObject({
      status: 'cancelled',
      processedRecords: 2,
      completedAt: '2026-01-15T09:30:02.000Z',
    });
  });

  test('lets a queued batch start when a running one is cancelled', async () => {
    const [first] = await Promise.all([submit(records(9)), submit(records(9)), submit(records(9))]);
    const queued = await submit(records(1));
    await cancel(first);
    expect(await status(queued)).toMatchObject({ status: 'running' });
  });
});

describe('the limits of the submitting key', () => {
  const submitWith = (credential: string, recordIds = records(1)) =>
    client.post<BatchSubmission & ErrorBody>(
      '/v1/batch/flow',
      { flowId: 'f', recordIds },
      { key: credential },
    );

  // @fact F-4.4-004 F-8-017
  test('are 10,000 records per day for a workspace, regardless of the key', async () => {
    expect((await submitWith('rt_live_dev', records(10_001))).status).toBe(429);
    expect((await submitWith('rt_live_dev', records(9999))).status).toBe(200);
    expect((await submitWith(ownerSession, records(2))).status).toBe(429);
    expect((await submitWith(ownerSession, records(1))).status).toBe(200);
    const rejected = await submitWith('rt_live_dev');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, String(14.5 * 3600)]);
    await client.advance('PT14H30M');
    expect((await submitWith('rt_live_dev')).status).toBe(200);
  }, 60_000);
});

describe('the execution of a record', () => {
  const resultsOf = async () =>
    (await client.get<RecordResultPage>('/v1/analytics/record-results')).body.data as readonly {
      executionId: string;
      status: string;
      costUsd: number;
    }[];

  test('has a status, a detail with steps, an entry in lists, and a stream', async () => {
    await submit(['record_1', 'record_fail_2']);
    await client.advance('PT2S');
    for (const result of await resultsOf()) {
      const { executionId, status: outcome } = result;
      const state = await client.get<ExecutionStatus>(`/v1/executions/${executionId}/status`);
      expect(state.body).toMatchObject({ executionId, status: outcome });
      const list = await client.get<ExecutionPage>(
        `/v1/agents/virtual/executions?executionId=${executionId}`,
      );
      expect(list.body.data).toMatchObject([
        { executionId, agentId: 'virtual', surfaceType: 'batch', status: outcome },
      ]);
      expect(Number(list.body.data[0]?.totalCost)).toBeCloseTo(result.costUsd, 6);
      const detail = await client.get<ExecutionDetail>(`/v1/agents/virtual/executions/${executionId}`);
      expect(detail.body.steps).toMatchObject([{ name: 'Flow a', type: 'prompt', status: outcome }]);
    }
  });

  test('fails with the error of its step, which the feed of product events includes too', async () => {
    const before = (await client.get<ProductEventPage>('/v1/events')).body.cursor;
    await submit(['record_fail_1']);
    await client.advance('PT1S');
    const [result] = await resultsOf();
    const { executionId } = result!;
    const error = 'Step "Flow a" failed: The record has no value that the step can work on';
    const detail = await client.get<ExecutionDetail>(`/v1/agents/virtual/executions/${executionId}`);
    expect(detail.body).toMatchObject({ error, code: 'STEP_FAILED' });
    expect(result).toMatchObject({ error });
    const { events } = (await client.get<ProductEventPage>(`/v1/events?flowId=flow_a&after=${before}`)).body;
    expect(events).toMatchObject([
      {
        name: 'svc.execution.failed',
        data: { executionId, flowId: 'flow_a', code: 'STEP_FAILED', summary: `Flow a failed: ${error}` },
      },
    ]);
  });

  test('is stopped when its batch is cancelled', async () => {
    const id = await submit(['record_slow']);
    const [running] = (await client.get<ExecutionPage>('/v1/agents/virtual/executions')).body.data;
    expect(running).toMatchObject({ status: 'running', surfaceType: 'batch' });
    await cancel(id);
    const detail = await client.get<ExecutionDetail>(`/v1/agents/virtual/executions/${running?.executionId}`);
    expect(detail.body).toMatchObject({ status: 'failed', outcome: 'aborted' });
  });
});

describe('the summary', () => {
  // @fact F-4.4-033 F-4.4-034 F-4.4-036
  test('lists the active batches and those that ended in the last 24 hours, newest first', async () => {
    const done = await submit(records(2));
    await client.advance('PT2S');
    const active = await submit(['record_slow', ...records(9)]);
    await client.advance('PT1S');
    const newest = await submit(['record_slow']);
    const { body } = await client.get<BatchSummary>('/v1/batch/summary');
    expect(body).toMatchObject({ activeBatches: 2, recentlyCompleted: 1 });
    expect(body.batches.map(({ id }) => id)).toEqual([newest, active]);
    expect(body.recent).toEqual([
      {
        id: done,
        flowName: 'Flow a',
        status: 'completed',
        totalRecords: 2,
        processedRecords: 2,
        failedRecords: 0,
        progress: 100,
        startedAt: '2026-01-15T09:30:00.000Z',
      },
    ]);
    const recent = async () =>
      (await client.get<BatchSummary>('/v1/batch/summary')).body.recent.map(({ id }) => id);
    await client.advance('PT23H59M58S');
    expect(await recent()).toContain(done);
    await client.advance('PT1S');
    expect(await recent()).not.toContain(done);
  });

  test('is limited to the current user', async () => {
    await submit(['record_slow']);
    const { token } = (await client.post<SessionToken>('/_mock/session-tokens', { userId: 'user_other' }))
      .body;
    const active = async (credential: string) =>
      (await client.get<BatchSummary>('/v1/batch/summary', { key: credential })).body.activeBatches;
    expect([await active(ownerSession), await active(token)]).toEqual([1, 0]);
  });
});

describe('the cost of a record', () => {
  const cost = (id: string, record: string) =>
    client.get<BatchRecordCost>(`/v1/batch/${id}/records/${record}/cost`);

  // @fact F-4.4-040..043
  test('is zero before it has run, and the cost of its runs afterwards', async () => {
    const id = await submit(['record_1', 'record_2']);
    await client.advance('PT1S');
    const [first, second] = await Promise.all([cost(id, 'record_1'), cost(id, 'record_2')]);
    expect(first.body).toEqual({
      batchExecutionId: id,
      recordId: 'record_1',
      totalCostUsd: expect.any(Number) as unknown,
    });
    expect(first.body.totalCostUsd).toBeGreaterThanOrEqual(0.001);
    expect(first.body.totalCostUsd).toBeLessThanOrEqual(0.02);
    expect(second.body.totalCostUsd).toBe(0);
  });

  test('grows with the retries of a record that fails', async () => {
    const id = await submit(['record_fail'], { maxRetries: 99 });
    await client.advance('PT1S');
    const { totalCostUsd } = (await cost(id, 'record_fail')).body;
    expect(totalCostUsd).toBeGreaterThanOrEqual(100 * 0.001);
  });
});

test('the fixture has a running batch, which lasts for hours, and a completed one', async () => {
  await client.open({ fixture: 'default' });
  expect(await status('batch_running')).toMatchObject({ status: 'running', processedRecords: 21 });
  expect(await status('batch_done')).toMatchObject({ status: 'completed' });
  await client.advance('PT1S');
  expect(await status('batch_running')).toMatchObject({ processedRecords: 22 });
  await client.advance('PT18H');
  expect(await status('batch_running')).toMatchObject({ status: 'running' });
});
