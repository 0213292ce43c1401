/** That a fault of a service is found, judged by what it rests on, and shown in its smallest form. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fetch } from '../../../../../conformance/http/wire.ts';
import { faulty, isObject, play, playMock, serve, withKey, type Result } from './support.ts';

describe('against a service that takes everything', () => {
  let lax: Result;
  beforeAll(async () => {
    lax = await play({
      fetch: serve(() => ({ status: 200, body: { id: 'agent_1' } })),
      environment: withKey,
      only: ['A', 'N'],
      subjects: ['createAgent', 'listAgents', 'getAgent', 'pollProductEvents', 'fetchAgentCard'],
    });
  });

  it.each([
    ['A01', 'listAgents', 'A request without a credential returns 200; expected is 401.'],
    ['A02', 'listAgents', 'A request with an unknown key returns 200; expected is 401.'],
    ['A03', 'listAgents', 'A request with a user under Basic returns 200; expected is 401.'],
    ['N01', 'createAgent', 'A body that is broken JSON returns 200; expected is 400.'],
    ['N02', 'pollProductEvents', 'A query with a maxEvents that is no number returns 200; expected is 400.'],
    ['N03', 'getAgent', 'An unknown id returns 200; expected is 400 or 404.'],
    ['N04', 'fetchAgentCard', 'A card at the loopback address returns 200; expected is 400.'],
  ])('%s of %s fails', (check, subject, message) => {
    const found = lax.outcome(check, subject);
    expect(found?.verdict).toBe('fail');
    expect(found?.findings.map((finding) => finding.message)).toContain(message);
  });

  it('only warns where a fact allows a number that is too large to be cut down', () => {
    const found = lax
      .outcome('N02', 'pollProductEvents')
      ?.findings.find(({ message }) => message.includes('50000'));
    expect([found?.verdict, found?.assumption]).toEqual(['warn', 'A-081']);
  });

  it('says nothing of bounds that only we have', () => {
    const messages = lax.outcome('N01', 'createAgent')?.findings.map(({ message }) => message) ?? [];
    expect(messages.filter((message) => /too (?:short|long)/.test(message))).toEqual([]);
  });

  it('keeps with each finding what it was judged by', () => {
    const [finding] = lax.outcome('N01', 'createAgent')?.findings ?? [];
    expect(finding?.origin).toMatchObject({
      label: 'A body that is broken JSON',
      expectation: { statuses: [400] },
    });
    expect(finding?.facts).toContain('F-4.2-018');
  });
});

describe('a fault', () => {
  const bodyOf = (result: Result, check: string): unknown => {
    const [finding] = result.outcome(check, 'createAgent')?.findings ?? [];
    return JSON.parse(finding?.exchanges.at(-1)?.request.body ?? 'null');
  };

  it('is shown by the smallest valid body that has it', async () => {
    const breaks = faulty(({ json }) =>
      (json as { maxTurns?: unknown } | null)?.maxTurns === 3 ? 500 : null,
    );
    const result = await playMock({ around: breaks, only: ['P01'], subjects: ['createAgent'] });
    expect(bodyOf(result, 'P01')).toEqual({ name: 'Made by a check', maxTurns: 3 });
    expect(result.outcome('P01', 'createAgent')?.verdict).toBe('fail');
  });

  it('is shown by the smallest wrong body that has it', async () => {
    const breaks = faulty(({ json }) =>
      (json as { maxTurns?: unknown } | null)?.maxTurns === null ? 201 : null,
    );
    const result = await playMock({ around: breaks, only: ['N01'], subjects: ['createAgent'] });
    expect(bodyOf(result, 'N01')).toEqual({ name: 'Made by a check', maxTurns: null });
  });

  it('that chance finds can be found again by its seed and path', async () => {
    const isMeant = (json: unknown): boolean =>
      isObject(json) && ![undefined, 'A plain text'].includes(json['name'] as string);
    const breaks = faulty(({ json, method }) => (method === 'PUT' && isMeant(json) ? 500 : null));
    const result = await playMock({ around: breaks, only: ['P01'], subjects: ['updateAgent'] });
    const found = result
      .outcome('P01', 'updateAgent')
      ?.findings.find(({ origin }) => origin.path !== undefined);
    expect(found?.origin).toMatchObject({
      seed: expect.any(Number) as number,
      path: expect.stringMatching(/^\d+/) as string,
    });
    const body = JSON.parse(found?.exchanges[0]?.request.body ?? '{}') as { name: string };
    expect([Object.keys(body).sort(), body.name.length]).toEqual([['description', 'name'], 1]);
  });

  it('that does not come again is flaky', async () => {
    let count = 0;
    const breaks = faulty(({ path }) => (path.includes('limit=1') && count++ === 0 ? 400 : null));
    const { outcome } = await playMock({ around: breaks, only: ['P01'], subjects: ['listAgents'] });
    expect(outcome('P01', 'listAgents')?.verdict).toBe('flaky');
  });

  it('is no fault while the service says that it was asked too often', async () => {
    const { outcome } = await play({
      fetch: serve(() => ({ status: 429 })),
      environment: withKey,
      subjects: ['listAgents'],
    });
    expect(outcome('A01', 'listAgents')).toMatchObject({
      verdict: 'skip',
      reason: 'The service returned 429: too many requests.',
    });
  });

  it('of the connection is an error of the check and ends it', async () => {
    const fetch: Fetch = () => Promise.reject(new TypeError('refused'));
    const { outcome, exchanges } = await play({
      fetch,
      environment: withKey,
      subjects: ['getCurrentIdentity'],
      only: ['A02'],
    });
    expect(outcome('A02', 'getCurrentIdentity')?.findings[0]?.message).toBe('No reply came: refused');
    expect(exchanges).toHaveLength(1);
  });
});
