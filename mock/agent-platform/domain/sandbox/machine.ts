/**
 * The life cycle of a sandbox deployment: the table of its ten statuses, the effect of feature gates on provisioning,
 * and its timers. The changes of the record are in `transitions.ts`.
 */
import { defineMachine, bindMachine, createMachines, type Binding } from '../../../kernel/machine/machine.ts';
import type { View } from '../../../kernel/store/view.ts';
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
import { sandboxDeployments, isEnding } from './deployment.ts';
import type { BlockReason, SandboxDeploymentRecord, SandboxStatus } from './deployment.ts';
import { cancelTimer, startTimer, type AnyEffect, type Trigger } from '../../../kernel/machine/trigger.ts';
import { minutes, seconds, type DurationMs } from '../../../kernel/time/time.ts';

type Deployment = SandboxDeploymentRecord;

/** The outcomes of provisioning other than a running deployment. */
type ProvisioningOutcome =
  | { readonly type: 'block'; readonly reason: BlockReason }
  | { readonly type: 'suspend' }
  | { readonly type: 'fail' }
  | { readonly type: 'degrade' };

export type SandboxTrigger =
  | { readonly type: 'destroy' | 'resume'; readonly operationId: string }
  | { readonly type: 'provisioned' | 'sleep' | 'restart' | 'clean' | 'expire' }
  | ProvisioningOutcome;

/** The rules of every status in which a deployment is still alive. */
const alive = {
  destroy: { to: 'destroying', update: markDestroyed, effects: settle },
  expire: { to: 'expired', update: markExpired, effects: settle },
  resume: { to: 'provisioning', guard: shouldSuspend, update: markResumed, effects: settle },
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

export const sandboxBinding: Binding = {
  ...bound,
  move(tx, id, trigger) {
    const deployment = tx.get(sandboxDeployments, id);
    const applied = deployment === undefined ? trigger : appliedTrigger(tx, deployment, trigger);
    return bound.move(tx, id, applied);
  },
};

/** Sends triggers to deployments and executes the effects. */
export const sandboxMachines = createMachines([sandboxBinding]);

/** Returns the trigger that a deployment gets: feature gates replace the end of provisioning. */
export function appliedTrigger<T extends Trigger>(
  view: View,
  deployment: Deployment,
  trigger: T,
): T | ProvisioningOutcome {
  return trigger.type === 'provisioned' ? (findProvisioningOutcome(view, deployment) ?? trigger) : trigger;
}

/** Returns the effect of the feature gates on a deployment that is being provisioned. */
function findProvisioningOutcome(view: View, { effectivePolicy }: Deployment): ProvisioningOutcome | null {
  const admission = featureGate(view, 'sandboxAdmission');
  if (admission !== 'ok') return { type: 'block', reason: admission };
  if (featureGate(view, 'spendBudget') === 'exhausted') return { type: 'suspend' };
  if (featureGate(view, 'sandboxQuota') === 'ok' && featureGate(view, 'quota') === 'ok') return null;
  return { type: effectivePolicy.availability === 'warm' ? 'degrade' : 'fail' };
}

function shouldSuspend({ desiredState }: Deployment): boolean {
  return desiredState === 'suspended';
}

function restartsProcess({ effectivePolicy }: Deployment): boolean {
  return effectivePolicy.restartPolicy === 'process';
}

function replacesSandbox({ effectivePolicy }: Deployment): boolean {
  return effectivePolicy.restartPolicy === 'replace-sandbox';
}

interface StatusTimer {
  readonly trigger: 'provisioned' | 'sleep' | 'restart' | 'clean';
  readonly after: DurationMs;
}

const provisioningTime = seconds(5);
const restartTime = seconds(30);
const cleanupTime = seconds(10);

const idleTimes = { '5m': minutes(5), '15m': minutes(15), '30m': minutes(30), '1h': minutes(60) } as const;

/** Returns the timer for the status of a deployment, null for none. */
export function statusTimer({ status, effectivePolicy }: SandboxDeploymentRecord): StatusTimer | null {
  const { sleepPolicy, restartPolicy } = effectivePolicy;
  switch (status) {
    case 'provisioning':
      return { trigger: 'provisioned', after: provisioningTime };
    case 'running':
      return sleepPolicy.mode === 'idle' ? { trigger: 'sleep', after: idleTimes[sleepPolicy.after] } : null;
    case 'degraded':
      return restartPolicy === 'never' ? null : { trigger: 'restart', after: restartTime };
    case 'destroying':
      return { trigger: 'clean', after: cleanupTime };
    case 'sleeping':
    case 'suspended':
    case 'failed':
    case 'blocked':
    case 'destroyed':
    case 'expired':
      return null;
  }
}

export function statusTimerKey(deploymentId: string): string {
  return `sandbox/${deploymentId}/status`;
}

/** Restarts the timer of a deployment's status, or cancels it for a status without a timer. */
export function settleStatus(deployment: SandboxDeploymentRecord): AnyEffect {
  const timer = statusTimer(deployment);
  const key = statusTimerKey(deployment.id);
  return timer === null ? cancelTimer(key) : startTimer({ key, target: targetOf(deployment), ...timer });
}

/** Starts the timer of a deployment's retention, or cancels it for one that no longer expires. */
export function settleRetention(deployment: SandboxDeploymentRecord): AnyEffect {
  const { id, status, expiresAt } = deployment;
  const key = `sandbox/${id}/retention`;
  return expiresAt === null || isEnding(status)
    ? cancelTimer(key)
    : startTimer({ key, target: targetOf(deployment), trigger: 'expire', due: expiresAt });
}

/** Updates both timers of a deployment. */
export function settle(deployment: SandboxDeploymentRecord): readonly AnyEffect[] {
  return [settleStatus(deployment), settleRetention(deployment)];
}

function targetOf({ id }: SandboxDeploymentRecord) {
  return { kind: sandboxDeployments.name, id };
}
