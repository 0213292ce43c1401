/** Every check can fail: it catches a service with the fault that it exists for. */
import { agentPlatformContract as contract } from '../../conformance/agent-platform/contract.ts';
import { describe, expect, it } from 'vitest';
import type { Mutation } from '../../tools/selftest/mutations/mutant.ts';
import { listChecksWithout, listTableFaults, mutants } from '../../tools/selftest/mutants/table.ts';
import {
  checkRequest,
  type RequestToCheck,
  type RequestCheckId,
} from '../../conformance/proxy/check-request.ts';
import { tryMutant } from '../../tools/selftest/try-mutant.ts';

const key = ['Authorization', 'Bearer rt_live_dev'];
const noMutation: Mutation = (serve) => serve;

describe('the table of mutants', () => {
  it('has a mutant for every check', () => {
    expect(listChecksWithout(mutants)).toEqual([]);
  });

  it('contains only checks that exist, and each mutant once', () => {
    expect(listTableFaults(mutants)).toEqual([]);
  });

  it('has at least a hundred mutants', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(100);
  });
});

describe('the self-test', () => {
  it('catches no service without a fault', async () => {
    const faultless = {
      id: 'honest',
      check: 'S06',
      subject: 'executeAgent',
      description: 'lies',
      mutation: noMutation,
    };
    const { isCaught, missedBecause } = await tryMutant(faultless);
    expect(isCaught).toBe(false);
    expect(missedBecause).toMatch(/^executeAgent: pass, checked \d+ times$/);
  });

  it('catches no fault that only another check detects', async () => {
    const other = mutants.find(({ check }) => check === 'S07');
    expect(other && (await tryMutant({ ...other, check: 'S06' })).isCaught).toBe(false);
  });

  it('reports a check without a mutant', () => {
    expect(listChecksWithout(mutants.filter(({ check }) => check !== 'S06'))).toEqual(['S06']);
  });

  it('reports mutants of unknown checks and duplicate mutants', () => {
    const [first] = mutants;
    const strange = first && [first, first, { ...first, id: 'strange', check: 'X01' }];
    expect(listTableFaults(strange ?? [])).toEqual([
      `Two mutants have the id ${first?.id ?? ''}.`,
      'strange has the unknown check X01.',
    ]);
  });
});

/** Requests that fail one request check each. */
const violations: Readonly<Record<RequestCheckId, RequestToCheck>> = {
  Q01: requestTo('GET', '/v1/agentz'),
  Q02: requestTo('GET', '/v1/events?maxEvents=ten'),
  Q03: requestTo('POST', '/v1/agents', '{"name": 7}'),
  Q04: { ...requestTo('POST', '/v1/agents', 'name=One'), headers: [...key, 'Content-Type', 'text/plain'] },
  Q05: { ...requestTo('GET', '/v1/agents'), headers: [] },
};

describe('an invalid request', () => {
  it.each(Object.entries(violations))('is reported by %s', async (check, request) => {
    const checkResults = await checkRequest(contract, request);
    expect(checkResults.filter(({ problems }) => problems.length > 0).map((each) => each.check)).toContain(
      check,
    );
  });
});

function requestTo(method: string, path: string, body: string | null = null): RequestToCheck {
  const headers = [...key, 'Content-Type', 'application/json'];
  return { method, path, headers, body: body === null ? null : new TextEncoder().encode(body) };
}

describe('a service that', () => {
  it.each(mutants.map((mutant) => [mutant.description, mutant.check, mutant] as const))(
    '%s is caught by %s',
    async (_, __, mutant) => {
      const { isCaught, missedBecause } = await tryMutant(mutant);
      expect({ isCaught, missedBecause }).toEqual({ isCaught: true, missedBecause: '' });
    },
    60_000,
  );
});
