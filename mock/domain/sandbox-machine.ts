/**
 * The life of a sandbox deployment: the table of its ten statuses, what each transition does to the record, and the timers
 * that lead from one status to the next.
 */
import type { AnyEffect } from '../kernel/effect.ts';
import { cancelTimer, startTimer } from '../kernel/effect.ts';
import { defineMachine } from '../kernel/machine.ts';
import { bindMachine, createMachines } from '../kernel/machines.ts';
import type { Binding } from '../kernel/machines.ts';
import { minutes, seconds } from '../kernel/units.ts';
import type { DurationMs, EpochMs } from '../kernel/units.ts';
import type { View } from '../kernel/view.ts';
import { gate } from './feature-gates.ts';
import { addressOf, instanceOf, retentionEnd, sandboxDeployments } from './sandbox-deployment.ts';
import type {
  BlockReason,
  SandboxCounters,
  SandboxDeploymentRecord,
  SandboxStatus,
} from './sandbox-deployment.ts';

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
  final: ['destroyed', 'expired'],
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
    blocked: { ...alive, resume: { ...alive.resume, guard: isAdmitted } },
    destroying: { clean: { to: 'destroyed', update: cleaned, effects: settle } },
    destroyed: {},
    expired: {},
  },
});

/** What a status waits for by itself. */
interface StatusTimer {
  readonly trigger: SandboxTrigger['type'];
  readonly after: DurationMs;
}

const provisioningTime = seconds(5);
const restartTime = seconds(30);
const cleanupTime = seconds(10);

const idleTimes = { '5m': minutes(5), '15m': minutes(15), '30m': minutes(30), '1h': minutes(60) } as const;

