/**
 * The timers of a sandbox deployment: what its status waits for, and the end of its retention.
 */
import { cancelTimer, startTimer } from '../../kernel/machine/trigger.ts';
import type { AnyEffect } from '../../kernel/machine/trigger.ts';
import { minutes, seconds } from '../../kernel/time/time.ts';
import type { DurationMs } from '../../kernel/time/time.ts';
import { isEnding, sandboxDeployments } from './deployment.ts';
import type { SandboxDeploymentRecord } from './deployment.ts';

/** What a status waits for by itself. */
interface StatusTimer {
  readonly trigger: 'provisioned' | 'sleep' | 'restart' | 'clean';
  readonly after: DurationMs;
}

const provisioningTime = seconds(5);
const restartTime = seconds(30);
const cleanupTime = seconds(10);

const idleTimes = { '5m': minutes(5), '15m': minutes(15), '30m': minutes(30), '1h': minutes(60) } as const;

/** Returns what the status of a deployment waits for, null for nothing. */
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

/** Names the timer that a status of a deployment waits for. */
export function statusTimerKey(deploymentId: string): string {
  return `sandbox/${deploymentId}/status`;
}

/** Starts the timer of a deployment's status anew, or takes it away where the status has none. */
export function settleStatus(deployment: SandboxDeploymentRecord): AnyEffect {
  const timer = statusTimer(deployment);
  const key = statusTimerKey(deployment.id);
  return timer === null ? cancelTimer(key) : startTimer({ key, target: targetOf(deployment), ...timer });
}

/** Starts the timer of a deployment's retention, or takes it away from one that does not expire any more. */
export function settleRetention(deployment: SandboxDeploymentRecord): AnyEffect {
  const { id, status, expiresAt } = deployment;
  const key = `sandbox/${id}/retention`;
  return expiresAt === null || isEnding(status)
    ? cancelTimer(key)
    : startTimer({ key, target: targetOf(deployment), trigger: 'expire', due: expiresAt });
}

/** Brings both timers of a deployment in step with it. */
export function settle(deployment: SandboxDeploymentRecord): readonly AnyEffect[] {
  return [settleStatus(deployment), settleRetention(deployment)];
}

function targetOf({ id }: SandboxDeploymentRecord) {
  return { kind: sandboxDeployments.name, id };
}
