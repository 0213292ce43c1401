/**
 * Why a poll for product events can't be answered.
 */
import type { FlatProblem } from './flat-schema.ts';

/** Everything that a poll is refused for. */
export type ProductEventsError =
  | { readonly code: 'WORKSPACE_REQUIRED' }
  | { readonly code: 'EVENT_NOT_FOUND'; readonly name: string }
  | { readonly code: 'EVENT_ARGUMENTS_INVALID'; readonly problems: readonly FlatProblem[] }
  | { readonly code: 'EVENT_SCOPE_FORBIDDEN' };
