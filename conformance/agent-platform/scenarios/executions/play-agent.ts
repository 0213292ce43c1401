/** Plays runs of agents that a scenario check has created, so that their history contains no other runs. */
import { playRun as playAny, type PlayedRun, type StartedRun } from '../play-run.ts';
import type { CheckContext } from '../scenario-check.ts';

/**
 * Plays a run of a kind with another agent than that of the template, as JSON.
 *
 * Skips the check if the agent does not run.
 */
export function playOn(
  context: CheckContext,
  agentId: string,
  kind: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<PlayedRun> {
  return playAny(context, kind, { agentId, isStreamed: false, body });
}

/** Plays a run of a kind that a scenario check requires. Skips the check if it does not start. */
export function playRun(context: CheckContext, kind: string, isStreamed = true): Promise<StartedRun> {
  return playAny(context, kind, { isStreamed });
}
