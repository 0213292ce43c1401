/**
 * Sandbox deployments created and changed directly by the control API, in any status and bypassing the machine. Derived
 * data, such as timers and the end of the retention, is updated accordingly.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import { days, epochMs, type EpochMs } from '../../../kernel/time/time.ts';
import type {
  SandboxErrorOf,
  DesiredState,
  SandboxCounters,
  SandboxDeploymentRecord,
  SandboxPolicy,
  SandboxProfile,
  SandboxStatus,
} from './deployment.ts';
import { blockText } from './transitions.ts';
import { addressOf, instanceOf, isEnding, retentionEnd, sandboxDeployments } from './deployment.ts';
import { sandboxMachines, settle, settleRetention, settleStatus, statusTimer } from './machine.ts';

type Parts = 'counters' | 'effectivePolicy' | 'profile';

/** Properties to set. Shape: absent and undefined ones are not changed; objects are merged property by property. */
export type SandboxInput = Named<Omit<SandboxDeploymentRecord, Parts>> & {
  readonly counters?: Named<SandboxCounters> | undefined;
  readonly effectivePolicy?: Named<SandboxPolicy> | undefined;
  readonly profile?: Named<SandboxProfile> | undefined;
};

type Named<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** The default owner of a deployment. */
export interface SandboxOwner {
  readonly organizationId: string;
  readonly userId: string | null;
}

/** The default properties of a deployment in a status. */
interface StatusDefaults {
  readonly desiredState: DesiredState;
  readonly has: readonly ('operation' | 'instance' | 'address')[];
  readonly statusReason?: string;
  readonly blockReason?: 'credential';
  readonly observedRevision?: number | null;
}

const statusDefaults: Readonly<Record<SandboxStatus, StatusDefaults>> = {
  provisioning: { desiredState: 'active', has: ['operation'], observedRevision: null },
  running: { desiredState: 'active', has: ['instance', 'address'] },
  sleeping: { desiredState: 'active', has: ['address'], statusReason: 'It has not been used for a while' },
  suspended: { desiredState: 'suspended', has: [], statusReason: 'Suspended by its owner' },
  degraded: {
    desiredState: 'active',
    has: ['instance', 'address'],
    statusReason: 'Some of its health checks fail',
  },
  failed: { desiredState: 'active', has: [], statusReason: 'Its process ends as soon as it starts' },
  blocked: { desiredState: 'active', has: [], blockReason: 'credential' },
  destroying: { desiredState: 'destroyed', has: ['operation', 'instance'], observedRevision: 0 },
  destroyed: { desiredState: 'destroyed', has: [], statusReason: 'Destroyed on request' },
  expired: { desiredState: 'expired', has: [], statusReason: 'Its retention is over' },
};

const defaultCounters: SandboxCounters = {
  desiredRevision: 1,
  observedRevision: 1,
  providerGeneration: 1,
  resourceVersion: 1,
  runtimeEpoch: 1,
};

const defaultPolicy: SandboxPolicy = {
  access: 'bearer',
  availability: 'on-demand',
  restartPolicy: 'process',
  retention: '24h',
  sleepPolicy: { mode: 'idle', after: '15m' },
};

const defaultProfile = {
  accountTier: 'team',
  profileId: 'node-small',
  providerId: 'prov_local_1',
  runtimeClass: 'small',
  sdkVersion: '2.6.1',
} as const satisfies Partial<SandboxProfile>;

/** Creates a deployment and starts the timers of its status. Errors: DEPLOYMENT_ID_TAKEN. */
export function createDeployment(
  tx: Transaction,
  owner: SandboxOwner,
  input: SandboxInput,
): Result<SandboxDeploymentRecord, SandboxErrorOf<'DEPLOYMENT_ID_TAKEN'>> {
  const id = input.id ?? tx.nextId('sbx');
  if (tx.has(sandboxDeployments, id)) return err({ code: 'DEPLOYMENT_ID_TAKEN', deploymentId: id });
  const deployment = tx.put(sandboxDeployments, completed(tx, owner, id, input));
  sandboxMachines.run(tx, settle(deployment));
  return ok(deployment);
}

/**
 * Sets the properties of a patch. No transition happens; an empty patch changes nothing.
 *
 * Shape: unless the patch sets them, `updatedAt` and the resource version change with every patch, `expiresAt` follows
 * the retention, and `statusReason` follows `blockReason`; the timer of the status restarts when the status or its
 * policy changed.
 * Errors: DEPLOYMENT_NOT_FOUND; DEPLOYMENT_ID_FIXED when the patch contains another id.
 */
export function patchDeployment(
  tx: Transaction,
  deploymentId: string,
  patch: SandboxInput,
): Result<SandboxDeploymentRecord, SandboxErrorOf<'DEPLOYMENT_NOT_FOUND' | 'DEPLOYMENT_ID_FIXED'>> {
  const before = tx.get(sandboxDeployments, deploymentId);
  if (before === undefined) return err({ code: 'DEPLOYMENT_NOT_FOUND', deploymentId });
  if (patch.id !== undefined && patch.id !== deploymentId)
    return err({ code: 'DEPLOYMENT_ID_FIXED', deploymentId });
  if (Object.keys(defined(patch)).length === 0) return ok(before);
  const patched = tx.put(sandboxDeployments, changed(before, patch, tx.at));
  const isSettled = timerText(before) === timerText(patched);
  sandboxMachines.run(tx, [...(isSettled ? [] : [settleStatus(patched)]), settleRetention(patched)]);
  return ok(patched);
}

