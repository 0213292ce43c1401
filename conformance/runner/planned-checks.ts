/** The planned checks of operations and groups, before a run starts; responses and streams are checked in passing. */
import { checksOf } from '../requests/plan-checks.ts';
import type { Config } from '../config/config.ts';
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { groupOfSubject, subjectOfGroup } from '../model/finding.ts';
import { createSelection } from './law-selection.ts';
import { listResourceLaws } from '../laws/laws.ts';
import type { CheckPlugin } from '../plugin.ts';
import type { Unselected } from '../model/run-report.ts';

/** A check of an operation or a group of scenario checks. */
interface CheckAndSubject {
  readonly check: string;
  readonly subject: string;
}

/** What determines the checks of a run. */
interface PlannedRun {
  readonly contract: Contract;
  readonly plugin: CheckPlugin;
  readonly config: Pick<Config, 'only' | 'subjects'>;
}

/** Lists every check that a run can include: those of operations, of resources and of groups. */
function listPlanned(contract: Contract, { requests, scenarios }: CheckPlugin): readonly CheckAndSubject[] {
  return [
    ...operationsOf(contract).all.flatMap((operation) =>
      checksOf(operation, requests).map(({ id }) => ({ check: id, subject: operation.id })),
    ),
    ...listResourceLaws(contract).map(({ law, operations }) => ({
      check: law.id,
      subject: operations.resource.path,
    })),
    ...scenarios.flatMap(({ name, checks }) =>
      checks.map(({ id }) => ({ check: id, subject: subjectOfGroup(name) })),
    ),
  ];
}

/**
 * Counts what a configuration excludes, and lists the groups, resources and operations that it excludes completely.
 */
export function listUnselected({ contract, plugin, config }: PlannedRun): Unselected {
  const isWanted = createSelection(contract, config);
  const isSelected = ({ check, subject }: CheckAndSubject): boolean => isWanted(check, subject);
  const all = listPlanned(contract, plugin);
  const kindOf = ({ subject }: CheckAndSubject): string =>
    groupOfSubject(subject) !== null ? 'group' : subject.startsWith('/') ? 'resource' : 'operation';
  const byKind = Map.groupBy(all, kindOf);
  const subjects = ['group', 'resource', 'operation'].flatMap((name) => {
    const kind = byKind.get(name) ?? [];
    const bySubject = [...Map.groupBy(kind, ({ subject }) => groupOfSubject(subject) ?? subject)];
    const excluded = bySubject.flatMap(([subject, list]) => (list.some(isSelected) ? [] : [subject]));
    // Why: selecting only operations excludes the groups on purpose, and the reverse.
    return excluded.length === bySubject.length ? [] : excluded;
  });
  return { checks: all.filter((each) => !isSelected(each)).length, subjects };
}
