/**
 * Exceptions to how operations are tested: those that use something up, cost something, or need a record that
 * nobody misses. A table of exceptions; what is not in it is sent as often as there are cases.
 */
import type { Operation, OperationId } from '../../schema-location/operations.ts';

/** How an operation is treated. */
export interface OperationTraits {
  /** What a first success uses up, so that the next valid request is refused; `null` where nothing is. */
  readonly consumes: string | null;
  /** Starts or continues runs, which take time and may cost money: what can't be judged is not sent. */
  readonly isCostly: boolean;
  /** How many wrong requests may be sent at most, and why; nothing is sent twice. `null` for as many as there are cases. */
  readonly scarcity: { readonly negatives: number; readonly reason: string } | null;
  /** Whether it is sent to an agent created for it, unless the configuration names another record. */
  readonly changesAgent: boolean;
  /** Members that must be new each time. */
  readonly unique: readonly string[];
  /** Whether only some of the records that could be named will do, so that others may be refused. */
  readonly requiresSpecificRecord: boolean;
  /** Members of the body whose value makes others necessary that the source does not show. */
  readonly conditional: readonly string[];
}

const initial: OperationTraits = {
  consumes: null,
  isCostly: false,
  scarcity: null,
  changesAgent: false,
  unique: [],
  requiresSpecificRecord: false,
  conditional: [],
};

const exceptions: Partial<Record<OperationId, Partial<OperationTraits>>> = {
  createAgent: { conditional: ['agentType'] },
  updateAgent: { changesAgent: true, conditional: ['agentType'] },
  deleteAgent: { changesAgent: true, consumes: 'the agent' },
  addAgentCapability: { changesAgent: true, unique: ['toolName'] },
  removeAgentCapability: { consumes: 'the capability' },
  publishAgent: { changesAgent: true },
  refreshAgentCard: { requiresSpecificRecord: true },
  synthesizeAgentVoice: { requiresSpecificRecord: true },
  getTokenAudiencePolicy: { requiresSpecificRecord: true },
  getPublishedAgentVersion: { requiresSpecificRecord: true },
  resumeAgentExecution: { consumes: 'the pause' },
  approveAgentExecution: { consumes: 'the approval' },
  approveDispatch: { consumes: 'the approval' },
  resumeDispatch: { consumes: 'the pause' },
  approveClientExecution: { consumes: 'the approval', isCostly: true },
  resumeClientExecution: { consumes: 'the pause' },
  submitFlowBatch: { isCostly: true },
  cancelBatch: { consumes: 'the batch' },
  destroySandboxDeployment: { consumes: 'the deployment' },
  resumeSandboxDeployment: { consumes: 'the suspension' },
  registerAgent: {
    scarcity: { negatives: 1, reason: 'registration is limited to 5 attempts an hour and address' },
  },
  requestClaimCode: { scarcity: { negatives: 8, reason: 'each accepted request sends a mail' } },
  completeClaim: {
    consumes: 'the claim',
    scarcity: { negatives: 2, reason: '5 failed attempts lock a claim' },
  },
};

/** Describes how an operation is treated. */
export function traitsOf(operation: Operation): OperationTraits {
  const isRun = operation.stream?.parameter != null;
  return { ...initial, isCostly: isRun, ...exceptions[operation.id] };
}

/** Checks whether a valid request is sent only as it is known, without changes of ours. */
export function isSingleUse({ consumes, scarcity }: OperationTraits): boolean {
  return consumes !== null || scarcity !== null;
}