function completed(
  tx: Transaction,
  owner: SandboxOwner,
  id: string,
  input: SandboxInput,
): SandboxDeploymentRecord {
  const { status = 'running', counters, effectivePolicy, profile, ...named } = input;
  const {
    desiredState,
    has,
    statusReason = null,
    blockReason = null,
    observedRevision,
  } = statusDefaults[status];
  const environment = named.environment ?? profile?.environment ?? 'development';
  const policy: SandboxPolicy = { ...defaultPolicy, ...defined(effectivePolicy) };
  const allCounters: SandboxCounters = {
    ...defaultCounters,
    ...(observedRevision !== undefined && { observedRevision }),
    ...defined(counters),
  };
  const anchor = named.retentionAnchorAt ?? defaultAnchor(status, policy, tx.at);
  const block = named.blockReason === undefined ? blockReason : named.blockReason;
  return {
    organizationId: owner.organizationId,
    createdByUserId: owner.userId,
    displayName: null,
    desiredState,
    statusReason: status === 'blocked' && block !== null ? blockText(block) : statusReason,
    activeOperationId: has.includes('operation') ? tx.nextId('op') : null,
    activeProviderInstanceId: has.includes('instance')
      ? instanceOf(id, allCounters.providerGeneration)
      : null,
    url: has.includes('address') ? addressOf(id) : null,
    ingressEnabled: !isEnding(status),
    specHash: hashText(JSON.stringify([named.displayName ?? null, environment, policy])),
    createdAt: anchor,
    updatedAt: tx.at,
    expiresAt: retentionEnd(anchor, policy.retention),
    ...defined(named),
    id,
    status,
    environment,
    blockReason: block,
    retentionAnchorAt: anchor,
    counters: allCounters,
    effectivePolicy: policy,
    profile: { ...defaultProfile, environment, ...defined(profile) },
  };
}

/** Returns the start of the retention: now for a new deployment; an expired one has just reached its end. */
function defaultAnchor(status: SandboxStatus, { retention }: SandboxPolicy, at: EpochMs): EpochMs {
  if (status !== 'expired') return at;
  const end = retentionEnd(at, retention) ?? epochMs(at + days(1));
  return epochMs(at - (end - at));
}

function changed(before: SandboxDeploymentRecord, patch: SandboxInput, at: EpochMs): SandboxDeploymentRecord {
  const { counters, effectivePolicy, profile, ...named } = patch;
  const versioned = { ...before.counters, resourceVersion: before.counters.resourceVersion + 1 };
  const after: SandboxDeploymentRecord = {
    ...before,
    updatedAt: at,
    ...defined(named),
    counters: { ...versioned, ...defined(counters) },
    effectivePolicy: mergePolicy(before.effectivePolicy, effectivePolicy),
    profile: { ...before.profile, ...defined(profile) },
  };
  const isRetentionNamed = named.retentionAnchorAt !== undefined || effectivePolicy?.retention !== undefined;
  return {
    ...after,
    statusReason: named.statusReason === undefined ? reasonAfter(before, after) : named.statusReason,
    expiresAt:
      named.expiresAt === undefined && isRetentionNamed
        ? retentionEnd(after.retentionAnchorAt, after.effectivePolicy.retention)
        : after.expiresAt,
  };
}

/** Merges a policy. The variants of a sleep policy exclude each other, so it is replaced; a network is merged. */
function mergePolicy(before: SandboxPolicy, named: Named<SandboxPolicy> | undefined): SandboxPolicy {
  const { networkAccess, ...rest } = { ...defined(named) };
  return {
    ...before,
    ...rest,
    ...(networkAccess !== undefined && { networkAccess: { ...before.networkAccess, ...networkAccess } }),
  };
}

function reasonAfter(before: SandboxDeploymentRecord, after: SandboxDeploymentRecord): string | null {
  if (after.status === 'blocked' && after.blockReason !== null) return blockText(after.blockReason);
  const wasBlock = before.blockReason !== null && before.statusReason === blockText(before.blockReason);
  return wasBlock ? null : before.statusReason;
}

function timerText(deployment: SandboxDeploymentRecord): string {
  return JSON.stringify([deployment.status, statusTimer(deployment)]);
}

/** Returns a 128-bit hash of a text in hexadecimal. Source: FNV-1a, from four start values. */
function hashText(text: string): string {
  const words = [0, 1, 2, 3].map((place) =>
    Array.from(text).reduce(
      (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0,
      0x811c9dc5 + place,
    ),
  );
  return words.map((word) => word.toString(16).padStart(8, '0')).join('');
}

function defined<T extends object>(
  named: T | undefined,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const entries = Object.entries(named ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
