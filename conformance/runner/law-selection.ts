/** Which laws a run includes: those of selected resources, and those whose required operations are all selected. */
import type { Contract } from '../../contract/contract.ts';
import { isSelectedCheck, isSelectedSubject, type Config } from '../config/config.ts';
import { listResourceLaws, type ResourceLaw } from '../laws/laws.ts';

type Selection = Pick<Config, 'only' | 'subjects'>;

/**
 * Lists the operations that a law needs but a run does not select.
 *
 * Shape: `null` if the run selects none of them, so that it does not want the law.
 */
export function unselectedNeeds(
  { law: { needs }, operations: { resource, byNeed } }: ResourceLaw,
  config: Pick<Config, 'subjects'>,
): readonly string[] | null {
  if (isSelectedSubject(config, resource.path)) return [];
  const needed = needs.flatMap((need) => byNeed[need]?.operation.id ?? []);
  const unselected = needed.filter((id) => !isSelectedSubject(config, id));
  return unselected.length === needed.length ? null : unselected;
}

/** Returns whether a run wants the results of a check for a subject, including those of skipped laws. */
export function createSelection(
  contract: Contract,
  config: Selection,
): (check: string, subject: string) => boolean {
  const laws = new Set(
    listResourceLaws(contract)
      .filter((each) => unselectedNeeds(each, config) !== null)
      .map(({ law, operations }) => `${law.id} ${operations.resource.path}`),
  );
  return (check, subject) =>
    isSelectedCheck(config, check, subject) &&
    (isSelectedSubject(config, subject) || laws.has(`${check} ${subject}`));
}
