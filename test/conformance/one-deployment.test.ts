/** A service without a driver, with one suspended deployment that may be named. */
import { describe, expect, it } from 'vitest';
import type { Mutation } from '../../tools/selftest/mutations/mutation.ts';
import { checkPlainMock, findingsOf } from './support/check-mock.ts';

const settings = {
  only: ['SANDBOX', 'P01', 'P02'],
  subjects: ['sandbox', 'resumeSandboxDeployment', 'destroySandboxDeployment'],
};

/** The checks that resume a deployment. */
const resuming = ['SANDBOX04', 'SANDBOX08', 'SANDBOX10', 'SANDBOX20', 'SANDBOX23', 'P02'];

/** A service that gives each request a new key. */
const ignoringKeys: Mutation = (serve) => {
  let count = 0;
  return (request) => {
    const { headers } = request;
    if (headers.get('idempotency-key') === null) return serve(request);
    const get = (name: string) => (name === 'idempotency-key' ? `key-${count++}` : headers.get(name));
    return serve({ ...request, headers: { get, entries: () => headers.entries() } });
  };
};

describe('a single suspended deployment', () => {
  it('is enough for every check that resumes one', async () => {
    const report = await checkPlainMock(settings);
    const verdicts = report.outcomes
      .filter(({ check }) => resuming.includes(check))
      .map(({ check, verdict, reason }) => `${check} ${verdict} ${reason ?? ''}`.trim());
    expect(new Set(verdicts)).toEqual(new Set(resuming.map((check) => `${check} pass`)));
    expect(findingsOf(report, ['fail', 'warn', 'error'])).toEqual([]);
  }, 120_000);

  it('shows that idempotency keys are ignored', async () => {
    const found = findingsOf(await checkPlainMock(settings, null, ignoringKeys), ['fail']).join('\n');
    expect(found).toMatch(/fail SANDBOX08 .* returned 409 instead of 202/);
  }, 120_000);
});
