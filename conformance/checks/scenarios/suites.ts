/**
 * Every pack, in the order in which their stories are told.
 */
import { agentsSuite } from './agents/agents-pack.ts';
import { approvalsSuite } from './approvals/approvals-pack.ts';
import { assetsSuite } from './assets/assets-pack.ts';
import { batchesSuite } from './batches/batches.ts';
import { clientApprovalSuite } from './client-approval/client-approval-pack.ts';
import { eventsSuite } from './events/events-pack.ts';
import { executionsSuite } from './executions/executions-pack.ts';
import { limitsSuite } from './limits/limits.ts';
import { localToolsSuite } from './local-tools/local-tools-pack.ts';
import type { CheckSuite } from './scenario-check.ts';
import { registrationSuite } from './registration/registration-pack.ts';
import { sandboxSuite } from './sandbox/sandbox-pack.ts';

/** Every pack; a new one is one row here. */
export const suites: readonly CheckSuite[] = [
  agentsSuite,
  executionsSuite,
  approvalsSuite,
  clientApprovalSuite,
  localToolsSuite,
  sandboxSuite,
  eventsSuite,
  registrationSuite,
  assetsSuite,
  batchesSuite,
  limitsSuite,
];
