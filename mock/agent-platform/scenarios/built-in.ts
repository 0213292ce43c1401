/**
 * The built-in scenarios of every world. A new one is a file in this folder and an entry below.
 */
import type { Scenario } from '../domain/scenarios/scenario.ts';
import { aborted } from './aborted.ts';
import { approval } from './approval.ts';
import { approvalEndUser } from './approval-end-user.ts';
import { approvalTimeout } from './approval-timeout.ts';
import { artifacts } from './artifacts.ts';
import { blocked } from './blocked.ts';
import { compaction } from './compaction.ts';
import { compactionOutcomes } from './compaction-outcomes.ts';
import { contentFilter } from './content-filter.ts';
import { crawl } from './crawl.ts';
import { custom } from './custom.ts';
import { durablePoll } from './durable-poll.ts';
import { elicitation } from './elicitation.ts';
import { error } from './error.ts';
import { everything } from './everything.ts';
import { fallback } from './fallback.ts';
import { fallbackExhausted } from './fallback-exhausted.ts';
import { fallbackFlow } from './fallback-flow.ts';
import { fallbackMessage } from './fallback-message.ts';
import { fatalError } from './fatal-error.ts';
import { flow } from './flow.ts';
import { flowAborted } from './flow-aborted.ts';
import { flowError } from './flow-error.ts';
import { length } from './length.ts';
import { localTool } from './local-tool.ts';
import { maxTurns } from './max-turns.ts';
import { media } from './media.ts';
import { pageTool } from './page-tool.ts';
import { reasoning } from './reasoning.ts';
import { recoverableError } from './recoverable-error.ts';
import { roles } from './roles.ts';
import { slow } from './slow.ts';
import { sources } from './sources.ts';
import { state } from './state.ts';
import { stepEndings } from './step-endings.ts';
import { subagent } from './subagent.ts';
import { subagentApproval } from './subagent-approval.ts';
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
  pageTool,
  elicitation,
  crawl,
  durablePoll,
  subagent,
  subagentApproval,
  flow,
  flowError,
  flowAborted,
  stepEndings,
  artifacts,
  media,
  roles,
  state,
  sources,
  fallback,
  fallbackMessage,
  fallbackFlow,
  fallbackExhausted,
  compaction,
  compactionOutcomes,
  custom,
  recoverableError,
  error,
  fatalError,
  blocked,
  aborted,
  length,
  contentFilter,
  maxTurns,
  slow,
  everything,
];
