/**
 * The checks of batches, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { batchesSuite } from '../../../../../conformance/checks/scenarios/batches/batches.ts';
import {
  casesOf,
  describeOutcome,
  editBody,
  tellOnMock,
  withStatus,
  type Mutation,
  type LieRow,
} from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(batchesSuite.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(batchesSuite, id))).toBe('pass');
  });
});

const mutations: readonly LieRow[] = [
  ['BATCH01', 'forgets what was submitted', respondWith('/v1/batch/status', 404)],
  ['BATCH02', 'sums up nothing', onSummary(), 'warn'],
  ['BATCH02', 'has no summary', respondWith('/v1/batch/summary', 404)],
  ['BATCH03', 'does not cancel', refuseToCancel()],
  ['BATCH03', 'forgets what was cancelled', respondWith('/v1/batch/status', 404)],
  ['BATCH04', 'knows every batch', respondWith('/v1/batch/status', 200)],
  ['BATCH05', 'does not tell costs', respondWith('/v1/batch/batch_done', 404)],
  ['BATCH05', 'tells the cost of what was never run', respondWith('/v1/batch/batch_done', 200), 'warn'],
  ['BATCH06', 'answers 429 where the plan has no batches', respondWith('/v1/batch/flow', 429)],
  ['BATCH07', 'answers 402 beyond the daily limit', answerLimitInstead(402)],
  ['BATCH07', 'does not say when to try again', withoutRetryAfter()],
  ['BATCH07', 'says otherwise what is wrong', inOtherWords()],
];

describe('with a defect', () => {
  it.each(casesOf(mutations))('$id notices a service that $says', async ({ id, mutation, verdict }) => {
    expect((await tellOnMock(batchesSuite, id, { mutation })).verdict).toBe(verdict);
  });
});

it('is cancelled at the level destructive only', async () => {
  expect((await tellOnMock(batchesSuite, 'BATCH03', { level: 'stateful' })).verdict).toBe('skip');
});

it('asks for no daily limit where the plan has no batches', async () => {
  const mutation = respondWith('/v1/batch/flow', 402);
  expect((await tellOnMock(batchesSuite, 'BATCH07', { mutation })).verdict).toBe('skip');
});

function respondWith(start: string, status: number): Mutation {
  return async ({ path }, tell) => {
    const response = await tell();
    return path.startsWith(start) ? withStatus(response, status) : response;
  };
}

function answerLimitInstead(status: number): Mutation {
  return async (_, tell) => {
    const response = await tell();
    return response.status === 429 ? withStatus(response, status) : response;
  };
}

function refuseToCancel(): Mutation {
  return async ({ path }, tell) =>
    path.startsWith('/v1/batch/cancel')
      ? Response.json({ error: 'It can not be cancelled' }, { status: 400 })
      : tell();
}

function onSummary(): Mutation {
  return async ({ path }, tell) => {
    const response = await tell();
    return path === '/v1/batch/summary'
      ? editBody(response, () => ({ activeBatches: 0, batches: [] }))
      : response;
  };
}

function withoutRetryAfter(): Mutation {
  return async (_, tell) => {
    const response = await tell();
    const headers = new Headers(response.headers);
    headers.delete('retry-after');
    return new Response(await response.text(), { status: response.status, headers });
  };
}

function inOtherWords(): Mutation {
  return async (_, tell) => {
    const response = await tell();
    return response.status === 429 ? editBody(response, () => ({ error: 'Come back tomorrow' })) : response;
  };
}
