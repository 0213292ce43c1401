/** How a defect is reported: with the smallest request that triggers it, and everything needed to reproduce it. */
import { caseChecks } from '../../../../../conformance/requests/checks.ts';
import { describe, expect, it } from 'vitest';
import { operationIds } from '../../../../../generated/service/operations.ts';
import { respondWith, runMockPhase, runPhase, withKey, type Respond } from './support.ts';

async function outcomeOf(check: string, subject: string, respond: Respond) {
  const { outcome } = await runMockPhase({ respond, only: [check], subjects: [subject] });
  return outcome(check, subject);
}

describe('a defect', () => {
  it.each([
    ['P01', 3, 500, 'fail'],
    ['N01', null, 201, 'warn'],
  ] as const)(
    'of %s is shown by the smallest body that triggers it',
    async (check, maxTurns, status, verdict) => {
      const respond: Respond = ({ body }) => (body['maxTurns'] === maxTurns ? status : null);
      const outcome = await outcomeOf(check, 'createAgent', respond);
      const sent = outcome?.findings[0]?.exchanges.at(-1)?.request.body ?? '';
      expect(JSON.parse(sent)).toEqual({ name: 'Made by a check', maxTurns });
      expect(outcome?.verdict).toBe(verdict);
    },
  );

  it('of a random case includes its seed and path', async () => {
    const isRandom = (name: unknown) => ![undefined, 'A plain text'].includes(name as string);
    const respond: Respond = ({ body, method }) => (method === 'PUT' && isRandom(body['name']) ? 500 : null);
    const { findings = [] } = (await outcomeOf('P01', 'updateAgent', respond)) ?? {};
    const random = findings.find(({ origin }) => origin.path !== undefined);
    expect(random?.origin).toMatchObject({
      seed: expect.any(Number) as number,
      path: expect.stringMatching(/^\d+/) as string,
    });
    const body = JSON.parse(random?.exchanges[0]?.request.body ?? '{}') as { name: string };
    expect([Object.keys(body).sort(), body.name.length]).toEqual([['description', 'name'], 1]);
  });

  it('that cannot be reproduced is flaky', async () => {
    let count = 0;
    const respond: Respond = ({ path }) => (path.includes('limit=1') && count++ === 0 ? 400 : null);
    expect((await outcomeOf('P01', 'listAgents', respond))?.verdict).toBe('flaky');
  });

  it('of the connection ends the check with an error', async () => {
    const { outcome, exchanges } = await runPhase(() => Promise.reject(new TypeError('refused')), {
      environment: withKey,
      subjects: ['getCurrentIdentity'],
      only: ['A02'],
    });
    expect(outcome('A02', 'getCurrentIdentity')?.findings[0]?.message).toBe(
      'No response was received: refused',
    );
    expect(exchanges).toHaveLength(1);
  });

  it('includes its expectation and its facts', async () => {
    const options = { environment: withKey, only: ['N'], subjects: ['createAgent', 'pollProductEvents'] };
    const { outcome } = await runPhase(
      respondWith(() => 200),
      options,
    );
    const [finding] = outcome('N01', 'createAgent')?.findings ?? [];
    expect(finding).toMatchObject({
      message: 'A body that is malformed JSON returns 200 instead of 400.',
      origin: { label: 'A body that is malformed JSON', expectation: { statuses: [400] } },
      facts: expect.arrayContaining(['F-4.2-018']) as string[],
    });
    const doubt = outcome('N02', 'pollProductEvents')?.findings.find(({ message }) =>
      message.includes('50000'),
    );
    expect(doubt).toMatchObject({ verdict: 'warn', assumption: 'A-081' });
  });
});

describe('running the cases', () => {
  it('calls every operation and runs every check, with few requests', async () => {
    const { exchanges, outcomes } = await runMockPhase({ level: 'destructive', isIsolated: true });
    const called = new Set(exchanges.map(({ request }) => request.operation));
    expect(called.size).toBe(operationIds.length);
    const passed = new Set(outcomes.filter(({ verdict }) => verdict === 'pass').map(({ check }) => check));
    expect([...passed].sort()).toEqual(caseChecks.map(({ id }) => id).sort());
    const open = 'The contract does not state the response.';
    // Whether a filter hides a row between two others depends on the records of the run.
    const skipped = outcomes.filter(
      ({ check, reason }) => reason !== null && reason !== open && check !== 'LAW34',
    );
    // The body that creates an agent refers to no other record. With its own preparation the run has used up the
    // registrations of an hour, and figures have no rows.
    expect(skipped.map(({ check, subject }) => `${check} ${subject}`)).toEqual([
      'N04 registerAgent',
      'LAW35 getAnalyticsStats',
      'LAW36 createAgent',
    ]);
    expect(exchanges.length).toBeLessThan(6_000);
    // Five attempts an hour are the limit of the service.
    const attempts = exchanges.filter(({ request }) => request.operation === 'registerAgent');
    expect(attempts.length).toBeLessThanOrEqual(4);
    const waits = exchanges.map(({ request }) => Number(/waitMs=(\d+)/.exec(request.path)?.[1] ?? 0));
    expect(waits.filter((ms) => ms > 1 && ms <= 50_000)).toEqual([]);
  });

  it('reports the missing configuration', async () => {
    const { outcome } = await runPhase(
      respondWith(() => 404),
      { environment: withKey },
    );
    expect(outcome('P01', 'getBatchStatus')?.reason).toBe(
      'No value is known for the path parameter {id}: name it in conformance.yaml under parameters.getBatchStatus.',
    );
    expect(outcome('P01', 'fetchAgentCard')?.reason).toContain('under bodies.fetchAgentCard.');
    expect(outcome('P01', 'getCurrentIdentity')?.reason).toContain('under credentials.session.');
  });

  it('modifies only agents that it creates', async () => {
    const subjects = ['updateAgent', 'publishAgent', 'addAgentCapability'];
    const { exchanges } = await runMockPhase({ subjects });
    const changed = exchanges.filter(
      ({ response, request }) => request.operation !== 'createAgent' && response?.status === 200,
    );
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter(({ request }) => request.path.includes('agent_support'))).toEqual([]);
  });

  it('sends the same cases to an operation regardless of the other checks', async () => {
    const pathsOf = ({ exchanges }: Awaited<ReturnType<typeof runMockPhase>>) =>
      exchanges
        .filter(({ request }) => request.operation === 'getBatchStatus')
        .map(({ request }) => request.path);
    const alone = await runMockPhase({ subjects: ['getBatchStatus'], only: ['N03'] });
    const both = await runMockPhase({ subjects: ['getBatchStatus', 'getAgent'], only: ['N03'] });
    expect(pathsOf(both)).toEqual(pathsOf(alone));
  });
});
