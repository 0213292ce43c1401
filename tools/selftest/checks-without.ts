/**
 * Holds the table of mutants to the catalogue of checks: each check has one, and none is named for a check that is not there.
 */
import { listChecks } from '../../conformance/catalogue/catalogue.ts';
import type { Mutant } from './mutants/mutant.ts';

/** Ids of the checks that no mutant is named for, but for those that find nothing unless a run is told to. */
export function listChecksWithout(mutants: readonly Mutant[]): readonly string[] {
  const named = new Set(mutants.map(({ check }) => check));
  return listChecks()
    .filter(({ id, severity }) => severity !== 'off' && !named.has(id))
    .map(({ id }) => id);
}

/** What is wrong with the table itself: an id twice, a check that does not exist. */
export function listTableFaults(mutants: readonly Mutant[]): readonly string[] {
  const checks = new Set(listChecks().map(({ id }) => id));
  const ids = mutants.map(({ id }) => id);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `Two mutants are called ${id}.`),
    ...mutants
      .filter(({ check }) => !checks.has(check))
      .map(({ id, check }) => `${id} is named for ${check}, which does not exist.`),
  ];
}
