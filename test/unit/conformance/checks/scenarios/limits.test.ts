/**
 * The checks of limits, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { limitsSuite } from '../../../../../conformance/checks/scenarios/limits/limits.ts';
import {
  casesOf,
  describeOutcome,
  tellOnMock,
  withStatus,
  type Mutation,
  type LieRow,
} from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(limitsSuite.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(limitsSuite, id))).toBe('pass');
  });
});

const mutations: readonly LieRow[] = [
  ['LIMIT01', 'never stops a key for tests', swapStatus(429, 200)],
  ['LIMIT01', 'stops a key for tests too early', onRun((count) => (count > 19 ? 429 : null))],
  ['LIMIT02', 'answers 402 to a key that is used up', swapStatus(429, 402), 'warn'],
  ['LIMIT02', 'does not say when to go on', without('retry-after')],
  ['LIMIT03', 'stops a key for tests after a day', onRun((count) => (count > 20 ? 429 : null))],
  ['LIMIT04', 'knows no limit of a life', onRun((count) => (count > 200 ? 200 : null))],
  ['LIMIT05', 'counts all keys together', onRun((count) => (count > 20 ? 429 : null))],
  ['LIMIT06', 'counts the approval of a visitor', onRun((count) => (count > 19 ? 429 : null))],
  ['LIMIT07', 'does not tell how its rate stands', without('ratelimit-remaining'), 'warn'],
  ['LIMIT08', 'lets every burst through', swapStatus(429, 200), 'warn'],
  ['LIMIT08', 'does not say when to go on', without('retry-after')],
];

describe('with a defect', () => {
  it.each(casesOf(mutations))('$id notices a service that $says', async ({ id, mutation, verdict }) => {
    expect((await tellOnMock(limitsSuite, id, { mutation })).verdict).toBe(verdict);
  });
});

function swapStatus(from: number, to: number): Mutation {
  return async (_, tell) => {
    const response = await tell();
    return response.status === from ? withStatus(response, to) : response;
  };
}

/** Answers runs otherwise, by how many have been started; `null` leaves one as it is. */
function onRun(statusOf: (count: number) => number | null): Mutation {
  let count = 0;
  return async ({ path }, tell) => {
    const response = await tell();
    const status = path.endsWith('/execute') ? statusOf(++count) : null;
    return status === null ? response : withStatus(response, status);
  };
}

function without(header: string): Mutation {
  return async (_, tell) => {
    const response = await tell();
    const headers = new Headers(response.headers);
    headers.delete(header);
    return new Response(await response.text(), { status: response.status, headers });
  };
}
