/** APPR13: the reason of a decision, where decisions are shown. */
import { requireSuccess } from '../call-response.ts';
import { defineCheck, relyOnPractice, warning } from '../define-check.ts';
import { decideAsOwner, pauseForApproval, type PendingApproval } from '../paused-run.ts';
import { fieldsIn, mentions } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';

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

export const sampleReason = 'Not today.';

async function denyWithReason(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate', { isStreamed: false });
  const run = await decideAsOwner(context, pending, { decision: 'denied', reason: sampleReason });
  requireSuccess(context, run, 'A decision with a reason');
  await noteReason(context, pending);
}

/** Notes a record of a denial that lacks its reason. Why: the source does not specify where a decision is shown. */
export async function noteReason(
  context: CheckContext,
  { agentId: id, executionId, approvalId }: Pick<PendingApproval, 'agentId' | 'executionId' | 'approvalId'>,
): Promise<void> {
  const { body } = await context.call('getAgentExecution', { path: { id, executionId } });
  const records = fieldsIn(body).filter(
    (fields) => fields['approvalId'] === approvalId && fields['decision'] === 'denied' && !('type' in fields),
  );
  context.note(records.length === 0 || mentions(body, sampleReason), {
    ...warning('The detail of a run shows a decision without its reason.', 'body'),
    facts: ['F-4.6-010'],
  });
}
