/** What the phase sends, and that it finds nothing in a right service, however much of it is known. */
import { beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../../../../conformance/schema-location/operations.ts';
import { BudgetSpentError } from '../../../../../conformance/http/budget.ts';
import { play, playMock, serve, withKey, type Result } from './support.ts';

const isOpen = (reason: string | null): boolean => reason === 'The contract leaves open what the answer is.';

describe('against the mock', () => {
  let all: Result;
  beforeAll(async () => {
    all = await playMock({ level: 'destructive', isIsolated: true });
  });

  it('finds nothing', () => {
    expect(all.findings.map(({ check, subject, message }) => `${check} ${subject}: ${message}`)).toEqual([]);
    expect(new Set(all.outcomes.map(({ verdict }) => verdict))).toEqual(new Set(['pass', 'skip']));
  });

  it('looks at every operation', () => {
    const called = new Set(all.exchanges.map(({ request }) => request.operation));
    expect(allOperations.filter(({ id }) => !called.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('makes every check somewhere', () => {
    const made = all.outcomes.filter(({ verdict }) => verdict === 'pass').map(({ check }) => check);
    const ids = ['A01', 'A02', 'A03', 'A04', 'A05', 'A06', 'N01', 'N02', 'N03', 'N04', 'P01'];
    expect([...new Set(made)].sort()).toEqual(ids);
  });

  it('leaves out only what the contract leaves open', () => {
    expect(all.outcomes.filter(({ reason }) => reason !== null && !isOpen(reason))).toEqual([]);
  });

  it('needs fewer than 6000 requests', () => {
    expect(all.exchanges.length).toBeLessThan(6_000);
  });

  it('registers at most three times, since five attempts an hour are all there are', () => {
    const attempts = all.exchanges.filter(({ request }) => request.operation === 'registerAgent');
    expect(attempts.length).toBeLessThanOrEqual(3);
  });

  it('never waits for product events', () => {
    const waits = all.exchanges.map(({ request }) => /waitMs=(\d+)/.exec(request.path)?.[1] ?? '0');
    expect(waits.filter((ms) => Number(ms) > 1 && Number(ms) <= 50_000)).toEqual([]);
  });

  it('calls nothing destructive below that level, and says so', async () => {
    const { exchanges, outcomes } = await playMock({ only: ['A01', 'P01'] });
    expect(exchanges.filter(({ request }) => request.method === 'DELETE')).toEqual([]);
    const reasons = outcomes.filter(({ subject }) => subject === 'cancelBatch').map(({ reason }) => reason);
    expect(reasons.every((reason) => reason?.includes('at the level destructive'))).toBe(true);
    expect(reasons).toHaveLength(2);
  });

  it('only reads at the level passive, and judges nothing itself', async () => {
    const { exchanges, outcomes } = await playMock({ level: 'passive' });
    const read = allOperations.filter(({ method }) => method === 'GET').map(({ id }) => id);
    expect(exchanges.map(({ request }) => request.operation)).toEqual(read);
    expect(outcomes).toEqual([]);
  });

  it('sends the same requests in the same order for the same seed', async () => {
    const sent = async (seed: number): Promise<string[]> => {
      const subjects = ['createAgent', 'updateAgent', 'pollProductEvents', 'getBatchStatus'];
      const { exchanges } = await playMock({ seed, subjects });
      return exchanges.map(({ request }) => `${request.path} ${request.body}`);
    };
    const [first, second, other] = [await sent(7), await sent(7), await sent(8)];
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('sends the same cases to an operation whatever else is checked', async () => {
    const alone = await playMock({ subjects: ['getBatchStatus'], only: ['N03'] });
    const cases = all.exchanges.filter(({ request }) => request.operation === 'getBatchStatus');
    const paths = cases.map(({ request }) => request.path).filter((path) => !path.endsWith('/batch_done'));
    expect(alone.exchanges.map(({ request }) => request.path)).toEqual(paths);
  });

  it('ends when the budget is spent', async () => {
    await expect(playMock({ requests: 20 })).rejects.toThrow(BudgetSpentError);
  });
});

describe('against a service of which little is known', () => {
  it('finds nothing in the mock', async () => {
    const { findings } = await playMock({
      level: 'destructive',
      environment: {
        credentials: { full: 'rt_live_dev' },
        parameters: {},
        bodies: {},
        runs: {},
        clientSession: null,
      },
    });
    expect(findings.map(({ message }) => message)).toEqual([]);
  });

  it('says what must be named', async () => {
    const { outcome } = await play({ fetch: serve(() => ({ status: 404 })), environment: withKey });
    expect(outcome('P01', 'getBatchStatus')?.reason).toBe(
      'No value is known for the path parameter {id}: name it in conformance.yaml under parameters.getBatchStatus.',
    );
    expect(outcome('P01', 'fetchAgentCard')?.reason).toBe(
      'No body is known that the state accepts: name one in conformance.yaml under bodies.fetchAgentCard.',
    );
    expect(outcome('P01', 'getCurrentIdentity')?.reason).toBe(
      'No credential is known: name one in conformance.yaml under credentials.session.',
    );
  });

  it('makes an agent of its own rather than change one that was named for reading', async () => {
    const { exchanges } = await playMock({ subjects: ['updateAgent', 'publishAgent', 'addAgentCapability'] });
    const changed = exchanges.filter(
      ({ response, request }) => request.operation !== 'createAgent' && response?.status === 200,
    );
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter(({ request }) => request.path.includes('agent_support'))).toEqual([]);
  });
});
