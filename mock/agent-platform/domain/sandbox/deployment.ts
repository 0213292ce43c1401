/** Managed sandbox deployments as a world stores them. Their transitions are in `machine.ts`. */
import type { SandboxDeployment } from '../../../../generated/service/types.ts';
import { defineCollection } from '../../../kernel/store/collection.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import { after, hours, minutes, type DurationMs, type EpochMs } from '../../../kernel/time/time.ts';
import type { View } from '../../../kernel/store/view.ts';

export type SandboxStatus = SandboxDeployment['status'];

export type DesiredState = SandboxDeployment['desiredState'];

export type BlockReason = 'credential' | 'source' | 'profile';

/** The counters of a deployment. Source: spec/schemas/SandboxCounters.yaml. */
export type SandboxCounters = Readonly<SandboxDeployment['counters']>;

/** The policy of a deployment. Source: spec/schemas/SandboxPolicy.yaml. */
export type SandboxPolicy = Readonly<SandboxDeployment['effectivePolicy']>;

/** The runtime profile of a deployment. Source: spec/schemas/SandboxProfile.yaml. */
export type SandboxProfile = Readonly<SandboxDeployment['profile']>;

/**
 * A deployment.
 *
 * Shape: `id` is the `deploymentId` of clients; `blockReason` is internal, and only counts while the
 * status is `blocked`; `expiresAt` is null exactly when the retention is unlimited, unless it was set directly.
 */
export interface SandboxDeploymentRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly createdByUserId: string | null;
  readonly displayName: string | null;
  readonly environment: SandboxDeployment['environment'];
  readonly desiredState: DesiredState;
  readonly status: SandboxStatus;
  readonly statusReason: string | null;
  readonly blockReason: BlockReason | null;
  readonly activeOperationId: string | null;
  readonly activeProviderInstanceId: string | null;
  readonly url: string | null;
  readonly ingressEnabled: boolean;
  readonly specHash: string;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
  readonly retentionAnchorAt: EpochMs;
  readonly expiresAt: EpochMs | null;
  readonly counters: SandboxCounters;
  readonly effectivePolicy: SandboxPolicy;
  readonly profile: SandboxProfile;
}

export const sandboxDeployments = defineCollection<SandboxDeploymentRecord>('sandboxDeployment');

const retentions: Readonly<Record<SandboxPolicy['retention'], DurationMs | null>> = {
  '10m': minutes(10),
  '1h': hours(1),
  '24h': hours(24),
  unlimited: null,
};

/** Returns the end of a retention that starts at an instant; null when it is unlimited. Source: assumption A-010. */
export function retentionEnd(anchor: EpochMs, retention: SandboxPolicy['retention']): EpochMs | null {
  const span = retentions[retention];
  return span === null ? null : after(anchor, span);
}

/**
 * Finds a deployment of an organization.
 *
 * Errors: DEPLOYMENT_NOT_FOUND, also when it belongs to another organization.
 */
export function findDeployment(
  view: View,
  organizationId: string,
  deploymentId: string,
): Result<SandboxDeploymentRecord, SandboxErrorOf<'DEPLOYMENT_NOT_FOUND'>> {
  const deployment = view.get(sandboxDeployments, deploymentId);
  return deployment?.organizationId === organizationId
    ? ok(deployment)
    : err({ code: 'DEPLOYMENT_NOT_FOUND', deploymentId });
}

/** Returns whether a deployment is being removed or gone. */
export function isEnding(status: SandboxStatus): boolean {
  return status === 'destroying' || status === 'destroyed' || status === 'expired';
}

export function addressOf(deploymentId: string): string {
  return `https://${deploymentId.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.sandbox.test`;
}

/** Returns the id of the provider's instance for a generation of a deployment. */
export function instanceOf(deploymentId: string, generation: number): string {
  return `inst_${deploymentId.replace(/^sbx_/, '')}_${generation}`;
}

export type SandboxError =
  | { readonly code: 'DEPLOYMENT_NOT_FOUND'; readonly deploymentId: string }
  | { readonly code: 'SPEND_BUDGET_EXHAUSTED' }
  | { readonly code: 'QUOTA_EXHAUSTED' }
  | { readonly code: 'VERSION_STALE' }
  | { readonly code: 'ADMISSION_BLOCKED'; readonly reason: 'credential' | 'source' | 'profile' }
  | { readonly code: 'NOT_SUSPENDED'; readonly status: string }
  | { readonly code: 'KEY_REUSED' }
  | {
      readonly code: 'TRIGGER_NOT_ALLOWED';
      readonly trigger: string;
      readonly status: string;
      readonly allowed: readonly string[];
    }
  | { readonly code: 'DEPLOYMENT_ID_TAKEN'; readonly deploymentId: string }
  | { readonly code: 'DEPLOYMENT_ID_FIXED'; readonly deploymentId: string };

export type SandboxErrorOf<Code extends SandboxError['code']> = Extract<
  SandboxError,
  { readonly code: Code }
>;
