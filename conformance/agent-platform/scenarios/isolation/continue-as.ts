/** Decides on and continues runs with a credential that may not, and then with the one that started them. */
import { decideCorrectly, pauseForApproval, pauseForOutput, supplyOutput } from '../paused-run.ts';
import type { CheckContext } from '../scenario-check.ts';

/**
 * Plays a run to its approval and one to its local tool, if there is such a kind, and continues both. Shape: `whose`
 * describes the credential, as `another organization`.
 */
export async function continueAs(context: CheckContext, profile: string, whose: string): Promise<void> {
  await decideAs(context, profile, whose);
  if (context.environment.runs['localTool'] !== undefined) await supplyAs(context, profile, whose);
}

async function decideAs(context: CheckContext, profile: string, whose: string): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const { agentId: id, executionId, approvalId } = pending;
  const body = { executionId, approvalId, decision: 'approved', streamResponse: false };
  const { status } = await context.call('approveAgentExecution', { path: { id }, body, profile });
  context.note(status >= 400, `A decision with the credential of ${whose} returned ${status}.`, 'status');
  const decided = await decideCorrectly(context, pending, { isStreamed: false });
  context.note(
    decided.status < 400 || status < 400,
    `An approval could no longer be decided after ${whose} had tried to.`,
    'status',
  );
}

async function supplyAs(context: CheckContext, profile: string, whose: string): Promise<void> {
  const waiting = await pauseForOutput(context, 'localTool');
  const { agentId: id, executionId } = waiting;
  const statuses: number[] = [];
  for (const key of waiting.keys) {
    const body = { executionId, toolOutputs: { [key]: 'from the check' }, streamResponse: false };
    const { status } = await context.call('resumeAgentExecution', { path: { id }, body, profile });
    context.note(status >= 400, `An output with the credential of ${whose} returned ${status}.`, 'status');
    statuses.push(status);
  }
  const supplied = await supplyOutput(context, waiting, false);
  context.note(
    supplied.status < 400 || statuses.some((status) => status < 400),
    `An output was no longer accepted after ${whose} had sent one.`,
    'status',
  );
}
