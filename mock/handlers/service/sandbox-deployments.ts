/**
 * The operations on sandbox deployments. Both are accepted at once and carried out later; a retry with the same key gets
 * the same answer.
 */
import type {
  DestroySandboxDeploymentRequest,
  Handlers,
  ResumeSandboxDeploymentRequest,
} from '../../../generated/service/server.ts';
import type { SandboxMutationResponse } from '../../../generated/service/types.ts';
import { destroyDeployment, resumeDeployment } from '../../domain/sandbox/mutation.ts';
import type { Mutation, MutationRequest } from '../../domain/sandbox/mutation.ts';
import { answerOnce } from '../../domain/stored-response.ts';
import type { ServiceContext } from '../../http/context.ts';
import type { Draft } from '../../kernel/transaction/transaction.ts';
import { ok } from '../../kernel/transaction/result.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import { ownerOf } from './caller.ts';
import { mutationBody } from './sandbox-body.ts';
import { sandboxRefusal } from './sandbox-refusals.ts';

type SandboxOperation = 'destroySandboxDeployment' | 'resumeSandboxDeployment';

/** Handles the operations on sandbox deployments. */
export const sandboxHandlers: Pick<Handlers<ServiceContext>, SandboxOperation> = {
  async destroySandboxDeployment(request, context) {
    const accepted = await mutateOnce('destroySandboxDeployment', request, context, destroyDeployment);
    return accepted.ok ? { status: 202, body: accepted.value } : sandboxRefusal(accepted.error);
  },

  async resumeSandboxDeployment(request, context) {
    const accepted = await mutateOnce('resumeSandboxDeployment', request, context, resumeDeployment);
    return accepted.ok ? { status: 202, body: accepted.value } : sandboxRefusal(accepted.error);
  },
};

/** Mutates a deployment, or gives the answer again that the request's key has got before. */
function mutateOnce<E>(
  operation: SandboxOperation,
  { path, headers, body }: DestroySandboxDeploymentRequest | ResumeSandboxDeploymentRequest,
  { world, caller }: ServiceContext,
  mutate: (draft: Draft, request: MutationRequest) => Result<Mutation, E>,
) {
  const { workspaceId: organizationId } = ownerOf(caller);
  const key = headers['idempotency-key'] ?? null;
  const ifMatch = headers['If-Match'] ?? null;
  return world.dispatch((draft) =>
    answerOnce<SandboxMutationResponse, E>(
      draft,
      { organizationId, operation, path: path.id, key, body },
      () => {
        const mutated = mutate(draft, { organizationId, deploymentId: path.id, ifMatch });
        return mutated.ok ? ok(mutationBody(mutated.value)) : mutated;
      },
    ),
  );
}
