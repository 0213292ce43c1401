/**
 * The table of faults: every mutant, in the order of the checks. The only place that knows all of them.
 */
import { accessMutants } from './access.ts';
import { agentMutants } from './agents.ts';
import { approvalMutants, localToolMutants } from './approvals.ts';
import { assetMutants } from './assets.ts';
import { batchMutants, limitMutants } from './batches.ts';
import { caseMutants } from './cases.ts';
import { clientApprovalMutants } from './client-approval.ts';
import { eventMutants } from './events.ts';
import { executionMutants } from './executions.ts';
import type { Mutant } from './mutant.ts';
import { registrationMutants } from './registration.ts';
import { responseMutants } from './responses.ts';
import { sandboxMutants } from './sandbox.ts';
import { runStreamMutants } from './run-streams.ts';
import { streamMutants } from './streams.ts';

/** Services with one fault each. */
export const mutants: readonly Mutant[] = [
  ...responseMutants,
  ...accessMutants,
  ...caseMutants,
  ...streamMutants,
  ...runStreamMutants,
  ...agentMutants,
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
