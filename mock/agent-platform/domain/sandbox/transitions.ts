/**
 * The changes of a deployment's record for each transition of `machine.ts`. Every change creates a new resource
 * version.
 */
import type { EpochMs } from '../../../kernel/time/time.ts';
import { addressOf, instanceOf, retentionEnd } from './deployment.ts';
import type { BlockReason, SandboxCounters, SandboxDeploymentRecord } from './deployment.ts';

/** Marks a deployment for destruction: it is unreachable, and anything started earlier may no longer act for it. */
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

/** Marks a deployment as completely removed. */
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

/** Marks a deployment as expired after the end of its retention. */
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

/** Marks a deployment to run again; its retention restarts now. */
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

/** Marks a deployment as running, with its own runtime. */
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

/** Marks a deployment as running with fewer resources than requested. */
export function markDegraded(
  deployment: SandboxDeploymentRecord,
  trigger: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  return { ...markStarted(deployment, trigger, at), statusReason: 'No capacity is left to keep it warm' };
}

export function markBlocked(
  deployment: SandboxDeploymentRecord,
  { reason }: { reason: BlockReason },
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, { ...stopped, blockReason: reason, statusReason: blockText(reason) });
}

/** Marks a deployment as suspended because the budget is exhausted. */
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

export function markFailed(
  deployment: SandboxDeploymentRecord,
  _: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, { ...stopped, statusReason: 'The organization quota is exhausted' });
}

/** Removes the runtime of an idle deployment. */
export function markSleeping(
  deployment: SandboxDeploymentRecord,
  _: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, {
    activeProviderInstanceId: null,
    statusReason: 'It has not been used for a while',
  });
}

/** Restarts the process of a deployment. */
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

/** Removes the sandbox of a deployment that will get another one. */
export function markReplaced(
  deployment: SandboxDeploymentRecord,
  _: unknown,
  at: EpochMs,
): SandboxDeploymentRecord {
  return change(deployment, at, { ...stopped, statusReason: 'Its sandbox is being replaced' });
}

export function blockText(reason: BlockReason): string {
  return `Blocked by ${reason} admission`;
}

/** The changed properties of a deployment without a runtime. */
const stopped = {
  statusReason: null,
  blockReason: null,
  activeOperationId: null,
  activeProviderInstanceId: null,
  url: null,
} as const satisfies Partial<SandboxDeploymentRecord>;

/** The changed properties of a deployment that will never have a runtime again. */
const closed = { ...stopped, ingressEnabled: false } as const satisfies Partial<SandboxDeploymentRecord>;

/** Changes a deployment and increments its resource version. */
function change(
  deployment: SandboxDeploymentRecord,
  at: EpochMs,
  changes: Partial<SandboxDeploymentRecord>,
): SandboxDeploymentRecord {
  const changed = { ...deployment, ...changes, updatedAt: at };
  const { counters } = changed;
  return { ...changed, counters: { ...counters, resourceVersion: counters.resourceVersion + 1 } };
}

/** Counts a change of the desired state. */
function bumpDesired(counters: SandboxCounters): SandboxCounters {
  return { ...counters, desiredRevision: counters.desiredRevision + 1 };
}

/** Marks the desired state as reached. */
function syncObserved(counters: SandboxCounters): SandboxCounters {
  return { ...counters, observedRevision: counters.desiredRevision };
}

/** Advances the fence: anything that acts for the previous generation and epoch is rejected. */
function advanceFence(counters: SandboxCounters): SandboxCounters {
  return {
    ...counters,
    providerGeneration: counters.providerGeneration + 1,
    runtimeEpoch: counters.runtimeEpoch + 1,
  };
}
