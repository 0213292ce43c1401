/** Every mutant, in the order of the checks. */
import { listChecks } from '../../../conformance/index.ts';
import { subjectOfGroup } from '../../../conformance/model/finding.ts';
import { everyCheck, type Expectation, type Fault, type FaultRow } from '../faults/fault.ts';
import { acceptedMutants } from './accepted.ts';
import { accessMutants } from './access.ts';
import { agentMutants, figureMutants } from './agents.ts';
import { approvalMutants, localToolMutants } from './approvals.ts';
import { assetMutants } from './assets.ts';
import { batchMutants, limitMutants } from './batches.ts';
import { caseMutants } from './cases.ts';
import { clientApprovalMutants } from './client-approval.ts';
import { eventMutants } from './events.ts';
import { executionMutants } from './executions.ts';
import { harmlessMutants } from './harmless.ts';
import { registrationMutants } from './registration.ts';
import { isolationMutants, listMutants, valueMutants } from './resources.ts';
import { responseMutants } from './responses.ts';
import { sandboxMutants } from './sandbox.ts';
import { streamMutants } from './streams.ts';

/** A service with one fault, and what its check must report. */
export interface Mutant {
  readonly check: string;
  readonly fault: Fault;
  readonly expects: Expectation;
  /** Where the check runs: the subject of its outcome; `null` for all of them. */
  readonly subject: string | null;
  /** Whether its check has only a configuration, and no driver. */
  readonly isPlain: boolean;
}

const checks = new Map(listChecks().map((check) => [check.id, check]));

/** Services with one fault each. */
export const mutants: readonly Mutant[] = [
  ...responseMutants,
  ...accessMutants,
  ...caseMutants,
  ...streamMutants,
  ...agentMutants,
  ...figureMutants,
  ...isolationMutants,
  ...valueMutants,
  ...listMutants,
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
  ...acceptedMutants,
  ...harmlessMutants,
].flatMap(mutantsOf);

/** Returns the mutants of a row: one with a driver, one without, or both. */
function mutantsOf([check, fault, given = {}]: FaultRow): readonly Mutant[] {
  const { expects, plain, subject } = typeof given === 'string' ? { expects: given } : given;
  const { group = null, severity, family } = checks.get(check) ?? {};
  // Why: a law runs for every resource.
  const operation = family === 'law' ? null : fault.operation;
  const defaultSubject = group === null ? operation : subjectOfGroup(group);
  const mutant: Mutant = {
    check,
    fault,
    expects: expects ?? (severity === 'fail' || severity === undefined ? 'fail' : 'warn'),
    subject: subject === undefined ? defaultSubject : subject,
    isPlain: false,
  };
  const without = { ...mutant, isPlain: true };
  return [...(plain === 'only' ? [] : [mutant]), ...(plain === undefined ? [] : [without])];
}

/** Laws of what this API has too little of; `test/conformance/described-*.test.ts` try them on other descriptions. */
const triedElsewhere: ReadonlySet<string> = new Set(
  [20, 21, 22, 23, 25, 26, 27, 29, 39, 45, 46, 47, 48, 49, 50].map((number) => `LAW${number}`),
);

/** Lists errors of the table: checks without a mutant or with several, and unknown checks. */
export function listTableFaults(mutants: readonly Mutant[]): readonly string[] {
  const detecting = mutants.filter(({ expects }) => expects === 'fail' || expects === 'warn');
  const keys = detecting.map(({ check, isPlain }) => `${check}${isPlain ? ' without a driver' : ''}`);
  const named = new Set(detecting.map(({ check }) => check));
  return [
    ...[...checks.values()]
      .filter(({ id, severity }) => severity !== 'off' && !named.has(id) && !triedElsewhere.has(id))
      .map(({ id }) => `${id} has no mutant.`),
    ...[...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))].map(
      (key) => `${key} has several mutants. Keep the one that is hardest to detect.`,
    ),
    ...[...new Set(mutants.map(({ check }) => check))]
      .filter((check) => check !== everyCheck && !checks.has(check))
      .map((check) => `No check has the id ${check}.`),
  ];
}