/** Returns what the status of a deployment waits for, null for nothing. */
export function statusTimer({ status, effectivePolicy }: Deployment): StatusTimer | null {
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

/** Starts the timer of a deployment's status anew, or takes it away where the status has none. */
export function settleStatus(deployment: Deployment): AnyEffect {
  const timer = statusTimer(deployment);
  const key = `sandbox/${deployment.id}/status`;
  return timer === null ? cancelTimer(key) : startTimer({ key, target: targetOf(deployment), ...timer });
}

/** Starts the timer of a deployment's retention, or takes it away from one that does not expire any more. */
export function settleRetention(deployment: Deployment): AnyEffect {
  const { id, status, expiresAt } = deployment;
  const key = `sandbox/${id}/retention`;
  return expiresAt === null || isEnding(status)
    ? cancelTimer(key)
    : startTimer({ key, target: targetOf(deployment), trigger: 'expire', due: expiresAt });
}

/** Tells whether a deployment is on its way out or gone. */
export function isEnding(status: SandboxStatus): boolean {
  return status === 'destroying' || sandboxMachine.final.includes(status);
}

const bound = bindMachine(sandboxDeployments, sandboxMachine);

/** How triggers reach deployments. Provisioning that is due only now learns that it is not let through. */
export const sandboxBinding: Binding = {
  ...bound,
  move(draft, id, trigger) {
    const deployment = draft.get(sandboxDeployments, id);
    const setback =
      trigger.type === 'provisioned' && deployment !== undefined ? findSetback(draft, deployment) : null;
    return bound.move(draft, id, setback ?? trigger);
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

function settle(deployment: Deployment): readonly AnyEffect[] {
  return [settleStatus(deployment), settleRetention(deployment)];
}

function targetOf({ id }: Deployment) {
  return { kind: sandboxDeployments.name, id };
}

function shallSuspend({ desiredState }: Deployment): boolean {
  return desiredState === 'suspended';
}

function isAdmitted(deployment: Deployment): boolean {
  return shallSuspend(deployment) && deployment.blockReason === null;
}

function restartsProcess({ effectivePolicy }: Deployment): boolean {
  return effectivePolicy.restartPolicy === 'process';
}

function replacesSandbox({ effectivePolicy }: Deployment): boolean {
  return effectivePolicy.restartPolicy === 'replace-sandbox';
}

function destroyed(
  deployment: Deployment,
  { operationId }: { operationId: string },
  at: EpochMs,
): Deployment {
  return change(deployment, at, {
    ...closed,
    desiredState: 'destroyed',
    activeOperationId: operationId,
    activeProviderInstanceId: deployment.activeProviderInstanceId,
    counters: wanted(fenced(deployment.counters)),
  });
}

function cleaned(deployment: Deployment, _: unknown, at: EpochMs): Deployment {
  return change(deployment, at, {
    ...closed,
    statusReason: 'Destroyed on request',
    counters: observed(deployment.counters),
  });
}

function expired(deployment: Deployment, _: unknown, at: EpochMs): Deployment {
  return change(deployment, at, {
    ...closed,
    desiredState: 'expired',
    statusReason: `Kept for ${deployment.effectivePolicy.retention}, which are over`,
    counters: observed(wanted(fenced(deployment.counters))),
  });
}

function resumed(deployment: Deployment, { operationId }: { operationId: string }, at: EpochMs): Deployment {
  return change(deployment, at, {
    ...stopped,
    desiredState: 'active',
    activeOperationId: operationId,
    retentionAnchorAt: at,
    expiresAt: retentionEnd(at, deployment.effectivePolicy.retention),
    counters: wanted(deployment.counters),
  });
}

function started(deployment: Deployment, _: unknown, at: EpochMs): Deployment {
  const { id, ingressEnabled } = deployment;
  const counters = observed(fenced(deployment.counters));
  return change(deployment, at, {
    statusReason: null,
    activeOperationId: null,
    activeProviderInstanceId: instanceOf(id, counters.providerGeneration),
    url: ingressEnabled ? addressOf(id) : null,
    counters,
  });
}

function degraded(deployment: Deployment, trigger: unknown, at: EpochMs): Deployment {
  return { ...started(deployment, trigger, at), statusReason: 'No capacity is left to keep it warm' };
}

function blocked(deployment: Deployment, { reason }: { reason: BlockReason }, at: EpochMs): Deployment {
  return change(deployment, at, { ...stopped, blockReason: reason, statusReason: blockText(reason) });
}

function suspended(deployment: Deployment, _: unknown, at: EpochMs): Deployment {
  return change(deployment, at, {
    ...stopped,
    desiredState: 'suspended',
    statusReason: 'Suspended because the spend budget is used up',
    counters: observed(wanted(deployment.counters)),
  });
}

function failed(deployment: Deployment, _: unknown, at: EpochMs): Deployment {
  return change(deployment, at, { ...stopped, statusReason: 'The organization quota is exhausted' });
}

function fallenAsleep(deployment: Deployment, _: unknown, at: EpochMs): Deployment {
  return change(deployment, at, {
    activeProviderInstanceId: null,
    statusReason: 'Nobody has used it for a while',
  });
}

function restarted(deployment: Deployment, _: unknown, at: EpochMs): Deployment {
  const { runtimeEpoch, ...counters } = deployment.counters;
  return change(deployment, at, {
    statusReason: null,
    counters: { ...counters, runtimeEpoch: runtimeEpoch + 1 },
  });
}

function replaced(deployment: Deployment, _: unknown, at: EpochMs): Deployment {
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
} as const satisfies Partial<Deployment>;

/** What a deployment lacks that will never have a runtime again. */
const closed = { ...stopped, ingressEnabled: false } as const satisfies Partial<Deployment>;

/** Changes a deployment; every change is a version of its own. */
function change(deployment: Deployment, at: EpochMs, changes: Partial<Deployment>): Deployment {
  const changed = { ...deployment, ...changes, updatedAt: at };
  const { counters } = changed;
  return { ...changed, counters: { ...counters, resourceVersion: counters.resourceVersion + 1 } };
}

/** Counts a change of intent. */
function wanted(counters: SandboxCounters): SandboxCounters {
  return { ...counters, desiredRevision: counters.desiredRevision + 1 };
}

/** Notes that the intent was carried out. */
function observed(counters: SandboxCounters): SandboxCounters {
  return { ...counters, observedRevision: counters.desiredRevision };
}

/** Advances the fence: what acts for the generation and epoch before is refused. */
function fenced(counters: SandboxCounters): SandboxCounters {
  return {
    ...counters,
    providerGeneration: counters.providerGeneration + 1,
    runtimeEpoch: counters.runtimeEpoch + 1,
  };
}
