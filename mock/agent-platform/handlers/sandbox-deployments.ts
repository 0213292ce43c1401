/**
 * The operations on sandbox deployments. Both are accepted immediately and executed later; a retry with the same key
 * returns the same response.
 */
import type {
  DestroySandboxDeploymentRequest,
  Handlers,
  ResumeSandboxDeploymentRequest,
} from '../../../generated/service/server.ts';
import type { SandboxMutationResponse, SandboxDeployment } from '../../../generated/service/types.ts';
import { destroyDeployment, resumeDeployment } from '../domain/sandbox/mutation.ts';
import type { Mutation, MutationRequest } from '../domain/sandbox/mutation.ts';
import { respondOnce } from '../../records/stored-response.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { ok, type Result } from '../../kernel/transaction/result.ts';
import { ownerOf, type ServiceContext } from './context.ts';
import type { SandboxDeploymentRecord, SandboxError } from '../domain/sandbox/deployment.ts';
import { isoTime, isoTimeOrNull } from '../../kernel/time/iso-time.ts';
import { createErrorResponses, invalid, type ErrorTable } from '../../http/error-responses.ts';

type SandboxOperation = 'destroySandboxDeployment' | 'resumeSandboxDeployment';

export const sandboxHandlers: Pick<Handlers<ServiceContext>, SandboxOperation> = {
  async destroySandboxDeployment(request, context) {
    const accepted = await mutateOnce('destroySandboxDeployment', request, context, destroyDeployment);
    return accepted.ok ? { status: 202, body: accepted.value } : sandboxErrorResponse(accepted.error);
  },

  async resumeSandboxDeployment(request, context) {
    const accepted = await mutateOnce('resumeSandboxDeployment', request, context, resumeDeployment);
    return accepted.ok ? { status: 202, body: accepted.value } : sandboxErrorResponse(accepted.error);
  },
};

/** Mutates a deployment, or repeats the earlier response to the request's key. */
function mutateOnce<E>(
  operation: SandboxOperation,
  { path, headers, body }: DestroySandboxDeploymentRequest | ResumeSandboxDeploymentRequest,
  { world, caller, handlerNotes }: ServiceContext,
  mutate: (tx: Transaction, request: MutationRequest) => Result<Mutation, E>,
) {
  const { workspaceId: organizationId } = ownerOf(caller);
  const key = headers['idempotency-key'] ?? null;
  const ifMatch = headers['If-Match'] ?? null;
  return world.dispatch((tx) =>
    respondOnce<SandboxMutationResponse, E>(
      tx,
      {
        organizationId,
        operation,
        path: path.id,
        key,
        body,
        noteRepeated: (isRepeated) => {
          handlerNotes.isRepeated = isRepeated;
        },
      },
      () => {
        const mutated = mutate(tx, { organizationId, deploymentId: path.id, ifMatch });
        return mutated.ok ? ok(mutationBody(mutated.value)) : mutated;
      },
    ),
  );
}

export function deploymentBody(deployment: SandboxDeploymentRecord): SandboxDeployment {
  const { id, blockReason: _, createdAt, updatedAt, retentionAnchorAt, expiresAt, ...rest } = deployment;
  return {
    deploymentId: id,
    ...rest,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    retentionAnchorAt: isoTime(retentionAnchorAt),
    expiresAt: isoTimeOrNull(expiresAt),
  };
}

export function mutationBody({ deployment, operationId }: Mutation): SandboxMutationResponse {
  return { deployment: deploymentBody(deployment), operationId };
}

const table = {
  DEPLOYMENT_NOT_FOUND: { status: 404, error: 'Sandbox deployment not found' },
  SPEND_BUDGET_EXHAUSTED: {
    status: 402,
    error: "Blocked by the organization's managed deployment spend budget",
  },
  QUOTA_EXHAUSTED: { status: 429, error: 'Organization quota exhausted' },
  VERSION_STALE: { status: 412, error: 'Resource version precondition failed' },
  ADMISSION_BLOCKED: { status: 422, error: ({ reason }) => `Blocked by ${reason} admission` },
  NOT_SUSPENDED: {
    status: 409,
    error: ({ status }) => `The deployment is ${status}, only a suspended one can be resumed`,
  },
  KEY_REUSED: { status: 409, error: 'This idempotency key was used with a different body' },
  TRIGGER_NOT_ALLOWED: {
    status: 409,
    error: 'The state machine does not allow this transition',
    details: ({ trigger, status, allowed }) => [
      {
        message: `trigger ${trigger} does not apply to this deployment with status ${status}`,
        code: 'TRANSITION_NOT_ALLOWED',
        path: 'trigger',
        suggestion:
          allowed.length === 0 ? 'No trigger applies to it.' : `Triggers that apply: ${allowed.join(', ')}.`,
      },
    ],
  },
  DEPLOYMENT_ID_TAKEN: invalid(({ deploymentId }) => ({
    message: `deploymentId ${deploymentId} already exists`,
    code: 'DUPLICATE_VALUE',
    path: 'deploymentId',
    suggestion: 'Omit it to get a generated id.',
  })),
  DEPLOYMENT_ID_FIXED: invalid(({ deploymentId }) => ({
    message: `deploymentId can't be changed, it is ${deploymentId}`,
    code: 'INVALID_VALUE',
    path: 'deploymentId',
    suggestion: 'Omit it.',
  })),
} as const satisfies ErrorTable<SandboxError>;

export const sandboxErrorResponse = createErrorResponses<SandboxError, typeof table>(table);
