/**
 * The scenarios that every world knows, by name. A new one is a file beside this and a line here.
 */
import type { Scenario } from '../domain/scenario.ts';
import { aborted } from './aborted.ts';
import { approval } from './approval.ts';
import { approvalEndUser } from './approval-end-user.ts';
import { approvalTimeout } from './approval-timeout.ts';
import { artifacts } from './artifacts.ts';
import { blocked } from './blocked.ts';
import { compaction } from './compaction.ts';
import { crawl } from './crawl.ts';
import { custom } from './custom.ts';
import { durablePoll } from './durable-poll.ts';
import { elicitation } from './elicitation.ts';
import { error } from './error.ts';
import { everything } from './everything.ts';
import { fallback } from './fallback.ts';
import { flow } from './flow.ts';
import { localTool } from './local-tool.ts';
import { maxTurns } from './max-turns.ts';
import { media } from './media.ts';
import { reasoning } from './reasoning.ts';
import { recoverableError } from './recoverable-error.ts';
import { slow } from './slow.ts';
import { sources } from './sources.ts';
import { state } from './state.ts';
import { subagent } from './subagent.ts';
import { text } from './text.ts';
import { tools } from './tools.ts';

/** The built-in scenarios, the default one first. */
export const builtInScenarios: readonly Scenario[] = [
  text,
  reasoning,
  tools,
  approval,
  approvalEndUser,
  approvalTimeout,
  localTool,
  elicitation,
  crawl,
  durablePoll,
  subagent,
  flow,
  artifacts,
  media,
  state,
  sources,
  fallback,
  compaction,
  custom,
  recoverableError,
  error,
  blocked,
  aborted,
  maxTurns,
  slow,
  everything,
];
