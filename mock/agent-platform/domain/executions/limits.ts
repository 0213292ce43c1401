/**
 * How many executions a key may start: the caps of test keys and the burst rate of plans. The counts are stored with
 * the key and change only when an execution starts, since a rejected command changes nothing.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { defineCollection } from '../../../kernel/store/collection.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';

/** Executions that a test key may start. Source: F-5-006, F-5-007, F-8-001, F-8-002. */
export const testKeyLimits = { day: 20, lifetime: 200 } as const;

/**
 * Records that a workspace may submit in batches per UTC day, regardless of its plan.
 *
 * Source: F-8-017; assumption A-123.
 */
export const dailyBatchRecords = 10_000;

/**
 * Executions per second that a plan allows to start or continue; null for no limit. Source: the plans of the control
 * API.
 */
export const burstRates = { standard: null, burst: 5 } as const;

export interface LimitedKey {
  readonly id: string;
  readonly environment: 'live' | 'test';
  readonly plan: keyof typeof burstRates;
}

/**
 * The usage of a key, stored under the key's id.
 *
 * Shape: `day` and `second` are the UTC day and the second that `today` and `starts` refer to.
 */
export interface KeyUsageRecord {
  readonly id: string;
  readonly day: number;
  readonly today: number;
  readonly lifetime: number;
  readonly second: number;
  readonly starts: number;
}

/** The usage of keys by key id, and the batch records submitted by workspaces. */
export const keyUsages = defineCollection<KeyUsageRecord>('keyUsage');

/** State of the window of a burst rate. Units: `reset` is whole seconds until the next window begins. */
export interface BurstWindow {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

const msPerSecond = 1000;
const secondsPerDay = 86_400;

/**
 * Retry delay of an exhausted test key, which never recovers: the longest delay that is reasonable in a header. Units:
 * seconds.
 */
const never = 365 * secondsPerDay;

/**
 * Counts the start of executions: each against the caps of a test key, and all as one start against the burst rate,
 * since the records of a batch start one after the other. Returns a null burst window for a plan without a burst rate.
 *
 * Errors: EXECUTION_LIMIT_REACHED.
 */
export function admitStart(
  tx: Transaction,
  key: LimitedKey | null,
  executions = 1,
): Result<BurstWindow | null, ExecutionLimitError> {
  if (key === null) return ok(null);
  const capped = key.environment === 'test' ? capTestKey(tx, key, executions) : ok(null);
  return capped.ok ? admitContinuation(tx, key) : capped;
}

/** Counts the records of a batch against the daily limit of its workspace; returns whether they fit. */
export function admitBatchRecords(tx: Transaction, workspaceId: string, records: number): boolean {
  const usage = usageAt(tx, `batches/${workspaceId}`);
  if (usage.today + records > dailyBatchRecords) return false;
  tx.put(keyUsages, { ...usage, today: usage.today + records, lifetime: usage.lifetime + records });
  return true;
}

/** Returns the seconds until the next UTC day. */
export function secondsToMidnight(at: EpochMs): number {
  return secondsPerDay - (secondOf(at) % secondsPerDay);
}

/**
 * Counts a continued execution: against the burst rate, but not against the caps of a test key.
 *
 * Errors: EXECUTION_LIMIT_REACHED.
 * Source: assumptions.
 */
export function admitContinuation(
  tx: Transaction,
  key: LimitedKey | null,
): Result<BurstWindow | null, ExecutionLimitError> {
  const limit = key === null ? null : burstRates[key.plan];
  if (key === null || limit === null) return ok(null);
  const usage = usageAt(tx, key.id);
  const used = usage.starts + 1;
  const reset = Math.ceil((msPerSecond - (tx.at % msPerSecond)) / msPerSecond);
  const window = { limit, remaining: Math.max(0, limit - used), reset };
  if (used > limit) return err({ code: 'EXECUTION_LIMIT_REACHED', retryAfter: reset, window });
  tx.put(keyUsages, { ...usage, starts: used });
  return ok(window);
}

function capTestKey(tx: Transaction, key: LimitedKey, count: number): Result<null, ExecutionLimitError> {
  const usage = usageAt(tx, key.id);
  const { day, lifetime } = testKeyLimits;
  if (usage.lifetime + count > lifetime || count > day)
    return err({ code: 'EXECUTION_LIMIT_REACHED', retryAfter: never, window: null });
  if (usage.today + count > day) {
    const retryAfter = secondsToMidnight(tx.at);
    return err({ code: 'EXECUTION_LIMIT_REACHED', retryAfter, window: null });
  }
  tx.put(keyUsages, { ...usage, today: usage.today + count, lifetime: usage.lifetime + count });
  return ok(null);
}

/**
 * Returns the usage at the current time; a new day and a new second start at zero. Source: assumption A-101 (UTC days).
 */
function usageAt(tx: Transaction, id: string): KeyUsageRecord {
  const second = secondOf(tx.at);
  const day = Math.floor(second / secondsPerDay);
  const usage = tx.get(keyUsages, id);
  return {
    id,
    day,
    today: usage?.day === day ? usage.today : 0,
    lifetime: usage?.lifetime ?? 0,
    second,
    starts: usage?.second === second ? usage.starts : 0,
  };
}

function secondOf(at: EpochMs): number {
  return Math.floor(at / msPerSecond);
}

export type RunStartError =
  | ExecutionLimitError
  | { readonly code: 'NOTHING_TO_RUN' }
  | { readonly code: 'SESSION_UNKNOWN'; readonly sessionId: string }
  | SelectorUnknown;

/** The error for a version or an alias that the agent does not have. */
export interface SelectorUnknown {
  readonly code: 'SELECTOR_UNKNOWN';
  readonly selector: 'alias' | 'agentVersionId';
}

/**
 * The error for a key that has started too many executions.
 *
 * Shape: `window` is set for the burst rate of its plan, null for the limit of a test key.
 * Units: `retryAfter` in whole seconds.
 */
export interface ExecutionLimitError {
  readonly code: 'EXECUTION_LIMIT_REACHED';
  readonly retryAfter: number;
  readonly window: BurstWindow | null;
}
