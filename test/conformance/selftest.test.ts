/** Every check can fail: a service with the fault that a check exists for is caught by it. */
import { describe, expect, it } from 'vitest';
import { mutants } from '../../conformance/mutants/table.ts';
import { listChecksWithout, listTableFaults } from '../../scripts/selftest/checks-without.ts';
import { tryMutant } from '../../scripts/selftest/try-mutant.ts';

describe('the table of faults', () => {
  it('has a mutant for every check', () => {
    expect(listChecksWithout(mutants)).toEqual([]);
  });

  it('names only checks that exist, and each mutant once', () => {
    expect(listTableFaults(mutants)).toEqual([]);
  });

  it('has a hundred mutants', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(100);
  });
});

describe('a service that', () => {
  it.each(mutants.map((mutant) => [mutant.says, mutant.check, mutant] as const))(
    '%s is caught by %s',
    async (_, __, mutant) => {
      const { isCaught, missedBecause } = await tryMutant(mutant, null);
      expect({ isCaught, missedBecause }).toEqual({ isCaught: true, missedBecause: '' });
    },
  );
});
