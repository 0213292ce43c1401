/**
 * Every pack, in the order in which their stories are told.
 */
import { agentsPack } from './agents/agents-pack.ts';
import { approvalsPack } from './approvals/approvals-pack.ts';
import { assetsPack } from './assets/assets-pack.ts';
import { batchesPack } from './batches/batches-pack.ts';
import { clientApprovalPack } from './client-approval/client-approval-pack.ts';
import { eventsPack } from './events/events-pack.ts';
import { executionsPack } from './executions/executions-pack.ts';
import { limitsPack } from './limits/limits-pack.ts';
import { localToolsPack } from './local-tools/local-tools-pack.ts';
import type { Pack } from './pack.ts';
import { registrationPack } from './registration/registration-pack.ts';
import { sandboxPack } from './sandbox/sandbox-pack.ts';

/** Every pack; a new one is one row here. */
export const packs: readonly Pack[] = [
  agentsPack,
  executionsPack,
  approvalsPack,
  clientApprovalPack,
  localToolsPack,
  sandboxPack,
  eventsPack,
  registrationPack,
  assetsPack,
  batchesPack,
  limitsPack,
];
