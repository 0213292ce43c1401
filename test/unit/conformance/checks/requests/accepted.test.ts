/** Services that differ where the source leaves a choice: none of them fails. */
import { describe, expect, it } from 'vitest';
import { isFields } from '../../../../../tools/selftest/mutations/response-mutations.ts';
import { respondWith, runMockPhase, runPhase, withKey, type Respond } from './support.ts';

const rows: readonly (readonly [
  verdict: 'pass' | 'warn' | 'skip',
  subject: string,
  only: string,
  description: string,
  respond: Respond,
])[] = [
  [
    'pass',
    'getAgent',
    '',
    'returns 404 for impossible ids',
    ({ path }) => (path.includes('%20') ? 404 : null),
  ],
  ['warn', 'createAgent', 'N01', 'accepts empty names', ({ body }) => (body['name'] === '' ? 201 : null)],
  [
    'pass',
    'updateAgent',
    'N01',
    'accepts long icons',
    ({ body }) => (String(body['icon']).length > 50 ? 200 : null),
  ],
  [
    'pass',
    'updateAgent',
    'N01',
    'accepts an empty body',
    ({ method, text }) => (method === 'PUT' && text === '' ? 200 : null),
  ],
  [
    'warn',
    'approveClientExecution',
    'N01',
    'accepts null',
    ({ body }) => (body['reason'] === null ? 200 : null),
  ],
  [
    'pass',
    'createAgent',
    '',
    'sells no partner agents',
    ({ body }) => (body['agentType'] === 'partner_managed' ? 402 : null),
  ],
  [
    'pass',
    'createAgent',
    'N01',
    'checks the plan first',
    ({ body }) => (isManaged(body['agentType']) ? 402 : null),
  ],
  [
    'warn',
    'createAgent',
    'P01',
    'requires more',
    ({ body }) => (body['agentType'] === 'external' ? 400 : null),
  ],
  [
    'pass',
    'submitFlowBatch',
    'N01',
    'accepts any batch',
    ({ json, mediaType }) => (isFields(json) && isJson(mediaType) ? 200 : null),
  ],
  [
    'warn',
    'executeAgent',
    'N01',
    'accepts any messages',
    ({ body, mediaType }) => (body['streamResponse'] === false && isJson(mediaType) ? 200 : null),
  ],
  [
    'warn',
    'createAgent',
    'N01',
    'accepts any capability',
    ({ body }) => (hasOtherItem(body['capabilities']) ? 201 : null),
  ],
  ['warn', 'resumeSandboxDeployment', 'N01', 'ignores the body', () => 202],
  [
    'pass',
    'createAgent',
    'N01',
    'ignores the media type',
    ({ json, mediaType }) => (isFields(json) && mediaType === 'text/plain' ? 201 : null),
  ],
  [
    'warn',
    'pollProductEvents',
    'N02',
    'shortens a wait',
    ({ path }) => (path.includes('waitMs=50001') ? 200 : null),
  ],
  [
    'warn',
    'createAgent',
    'A04',
    'grants more to a key that may read',
    ({ authorization }) => (authorization === 'Bearer rt_live_readonly' ? 201 : null),
  ],
  [
    'warn',
    'getAgent',
    'N03',
    'hides which agents exist',
    ({ path }) => (path.includes('unknown') ? 403 : null),
  ],
  [
    'warn',
    'fetchAgentCard',
    'N04',
    'has a firewall',
    ({ body }) => (String(body['url']).includes('10.0.0.1') ? 502 : null),
  ],
  ...['getExecutionStatus', 'dispatchRun', 'getProtectedResourceMetadata'].map(
    (subject) => ['skip', subject, '', 'has no assumed operations', () => 404] as const,
  ),
];

describe('a service', () => {
  it.each(rows)('%s: %s %s %s', async (verdict, subject, only, _, respond) => {
    const checks = only === '' ? ['A', 'N', 'P'] : [only];
    const { outcomes } = await runMockPhase({
      respond,
      subjects: [subject],
      only: verdict === 'skip' ? ['A', 'N'] : checks,
    });
    const verdicts = new Set(outcomes.map((outcome) => outcome.verdict));
    expect([...verdicts].filter((each) => each !== 'pass' && each !== 'skip')).toEqual(
      verdict === 'warn' ? ['warn'] : [],
    );
    expect(verdicts).toContain(verdict);
  });

  it('that rejects the cancellation of a cancelled batch gets a warning', async () => {
    const { outcome } = await runMockPhase({
      respond: ({ path }) => (path.includes('/v1/batch/cancel/') ? 400 : null),
      subjects: ['cancelBatch'],
      only: ['P01'],
      level: 'destructive',
    });
    expect(outcome('P01', 'cancelBatch')?.verdict).toBe('warn');
  });

  it('that limits the rate is skipped', async () => {
    const { outcome } = await runPhase(
      respondWith(() => 429),
      { environment: withKey, subjects: ['listAgents'] },
    );
    expect(outcome('A01', 'listAgents')).toMatchObject({
      verdict: 'skip',
      reason: 'The service returned 429: too many requests.',
    });
  });

  it('with a minimal configuration passes', async () => {
    const credentials = { full: 'rt_live_dev' };
    const { findings } = await runMockPhase({
      level: 'destructive',
      environment: { credentials, parameters: {}, bodies: {}, runs: {}, clientSession: null },
    });
    expect(findings.map(({ message }) => message)).toEqual([]);
  });
});

function isManaged(type: unknown): boolean {
  return type === 'external' || type === 'partner_managed';
}

function hasOtherItem(list: unknown): boolean {
  return Array.isArray(list) && list.some((item) => !isFields(item));
}

function isJson(mediaType: string | null): boolean {
  return mediaType === 'application/json';
}
