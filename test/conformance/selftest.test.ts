/** Every check can fail: it catches a service with the fault that it exists for. */
import { agentPlatformContract as contract } from '../../conformance/agent-platform/contract.ts';
import { describe, expect, it } from 'vitest';
import { createFault } from '../../tools/selftest/faults/fault.ts';
import { listTableFaults, mutants, type Mutant } from '../../tools/selftest/mutants/table.ts';
import {
  checkRequest,
  type RequestToCheck,
  type RequestCheckId,
} from '../../conformance/proxy/check-request.ts';
import { rowOf } from '../../tools/selftest/report.ts';
import { tryMutant } from '../../tools/selftest/try-mutant.ts';

const key = ['Authorization', 'Bearer rt_live_dev'];
const noFault = createFault('has no fault', 'executeAgent', (serve) => serve);

function mutantOf(check: string): Mutant {
  const mutant = mutants.find((each) => each.check === check);
  if (mutant === undefined) throw new Error(`${check} has no mutant.`);
  return mutant;
}

describe('the self-test', () => {
  it('has one mutant for every check', () => {
    expect(listTableFaults(mutants)).toEqual([]);
  });

  it('catches no service without a fault', async () => {
    const { isExpected, message } = await tryMutant({ ...mutantOf('S06'), fault: noFault });
    expect(isExpected).toBe(false);
    expect(message).toMatch(/^executeAgent: pass, checked \d+ times$/);
  });

  it('catches no fault that only another check detects', async () => {
    expect((await tryMutant({ ...mutantOf('S07'), check: 'S06' })).isExpected).toBe(false);
  });

  it('accepts no difference that a check reports', async () => {
    expect((await tryMutant({ ...mutantOf('S07'), expects: 'pass' })).isExpected).toBe(false);
  });

  it('reports checks without a mutant or with several, and unknown checks', () => {
    const others = mutants.filter(({ check }) => check !== 'S06');
    const unknown = { ...mutantOf('S07'), check: 'X01' };
    expect(listTableFaults([...others, mutantOf('S07'), unknown])).toEqual([
      'S06 has no mutant.',
      'S07 has several mutants. Keep the one that is hardest to detect.',
      'No check has the id X01.',
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

it.each(Object.entries(violations))('an invalid request is reported by %s', async (check, request) => {
  const checkResults = await checkRequest(contract, request);
  expect(checkResults.filter(({ problems }) => problems.length > 0).map((each) => each.check)).toContain(
    check,
  );
});

function requestTo(method: string, path: string, body: string | null = null): RequestToCheck {
  const headers = [...key, 'Content-Type', 'application/json'];
  return { method, path, headers, body: body === null ? null : new TextEncoder().encode(body) };
}

// Why: many mutants are only detected after a wait, and each has its own mock.
it.concurrent.each(mutants.map((mutant) => [rowOf(mutant).join(', '), mutant] as const))(
  'a service under %s',
  async (_, mutant) => {
    const { isExpected, message } = await tryMutant(mutant);
    expect(isExpected, message).toBe(true);
  },
  120_000,
);
