/**
 * A part of `npm run fuzz` small enough for every test run: the compiled checks of our own contracts against Ajv at run
 * time, on the same mutants every time.
 */
import { describe, expect, test } from 'vitest';
import { findOwnSubjects } from '../../../tools/fuzz/find-subjects.ts';
import { fuzzOutput } from '../../../tools/fuzz/fuzz-output.ts';
import { createRandom, mutate } from '../../../tools/fuzz/mutate.ts';

const MUTANTS = 3_000;

describe.each(await findOwnSubjects())('$label', (subject) => {
  test('has the same verdict as Ajv on mutants of its samples', async () => {
    const { mutants, fitting, uncompared, differences } = await fuzzOutput(subject, {
      mutants: MUTANTS,
      seed: 2026,
    });
    expect(differences).toEqual([]);
    expect(uncompared).toEqual([]);
    expect(mutants).toBe(MUTANTS);
    // A test in which all values are rejected, or none, proves little.
    expect(fitting).toBeGreaterThan(MUTANTS / 5);
    expect(fitting).toBeLessThan((MUTANTS * 4) / 5);
  });
});

test('the same seed creates the same mutants, which differ from each other', () => {
  const value = { id: 'a', items: [{ n: 1 }, { n: 2 }], note: null };
  const mutants = (seed: number): string[] => {
    const random = createRandom(seed);
    return Array.from({ length: 200 }, () => JSON.stringify(mutate(value, random)));
  };
  expect(mutants(1)).toEqual(mutants(1));
  expect(mutants(1)).not.toEqual(mutants(2));
  expect(new Set(mutants(1)).size).toBeGreaterThan(120);
  expect(value).toEqual({ id: 'a', items: [{ n: 1 }, { n: 2 }], note: null });
});
