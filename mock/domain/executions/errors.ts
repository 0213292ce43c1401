/**
 * What starting a run refuses beside what other areas refuse too.
 */
import type { ExecutionLimitError } from './limit-errors.ts';

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
