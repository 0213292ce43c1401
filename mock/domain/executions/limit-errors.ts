/**
 * What the limits on executions refuse.
 */
import type { BurstWindow } from './limits.ts';

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
