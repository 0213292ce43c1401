/** Sandbox deployments that a test creates, changes directly, or moves through their state machine. */
import type { Handlers } from '../../../generated/control-agent-platform/server.ts';
import type { SandboxDeploymentFields } from '../../../generated/control-agent-platform/types.ts';
import { ownerOfOrganization, worldOrganization } from '../domain/identity/identity.ts';
import { createDeployment, patchDeployment } from '../domain/sandbox/override.ts';
import type { SandboxInput, SandboxOwner } from '../domain/sandbox/override.ts';
import { nextTransitions, sendTrigger } from '../domain/sandbox/triggers.ts';
import type { ServiceContext } from '../handlers/context.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import type { View } from '../../kernel/store/view.ts';
import { deploymentBody, sandboxErrorResponse } from '../handlers/sandbox-deployments.ts';
import { readInstant } from '../../control/clock.ts';

type SandboxOperation =
  | 'createSandboxDeployment'
  | 'patchSandboxDeployment'
  | 'listSandboxDeploymentTransitions'
  | 'triggerSandboxDeployment';

export const sandboxControl: Pick<Handlers<ServiceContext>, SandboxOperation> = {
  async createSandboxDeployment({ body = {} }, { world }) {
    const created = await world.dispatch((tx) => createDeployment(tx, ownerOfWorld(tx), sandboxInput(body)));
    return created.ok
      ? { status: 201, body: deploymentBody(created.value) }
      : sandboxErrorResponse(created.error);
  },

  async patchSandboxDeployment({ path, body }, { world }) {
    const patched = await world.dispatch((tx) => patchDeployment(tx, path.id, sandboxInput(body)));
    return patched.ok
      ? { status: 200, body: deploymentBody(patched.value) }
      : sandboxErrorResponse(patched.error);
  },

  listSandboxDeploymentTransitions({ path }, { world }) {
    const next = world.query((view) => nextTransitions(view, path.id));
    if (!next.ok) return sandboxErrorResponse(next.error);
    const { status, transitions } = next.value;
    return { status: 200, body: { status, transitions: [...transitions] } };
  },

  async triggerSandboxDeployment({ path, body }, { world }) {
    const sent = await world.dispatch((tx) => sendTrigger(tx, path.id, body));
    return sent.ok ? { status: 200, body: deploymentBody(sent.value) } : sandboxErrorResponse(sent.error);
  },
};

function sandboxInput(fields: SandboxDeploymentFields): SandboxInput {
  const { deploymentId, createdAt, updatedAt, retentionAnchorAt, expiresAt, ...named } = fields;
  return {
    ...named,
    id: deploymentId,
    createdAt: instant(createdAt, 'createdAt'),
    updatedAt: instant(updatedAt, 'updatedAt'),
    retentionAnchorAt: instant(retentionAnchorAt, 'retentionAnchorAt'),
    expiresAt: expiresAt === null ? null : instant(expiresAt, 'expiresAt'),
  };
}

function instant(text: string | undefined, path: string): EpochMs | undefined {
  return text === undefined ? undefined : readInstant(text, path);
}

function ownerOfWorld(view: View): SandboxOwner {
  const organizationId = worldOrganization(view).id;
  return { organizationId, userId: ownerOfOrganization(view, organizationId).id };
}
