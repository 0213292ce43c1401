/**
 * What starting a run refuses beside what other areas refuse too.
 */
import type { BurstWindow } from './limits.ts';

/** Why a run could not be started or continued. */
export type RunStartError =
  | ExecutionLimitError
  | { readonly code: 'NOTHING_TO_RUN' }
  | { readonly code: 'SESSION_UNKNOWN'; readonly sessionId: string }
  | SelectorUnknown;

/** A request names a version or an alias that the agent does not have. */
export interface SelectorUnknown {
  readonly code: 'SELECTOR_UNKNOWN';
  readonly selector: 'alias' | 'agentVersionId';
}

/**
 * A key has started too many executions.
 *
 * Shape: `window` when it was the burst rate of its plan, null when it was the limit of a test key.
 * Units: `retryAfter` in whole seconds.
 */
export interface ExecutionLimitError {
  readonly code: 'EXECUTION_LIMIT_REACHED';
  readonly retryAfter: number;
  readonly window: BurstWindow | null;
}
