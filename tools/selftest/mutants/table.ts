/** Every mutant, in the order of the checks. */
import { listChecks } from '../../../conformance/index.ts';
import { subjectOfGroup } from '../../../conformance/model/finding.ts';
import { accessMutants } from './access.ts';
import { agentCardMutants } from './agent-cards.ts';
import { agentMutants } from './agents.ts';
import { approvalMutants, localToolMutants } from './approvals.ts';
import { agreementMutants } from './agreement.ts';
import { assertionMutants } from './assertions.ts';
import { assetMutants } from './assets.ts';
import { batchMutants, limitMutants } from './batches.ts';
import { caseMutants } from './cases.ts';
import { clientApprovalMutants } from './client-approval.ts';
import { eventMutants } from './events.ts';
import { executionMutants } from './executions.ts';
import { isolationMutants } from './isolation.ts';
import { listMutants, requestMutants, outcomeMutants } from './lists.ts';
import type { Mutant, MutantRow } from '../mutations/mutant.ts';
import { registrationMutants } from './registration.ts';
import { responseMutants } from './responses.ts';
import { sameRecordMutants } from './same-record.ts';
import { sandboxMutants } from './sandbox.ts';
import { runStreamMutants } from './run-streams.ts';
import { streamMutants } from './streams.ts';
import { valueMutants } from './values.ts';

/** Mutants that their check must also detect without a driver. */
const plain: ReadonlySet<string> = new Set([
  'past-returned',
  'small-pages',
  'agent-id-ignored',
  'repeats-never-end',
  'always-truncated',
  'pre-claim-key-runs-agents',
  'pre-claim-key-runs-flows',
  'pre-claim-key-deletes',
  'key-stays-when-locked',
  'key-of-any-operation',
]);

const groupSubjects: ReadonlyMap<string, string> = new Map(
  listChecks().flatMap(({ id, group }) => (group === null ? [] : [[id, subjectOfGroup(group)] as const])),
);

const driven: readonly Mutant[] = [
  ...checkedAt(null, [...responseMutants, ...accessMutants, ...caseMutants]),
  ...checkedAt('executeAgent', [...streamMutants, ...runStreamMutants]),
  ...checkedAt(null, [
    ...agreementMutants,
    ...agentMutants,
    ...agentCardMutants,
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
    ...isolationMutants,
    ...valueMutants,
    ...listMutants,
    ...sameRecordMutants,
    ...requestMutants,
    ...outcomeMutants,
    ...assertionMutants,
  ]),
];

/** Services with one defect each. */
export const mutants: readonly Mutant[] = [
  ...driven,
  ...driven
    .filter(({ id }) => plain.has(id))
    .map((mutant): Mutant => ({ ...mutant, id: `${mutant.id}-plain`, isPlain: true })),
];

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
