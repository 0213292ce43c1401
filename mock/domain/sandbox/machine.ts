/**
 * The life of a sandbox deployment: the table of its ten statuses, and what the switches of a world do to one that is being
 * provisioned. What a transition does to the record is `sandbox-changes.ts`, what comes by itself `sandbox-timers.ts`.
 */
import { defineMachine, bindMachine, createMachines } from '../../kernel/machine/machine.ts';
import type { Binding } from '../../kernel/machine/machine.ts';
import type { View } from '../../kernel/store/view.ts';
import { featureGate } from '../identity/feature-gates.ts';
import {
  markBlocked,
  markCleaned,
  markDegraded,
  markDestroyed,
  markExpired,
  markFailed,
  markSleeping,
  markReplaced,
  markRestarted,
  markResumed,
  markStarted,
  markSuspended,
} from './transitions.ts';
import { sandboxDeployments } from './deployment.ts';
import type { BlockReason, SandboxDeploymentRecord, SandboxStatus } from './deployment.ts';
import { settle } from './timers.ts';

type Deployment = SandboxDeploymentRecord;

/** How provisioning can end other than in a running deployment. */
type Setback =
  | { readonly type: 'block'; readonly reason: BlockReason }
  | { readonly type: 'suspend' }
  | { readonly type: 'fail' }
  | { readonly type: 'degrade' };

/** What moves a deployment: its clients, its timers, and setbacks of provisioning. */
export type SandboxTrigger =
  | { readonly type: 'destroy' | 'resume'; readonly operationId: string }
  | { readonly type: 'provisioned' | 'sleep' | 'restart' | 'clean' | 'expire' }
  | Setback;

/** Leads from every status in which a deployment still is one. */
const alive = {
  destroy: { to: 'destroying', update: markDestroyed, effects: settle },
  expire: { to: 'expired', update: markExpired, effects: settle },
  resume: { to: 'provisioning', guard: shallSuspend, update: markResumed, effects: settle },
} as const;

/** The machine. Source: F-3-001 to F-3-012; assumptions. */
export const sandboxMachine = defineMachine<Deployment, SandboxStatus, SandboxTrigger>({
  id: 'sandboxDeployment',
  field: 'status',
  initial: 'provisioning',
  final: ['destroyed'],
  table: {
    provisioning: {
      ...alive,
      provisioned: { to: 'running', update: markStarted, effects: settle },
      block: { to: 'blocked', update: markBlocked, effects: settle },
      suspend: { to: 'suspended', update: markSuspended, effects: settle },
      fail: { to: 'failed', update: markFailed, effects: settle },
      degrade: { to: 'degraded', update: markDegraded, effects: settle },
    },
    running: { ...alive, sleep: { to: 'sleeping', update: markSleeping, effects: settle } },
    sleeping: alive,
    suspended: { ...alive, resume: { to: 'provisioning', update: markResumed, effects: settle } },
    degraded: {
      ...alive,
      restart: [
        { to: 'running', guard: restartsProcess, update: markRestarted, effects: settle },
        { to: 'provisioning', guard: replacesSandbox, update: markReplaced, effects: settle },
      ],
    },
    failed: alive,
    blocked: alive,
    destroying: { clean: { to: 'destroyed', update: markCleaned, effects: settle } },
    destroyed: {},
    expired: { destroy: alive.destroy },
  },
});

const bound = bindMachine(sandboxDeployments, sandboxMachine);

/** How triggers reach deployments. Provisioning that is due only now learns that it is not let through. */
export const sandboxBinding: Binding = {
  ...bound,
  move(tx, id, trigger) {
    const deployment = tx.get(sandboxDeployments, id);
    const provisioningTrigger =
      trigger.type === 'provisioned' && deployment !== undefined ? findSetback(tx, deployment) : null;
    return bound.move(tx, id, provisioningTrigger ?? trigger);
  },
};

/** Moves deployments and carries out what follows. */
export const sandboxMachines = createMachines([sandboxBinding]);

/** Finds what a switch of the world does to a deployment that is being provisioned. */
function findSetback(view: View, { effectivePolicy }: Deployment): Setback | null {
  const admission = featureGate(view, 'sandboxAdmission');
  if (admission !== 'ok') return { type: 'block', reason: admission };
  if (featureGate(view, 'spendBudget') === 'exhausted') return { type: 'suspend' };
  if (featureGate(view, 'sandboxQuota') === 'ok' && featureGate(view, 'quota') === 'ok') return null;
  return { type: effectivePolicy.availability === 'warm' ? 'degrade' : 'fail' };
}

function shallSuspend({ desiredState }: Deployment): boolean {
  return desiredState === 'suspended';
}

function restartsProcess({ effectivePolicy }: Deployment): boolean {
  return effectivePolicy.restartPolicy === 'process';
}

function replacesSandbox({ effectivePolicy }: Deployment): boolean {
  return effectivePolicy.restartPolicy === 'replace-sandbox';
}
