/**
 * How operations are treated that are not like the others: those that use something up, cost something, or need a record that
 * nobody misses. A table of exceptions; what is not in it is sent as often as there are cases.
 */
import type { Operation, OperationId } from '../../schema-location/operations.ts';

/** How an operation is treated. */
export interface Manners {
  /** What a first success uses up, so that the next valid request is refused; `null` where nothing is. */
  readonly usesUp: string | null;
  /** Starts or continues runs, which take time and may cost money: what can't be judged is not sent. */
  readonly isCostly: boolean;
  /** How many wrong requests may be sent at most, and why; nothing is sent twice. `null` for as many as there are cases. */
  readonly scarcity: { readonly negatives: number; readonly reason: string } | null;
  /** Is sent to an agent made for it unless the configuration names another record. */
  readonly changesAgent: boolean;
  /** Members that must be new each time. */
  readonly unique: readonly string[];
  /** Whether only some of the records that could be named will do, so that others may be refused. */
  readonly isPicky: boolean;
  /** Members of the body whose value makes others necessary that the source does not show. */
  readonly conditional: readonly string[];
}

const usual: Manners = {
  usesUp: null,
  isCostly: false,
  scarcity: null,
  changesAgent: false,
  unique: [],
  isPicky: false,
  conditional: [],
};

const exceptions: Partial<Record<OperationId, Partial<Manners>>> = {
  createAgent: { conditional: ['agentType'] },
  updateAgent: { changesAgent: true, conditional: ['agentType'] },
  deleteAgent: { changesAgent: true, usesUp: 'the agent' },
  addAgentCapability: { changesAgent: true, unique: ['toolName'] },
  removeAgentCapability: { usesUp: 'the capability' },
  publishAgent: { changesAgent: true },
  refreshAgentCard: { isPicky: true },
  synthesizeAgentVoice: { isPicky: true },
  getTokenAudiencePolicy: { isPicky: true },
  getPublishedAgentVersion: { isPicky: true },
  resumeAgentExecution: { usesUp: 'the pause' },
  approveAgentExecution: { usesUp: 'the approval' },
  approveDispatch: { usesUp: 'the approval' },
  resumeDispatch: { usesUp: 'the pause' },
  approveClientExecution: { usesUp: 'the approval', isCostly: true },
  resumeClientExecution: { usesUp: 'the pause' },
  submitFlowBatch: { isCostly: true },
  cancelBatch: { usesUp: 'the batch' },
  destroySandboxDeployment: { usesUp: 'the deployment' },
  resumeSandboxDeployment: { usesUp: 'the suspension' },
  registerAgent: {
    scarcity: { negatives: 1, reason: 'registration is limited to 5 attempts an hour and address' },
  },
  requestClaimCode: { scarcity: { negatives: 8, reason: 'each accepted request sends a mail' } },
  completeClaim: {
    usesUp: 'the claim',
    scarcity: { negatives: 2, reason: '5 failed attempts lock a claim' },
  },
};

/** Tells how an operation is treated. */
export function mannersOf(operation: Operation): Manners {
  const isRun = operation.stream?.parameter != null;
  return { ...usual, isCostly: isRun, ...exceptions[operation.id] };
}

/** Says whether a valid request is sent only as it is known, without changes of ours. */
export function isSentOnce({ usesUp, scarcity }: Manners): boolean {
  return usesUp !== null || scarcity !== null;
}
