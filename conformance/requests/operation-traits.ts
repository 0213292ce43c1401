/**
 * Operations that are tested differently: they consume something, cost something, or need a disposable record.
 * A table of exceptions; any other operation is called once per case.
 */
import type { ContractOperation } from '../../contract/operations.ts';

/** How the cases of an operation are sent. */
export interface OperationTraits {
  /** What a first success consumes, so that the next valid request is rejected; `null` if nothing. */
  readonly consumes: string | null;
  /** Whether it starts or continues runs, which take time and may cost money: cases that can't fail are not sent. */
  readonly isCostly: boolean;
  /** Maximum number of invalid requests, and why; nothing is sent twice. `null` for no limit. */
  readonly scarcity: { readonly negatives: number; readonly reason: string } | null;
  /** Whether it is sent to an agent created for it, unless the configuration names another record. */
  readonly changesAgent: boolean;
  /** Properties that must be unique in each request. */
  readonly unique: readonly string[];
  /** Whether only some of the existing records are valid, so that others may be rejected. */
  readonly requiresSpecificRecord: boolean;
  /** Properties of the body whose value requires others that the source does not show. */
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

const exceptions: Partial<Record<string, Partial<OperationTraits>>> = {
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
    scarcity: { negatives: 1, reason: 'registration is limited to 5 attempts per hour and address' },
  },
  requestClaimCode: { scarcity: { negatives: 8, reason: 'each accepted request sends a mail' } },
  completeClaim: {
    consumes: 'the claim',
    scarcity: { negatives: 2, reason: '5 failed attempts lock a claim' },
  },
};

/** Returns how the cases of an operation are sent. */
export function traitsOf(operation: ContractOperation): OperationTraits {
  const isRun = operation.stream?.parameter != null;
  return { ...initial, isCostly: isRun, ...exceptions[operation.id] };
}

/** Returns whether a valid request is only sent unchanged. */
export function isSingleUse({ consumes, scarcity }: OperationTraits): boolean {
  return consumes !== null || scarcity !== null;
}
