/**
 * What each transition of `sandbox-machine.ts` does to the record of a deployment. Every change is a version of its own.
 */
import type { EpochMs } from '../../kernel/time/time.ts';
import { addressOf, instanceOf, retentionEnd } from './deployment.ts';
import type { BlockReason, SandboxCounters, SandboxDeploymentRecord } from './deployment.ts';

/** Records that a deployment shall be destroyed: nothing reaches it any more, and nothing started earlier may act for it. */
export function markDestroyed(
  deployment: SandboxDeploymentRecord,
  { operationId }: { operationId: string | null },
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, {
    ...closed,
    desiredState: 'destroyed',
    activeOperationId: operationId,
    activeProviderInstanceId: deployment.activeProviderInstanceId,
    counters: bumpDesired(advanceFence(deployment.counters)),
  });
}

/** Notes that nothing is left of a deployment. */
export function markCleaned(
  deployment: SandboxDeploymentRecord,
  _: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, {
    ...closed,
    statusReason: 'Destroyed on request',
    counters: syncObserved(deployment.counters),
  });
}

/** Ends a deployment whose retention is over. */
export function markExpired(
  deployment: SandboxDeploymentRecord,
  _: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, {
    ...closed,
    desiredState: 'expired',
    statusReason: `Kept for ${deployment.effectivePolicy.retention}, which are over`,
    counters: syncObserved(bumpDesired(advanceFence(deployment.counters))),
  });
}

/** Records that a deployment shall run again; its retention counts from now. */
export function markResumed(
  deployment: SandboxDeploymentRecord,
  { operationId }: { operationId: string },
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, {
    ...stopped,
    desiredState: 'active',
    activeOperationId: operationId,
    retentionAnchorAt: at,
    expiresAt: retentionEnd(at, deployment.effectivePolicy.retention),
    counters: bumpDesired(deployment.counters),
  });
}

/** Assigns a runtime of its own to a deployment. */
export function markStarted(
  deployment: SandboxDeploymentRecord,
  _: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  const { id, ingressEnabled } = deployment;
  const counters = syncObserved(advanceFence(deployment.counters));
  return change(deployment, at, {
    statusReason: null,
    activeOperationId: null,
    activeProviderInstanceId: instanceOf(id, counters.providerGeneration),
    url: ingressEnabled ? addressOf(id) : null,
    counters,
  });
}

/** Assigns a runtime to a deployment, with less than it asked for. */
export function markDegraded(
  deployment: SandboxDeploymentRecord,
  trigger: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  return { ...markStarted(deployment, trigger, at), statusReason: 'No capacity is left to keep it warm' };
}

/** Notes that a deployment is not admitted. */
export function markBlocked(
  deployment: SandboxDeploymentRecord,
  { reason }: { reason: BlockReason },
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, { ...stopped, blockReason: reason, statusReason: blockText(reason) });
}

/** Takes a deployment out of service because there is nothing left to pay for it. */
export function markSuspended(
  deployment: SandboxDeploymentRecord,
  _: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, {
    ...stopped,
    desiredState: 'suspended',
    statusReason: 'Suspended because the spend budget is used up',
    counters: syncObserved(bumpDesired(deployment.counters)),
  });
}

/** Notes that a deployment could not be started. */
export function markFailed(
  deployment: SandboxDeploymentRecord,
  _: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, { ...stopped, statusReason: 'The organization quota is exhausted' });
}

/** Takes the runtime of a deployment that nobody uses. */
export function markSleeping(
  deployment: SandboxDeploymentRecord,
  _: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, {
    activeProviderInstanceId: null,
    statusReason: 'Nobody has used it for a while',
  });
}

/** Starts the process of a deployment again. */
export function markRestarted(
  deployment: SandboxDeploymentRecord,
  _: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  const { runtimeEpoch, ...counters } = deployment.counters;
  return change(deployment, at, {
    statusReason: null,
    counters: { ...counters, runtimeEpoch: runtimeEpoch + 1 },
  });
}

/** Takes the sandbox of a deployment, for which another one will come. */
export function markReplaced(
  deployment: SandboxDeploymentRecord,
  _: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, { ...stopped, statusReason: 'Its sandbox is being replaced' });
}

/** Says in words what blocks a deployment. */
export function blockText(reason: BlockReason): string {
  return `Blocked by ${reason} admission`;
}

/** What a deployment lacks that has no runtime. */
const stopped = {
  statusReason: null,
  blockReason: null,
  activeOperationId: null,
  activeProviderInstanceId: null,
  url: null,
} as const satisfies Partial<SandboxDeploymentRecord>;

/** What a deployment lacks that will never have a runtime again. */
const closed = { ...stopped, ingressEnabled: false } as const satisfies Partial<SandboxDeploymentRecord>;

/** Changes a deployment; every change is a version of its own. */
function change(
  deployment: SandboxDeploymentRecord,
  at: EpochMs,
  changes: Partial<SandboxDeploymentRecord>,
): SandboxDeploymentRecord {
  const changed = { ...deployment, ...changes, updatedAt: at };
  const { counters } = changed;
  return { ...changed, counters: { ...counters, resourceVersion: counters.resourceVersion + 1 } };
}

/** Counts a change of intent. */
function bumpDesired(counters: SandboxCounters): SandboxCounters {
  return { ...counters, desiredRevision: counters.desiredRevision + 1 };
}

/** Notes that the intent was carried out. */
function syncObserved(counters: SandboxCounters): SandboxCounters {
  return { ...counters, observedRevision: counters.desiredRevision };
}

/** Advances the fence: what acts for the generation and epoch before is refused. */
function advanceFence(counters: SandboxCounters): SandboxCounters {
  return {
    ...counters,
    providerGeneration: counters.providerGeneration + 1,
    runtimeEpoch: counters.runtimeEpoch + 1,
  };
}
