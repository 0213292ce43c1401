/**
 * The life of a sandbox deployment: the table of its ten statuses, and what the switches of a world do to one that is being
 * provisioned. What a transition does to the record is `sandbox-changes.ts`, what comes by itself `sandbox-timers.ts`.
 */
import { defineMachine } from '../../kernel/machine/machine.ts';
import { bindMachine, createMachines } from '../../kernel/machine/machines.ts';
import type { Binding } from '../../kernel/machine/machines.ts';
import type { View } from '../../kernel/store/view.ts';
import { gate } from '../identity/feature-gates.ts';
import {
  blocked,
  cleaned,
  degraded,
  destroyed,
  expired,
  failed,
  fallenAsleep,
  replaced,
  restarted,
  resumed,
  started,
  suspended,
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
  destroy: { to: 'destroying', update: destroyed, effects: settle },
  expire: { to: 'expired', update: expired, effects: settle },
  resume: { to: 'provisioning', guard: shallSuspend, update: resumed, effects: settle },
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
      provisioned: { to: 'running', update: started, effects: settle },
      block: { to: 'blocked', update: blocked, effects: settle },
      suspend: { to: 'suspended', update: suspended, effects: settle },
      fail: { to: 'failed', update: failed, effects: settle },
      degrade: { to: 'degraded', update: degraded, effects: settle },
    },
    running: { ...alive, sleep: { to: 'sleeping', update: fallenAsleep, effects: settle } },
    sleeping: alive,
    suspended: { ...alive, resume: { to: 'provisioning', update: resumed, effects: settle } },
    degraded: {
      ...alive,
      restart: [
        { to: 'running', guard: restartsProcess, update: restarted, effects: settle },
        { to: 'provisioning', guard: replacesSandbox, update: replaced, effects: settle },
      ],
    },
    failed: alive,
    blocked: alive,
    destroying: { clean: { to: 'destroyed', update: cleaned, effects: settle } },
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
    const setback =
      trigger.type === 'provisioned' && deployment !== undefined ? findSetback(tx, deployment) : null;
    return bound.move(tx, id, setback ?? trigger);
  },
};

/** Moves deployments and carries out what follows. */
export const sandboxMachines = createMachines([sandboxBinding]);

/** Finds what a switch of the world does to a deployment that is being provisioned. */
function findSetback(view: View, { effectivePolicy }: Deployment): Setback | null {
  const admission = gate(view, 'sandboxAdmission');
  if (admission !== 'ok') return { type: 'block', reason: admission };
  if (gate(view, 'spendBudget') === 'exhausted') return { type: 'suspend' };
  if (gate(view, 'sandboxQuota') === 'ok' && gate(view, 'quota') === 'ok') return null;
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
