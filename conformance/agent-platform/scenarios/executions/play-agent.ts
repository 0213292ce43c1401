/** Plays runs of agents that a scenario check has created, so that their history contains no other runs. */
import type { CheckContext } from '../scenario-check.ts';
import { readRun, type PlayedRun } from '../play-run.ts';
import { describeResponse } from '../paused-run.ts';

/**
 * Plays a run of a kind with another agent than that of the template, as JSON.
 *
 * Skips the check if the agent does not run.
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

/** Plays a run of a kind that a scenario check requires. Skips the check if it does not start. */
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
