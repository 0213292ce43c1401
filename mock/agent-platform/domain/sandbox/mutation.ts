/** Destroying and resuming sandbox deployments for clients: the checks, and the transitions that follow. */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { View } from '../../../kernel/store/view.ts';
import type { SandboxErrorOf, SandboxDeploymentRecord } from './deployment.ts';
import { featureGate } from '../identity/feature-gates.ts';
import { markDestroyed } from './transitions.ts';
import { findDeployment, isEnding, sandboxDeployments } from './deployment.ts';
import { sandboxMachines, type SandboxTrigger } from './machine.ts';

/** The deployment to mutate. Shape: `ifMatch` is the header of that name, which may list resource versions. */
export interface MutationRequest {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly ifMatch: string | null;
}

/** The result of a mutation. Shape: `operationId` is null when nothing is left to do. Source: assumption A-012. */
export interface Mutation {
  readonly deployment: SandboxDeploymentRecord;
  readonly operationId: string | null;
}

/** The reason why a deployment may not be changed. */
export type AdmissionError = SandboxErrorOf<
  | 'DEPLOYMENT_NOT_FOUND'
  | 'VERSION_STALE'
  | 'SPEND_BUDGET_EXHAUSTED'
  | 'QUOTA_EXHAUSTED'
  | 'ADMISSION_BLOCKED'
>;

/**
 * Requests the destruction of a deployment in any status. One that is being destroyed or is destroyed keeps its
 * status, and is not changed unless its desired state was different.
 *
 * Errors: those of admission.
 * Source: F-3-003 to F-3-008, F-4.5-005 to F-4.5-009; assumption A-045.
 */
export function destroyDeployment(
  tx: Transaction,
  request: MutationRequest,
): Result<Mutation, AdmissionError> {
  const admitted = admit(tx, request);
  if (!admitted.ok) return admitted;
  const { status, desiredState, activeOperationId: operationId } = admitted.value;
  if (status !== 'destroying' && status !== 'destroyed') return ok(start(tx, admitted.value, 'destroy'));
  if (desiredState === 'destroyed') return ok({ deployment: admitted.value, operationId });
  const { statusReason } = admitted.value;
  const deployment = { ...markDestroyed(admitted.value, { operationId }, tx.at), statusReason };
  return ok({ deployment: tx.put(sandboxDeployments, deployment), operationId });
}

/**
 * Accepts the resumption of a suspended deployment.
 *
 * Errors: those of admission, ADMISSION_BLOCKED also for the block reason of the deployment itself;
 * NOT_SUSPENDED when neither its status nor its desired state is `suspended`.
 * Source: F-3-009 to F-3-011, F-4.5-030; assumptions.
 */
export function resumeDeployment(
  tx: Transaction,
  request: MutationRequest,
): Result<Mutation, AdmissionError | SandboxErrorOf<'NOT_SUSPENDED'>> {
  const admitted = admit(tx, request);
  if (!admitted.ok) return admitted;
  const { status, blockReason, desiredState } = admitted.value;
  if (status === 'blocked' && blockReason !== null)
    return err({ code: 'ADMISSION_BLOCKED', reason: blockReason });
  const isSuspended = status === 'suspended' || (desiredState === 'suspended' && !isEnding(status));
  return isSuspended ? ok(start(tx, admitted.value, 'resume')) : err({ code: 'NOT_SUSPENDED', status });
}

/** Checks that a deployment may be changed: it exists, has the expected version, and no feature gate prevents it. */
function admit(
  view: View,
  { organizationId, deploymentId, ifMatch }: MutationRequest,
): Result<SandboxDeploymentRecord, AdmissionError> {
  const deployment = findDeployment(view, organizationId, deploymentId);
  if (!deployment.ok) return deployment;
  const { resourceVersion } = deployment.value.counters;
  if (featureGate(view, 'resourceVersion') === 'stale' || !matchesVersion(ifMatch, resourceVersion))
    return err({ code: 'VERSION_STALE' });
  if (featureGate(view, 'spendBudget') === 'exhausted') return err({ code: 'SPEND_BUDGET_EXHAUSTED' });
  if (featureGate(view, 'sandboxQuota') === 'exhausted' || featureGate(view, 'quota') === 'exhausted')
    return err({ code: 'QUOTA_EXHAUSTED' });
  const admission = featureGate(view, 'sandboxAdmission');
  return admission === 'ok' ? deployment : err({ code: 'ADMISSION_BLOCKED', reason: admission });
}

/**
 * Returns whether a precondition is met by a version. Weak tags never match.
 *
 * Source: RFC 9110 section 13.1.1; assumption A-065.
 */
export function matchesVersion(ifMatch: string | null, resourceVersion: number): boolean {
  if (ifMatch === null) return true;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || tag === `"${resourceVersion}"` || tag === `${resourceVersion}`);
}

function start(tx: Transaction, { id }: SandboxDeploymentRecord, type: 'destroy' | 'resume'): Mutation {
  const operationId = tx.nextId('op');
  const trigger: SandboxTrigger = { type, operationId };
  const moved = sandboxMachines.send(tx, { kind: sandboxDeployments.name, id }, trigger);
  if (!moved.ok) throw new Error(`Deployment ${id} can't ${type}: ${moved.error.code}`);
  return { deployment: moved.value as SandboxDeploymentRecord, operationId };
}
