/** Runs of agents that a scenario check has made for itself, so that their history is its own. */
import type { CheckContext } from '../scenario-check.ts';
import { readRun, type PlayedRun } from '../play-run.ts';
import { describeResponse } from '../paused-run.ts';

/**
 * Plays a run of a kind on another agent than the recipe's, answered as JSON.
 *
 * Skips the check where the agent does not run.
 */
export async function playOn(
  context: CheckContext,
  agentId: string,
  kind: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<PlayedRun> {
  const { message, headers, body } = context.runTemplate(kind);
  const messages = [{ role: 'user', content: message }];
  const run = readRun(
    await context.send({
      method: 'POST',
      path: `/v1/agents/${encodeURIComponent(agentId)}/execute`,
      headers: Object.entries({ 'content-type': 'application/json', ...headers }),
      body: JSON.stringify({ messages, streamResponse: false, ...body, ...more }),
      profile: 'full',
    }),
  );
  return run.status === 200 && run.executionId !== null
    ? run
    : context.skip(`A new agent does not run here: ${describeResponse(run)}.`);
}

/** Plays a run of a kind that must be there for a scenario check to go on. Ends the check as one that can't be told without. */
export async function playRun(
  context: CheckContext,
  kind: string,
  isStreamed = true,
): Promise<PlayedRun & { readonly executionId: string }> {
  const run = await context.play(kind, { isStreamed });
  const { executionId } = run;
  if (run.status !== 200 || executionId === null)
    return context.skip(`A run of the kind ${kind} does not start: ${describeResponse(run)}.`);
  return { ...run, executionId };
}
