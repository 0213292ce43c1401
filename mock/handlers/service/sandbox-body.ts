/**
 * Sandbox deployments in the contract's words.
 */
import type { SandboxDeployment, SandboxMutationResponse } from '../../../generated/service/types.ts';
import type { SandboxDeploymentRecord } from '../../domain/sandbox/deployment.ts';
import type { Mutation } from '../../domain/sandbox/mutation.ts';
import { isoTime, isoTimeOrNull } from '../../domain/time.ts';

/** Writes a deployment. */
export function deploymentBody(deployment: SandboxDeploymentRecord): SandboxDeployment {
  const { id, blockReason: _, createdAt, updatedAt, retentionAnchorAt, expiresAt, ...members } = deployment;
  return {
    deploymentId: id,
    ...members,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    retentionAnchorAt: isoTime(retentionAnchorAt),
    expiresAt: isoTimeOrNull(expiresAt),
  };
}

/** Writes the answer to an accepted mutation. */
export function mutationBody({ deployment, operationId }: Mutation): SandboxMutationResponse {
  return { deployment: deploymentBody(deployment), operationId };
}
