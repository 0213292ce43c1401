/** APPR13: the reason of a decision, where decisions are shown. */
import { callOperation } from '../call-operation.ts';
import { defineCheck, doubtful, relyOnPractice } from '../define-check.ts';
import { pauseForApproval, type PendingApproval } from '../paused-run.ts';
import { fieldsIn, mentions } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';

/** The check of reasons. */
export const reasonCheck = defineCheck({
  id: 'APPR13',
  title: 'A decision is shown with its reason.',
  description:
    'Denies a pending approval with a reason, and looks for the reason in the detail of the run if that shows the decision.',
  rationale: 'People who review a run need to know why it was stopped.',
  runs: ['ownerGate'],
  basis: relyOnPractice('A reason is recorded with its decision, as the source says for visitors.'),
  run: denyWithReason,
});

/** The reason that is sent. */
export const sampleReason = 'Not today.';

async function denyWithReason(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate', { isStreamed: false });
  const { agentId: id, executionId, approvalId } = pending;
  const body = { executionId, approvalId, decision: 'denied', reason: sampleReason, streamResponse: false };
  const { status } = await callOperation(context, 'approveAgentExecution', { path: { id }, body });
  if (status !== 200) context.skip(`A decision with a reason returned ${status}.`);
  await noteReason(context, pending);
}

/** Notes a record of a denial that lacks its reason. Why: the source does not say where a decision is shown. */
export async function noteReason(
  context: CheckContext,
  { agentId: id, executionId, approvalId }: Pick<PendingApproval, 'agentId' | 'executionId' | 'approvalId'>,
): Promise<void> {
  const { body } = await callOperation(context, 'getAgentExecution', { path: { id, executionId } });
  const records = fieldsIn(body).filter(
    (fields) => fields['approvalId'] === approvalId && fields['decision'] === 'denied' && !('type' in fields),
  );
  context.note(records.length === 0 || mentions(body, sampleReason), {
    ...doubtful('The detail of a run shows a decision without its reason.', 'body'),
    facts: ['F-4.6-010'],
  });
}
