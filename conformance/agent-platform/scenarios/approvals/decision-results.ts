/** Compares the results of decisions: the event of a decision, and that only one of several is accepted. */
import { isSuccess } from '../call-response.ts';
import { citeAssumption } from '../define-check.ts';
import type { PendingApproval } from '../paused-run.ts';
import type { PlayedRun, ReceivedStatus } from '../played-run.ts';
import type { CheckContext } from '../scenario-check.ts';

/** Compares the event of a decision, which the events of a result may lack. */
export function noteDecision(
  context: CheckContext,
  run: PlayedRun,
  { approvalId }: Pick<PendingApproval, 'approvalId'>,
  decision: string,
): void {
  const message = 'The events of the result lack the decision.';
  const isListed = run.last('approval_complete') !== null;
  context.note(isListed, citeAssumption('A-035', message, 'body.events'));
  if (!isListed) return;
  const completion = run.events.find(
    (event) => event.type === 'approval_complete' && event['approvalId'] === approvalId,
  );
  context.expect(
    completion !== undefined,
    'approval_complete is about another approval than the one that was decided.',
    'event approval_complete: approvalId',
  );
  context.expect(
    completion['decision'] === decision,
    `approval_complete has the decision ${String(completion['decision'])} instead of ${decision}.`,
    'event approval_complete: decision',
  );
}

/** Expects that one of several concurrent decisions is accepted. Skips the check if only the rate rejects them. */
export function expectOneAccepted(context: CheckContext, responses: readonly ReceivedStatus[]): void {
  const count = responses.filter(isSuccess).length;
  if (count === 0 && responses.some(({ status }) => status === 429))
    context.skip('Concurrent decisions are rate limited here.');
  context.expect(count === 1, `Of eight concurrent decisions ${count} were accepted.`, 'status');
}
