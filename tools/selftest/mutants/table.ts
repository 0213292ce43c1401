/** Every mutant, in the order of the checks. */
import type { FaultRow } from '../faults/fault.ts';
import { listChecks } from '../../../conformance/index.ts';
import { subjectOfGroup } from '../../../conformance/model/finding.ts';
import { accessMutants } from './access.ts';
import { agentCardMutants } from './agent-cards.ts';
import { agentMutants } from './agents.ts';
import { approvalMutants, localToolMutants } from './approvals.ts';
import { assertionMutants } from './assertions.ts';
import { assetMutants } from './assets.ts';
import { batchMutants, limitMutants } from './batches.ts';
import { caseMutants } from './cases.ts';
import { clientApprovalMutants } from './client-approval.ts';
import { eventMutants } from './events.ts';
import { executionMutants } from './executions.ts';
import { isolationMutants } from './isolation.ts';
import { listMutants, requestMutants } from './lists.ts';
import type { Mutant, MutantRow } from '../mutations/mutant.ts';
import { registrationMutants } from './registration.ts';
import { responseMutants } from './responses.ts';
import { sameRecordMutants } from './same-record.ts';
import { sandboxMutants } from './sandbox.ts';
import { streamMutants } from './streams.ts';
import { valueMutants } from './values.ts';

const groupSubjects: ReadonlyMap<string, string> = new Map(
  listChecks().flatMap(({ id, group }) => (group === null ? [] : [[id, subjectOfGroup(group)] as const])),
);

const rows: readonly FaultRow[] = [
  ...responseMutants,
  ...accessMutants,
  ...caseMutants,
  ...streamMutants,
  ...executionMutants,
  ...approvalMutants,
  ...clientApprovalMutants,
  ...localToolMutants,
  ...sandboxMutants,
  ...eventMutants,
  ...registrationMutants,
  ...assetMutants,
  ...batchMutants,
  ...limitMutants,
];

const driven: readonly Mutant[] = [
  ...rows.flatMap(mutantsOf),
  ...checkedAt(null, [
    ...agentMutants,
    ...agentCardMutants,
    ...isolationMutants,
    ...valueMutants,
    ...listMutants,
    ...sameRecordMutants,
    ...requestMutants,
    ...assertionMutants,
  ]),
];

/** Services with one defect each. */
export const mutants: readonly Mutant[] = driven;

/** Returns the mutants of a row: one with a driver, one without, or both. */
function mutantsOf([check, fault, given = {}]: FaultRow): readonly Mutant[] {
  const { expects, plain, ...options } = typeof given === 'string' ? { expects: given } : given;
  const { kind, place, operation, mutation } = fault;
  const mutant: Mutant = {
    id: check,
    check,
    subject: groupSubjects.get(check) ?? operation,
    description: `${kind}: ${place}`,
    mutation,
    ...(expects === 'warn' ? { expects } : {}),
    ...options,
  };
  const without: Mutant = { ...mutant, id: `${check}-plain`, isPlain: true };
  return [...(plain === 'only' ? [] : [mutant]), ...(plain === undefined ? [] : [without])];
}

/** Fills in the subject of rows without one: that of their group for scenario checks, else the given one. */
function checkedAt(subject: string | null, rows: readonly MutantRow[]): readonly Mutant[] {
  return rows.map((row) => ({ subject: groupSubjects.get(row.check) ?? subject, ...row }));
}

/** Lists the ids of checks without a mutant, except those that are off by default. */
export function listChecksWithout(mutants: readonly Mutant[]): readonly string[] {
  const named = new Set(mutants.map(({ check }) => check));
  return listChecks()
    .filter(({ id, severity }) => severity !== 'off' && !named.has(id))
    .map(({ id }) => id);
}

/** Lists errors of the table: duplicate ids and unknown checks. */
export function listTableFaults(mutants: readonly Mutant[]): readonly string[] {
  const checks = new Set(listChecks().map(({ id }) => id));
  const ids = mutants.map(({ id }) => id);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `Two mutants have the id ${id}.`),
    ...mutants
      .filter(({ check }) => !checks.has(check))
      .map(({ id, check }) => `${id} has the unknown check ${check}.`),
  ];
}
