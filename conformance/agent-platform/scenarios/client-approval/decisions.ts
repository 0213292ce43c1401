/** Checks of visitors who decide on an approval of their own run. */
import { expectOneAccepted, noteDecision } from '../approvals/decision-results.ts';
import { noteReason, sampleReason } from '../approvals/reasons.ts';
import { describeResponse, expectStatus } from '../call-response.ts';
import {
  citeAssumption,
  defineChecks,
  relyOnAssumption,
  relyOnFacts,
  citeFacts,
  warning,
} from '../define-check.ts';
import { expectOwnResult } from '../paused-run.ts';
import { isFields, isSame, mentions, propertyOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { decide, decideCorrectly, openSession, openTurn, playTurn, startTurn } from './turn.ts';

export const decisionChecks = defineChecks({ runs: ['endUserGate'] }, [
  {
    id: 'CLIENT01',
    title: 'A visitor can approve a request for approval, and the run continues.',
    description: 'Approves an end-user approval from the session that started the run.',
    rationale: 'A page has no other way to send the decision of its visitor.',
    basis: relyOnFacts('F-4.6-015', 'F-4.6-003', 'F-4.6-029', 'F-4.6-011', 'F-3-019', 'F-3-021'),
    run: (context) => decideFirst(context, 'approved'),
  },
  {
    id: 'CLIENT02',
    title: 'A visitor can deny a request for approval, with a note.',
    description: 'Denies an end-user approval with a reason, from the session that started the run.',
    rationale: 'If the denial is lost, the tool runs although the visitor rejected it.',
    basis: relyOnFacts('F-4.6-015', 'F-4.6-012', 'F-4.6-010', 'F-3-019', 'F-3-021'),
    run: (context) => decideFirst(context, 'denied'),
  },
  {
    id: 'CLIENT03',
    title: 'Only one of several concurrent decisions is accepted.',
    description: 'Sends eight decisions on one approval at the same time.',
    rationale: 'A page that is open twice must not run the tool twice.',
    basis: relyOnFacts('F-4.6-034', 'F-4.6-026', 'F-3-027', 'F-3-028'),
    run: decideConcurrently,
  },
  {
    id: 'CLIENT04',
    title: 'A second decision returns 409 with a code.',
    description: 'Approves an approval and then denies it.',
    rationale: 'A page uses the code to show that the approval is no longer pending.',
    basis: relyOnFacts('F-4.6-034', 'F-4.6-026', 'F-3-028', 'F-7-023'),
    run: decideTwice,
  },
  {
    id: 'CLIENT05',
    title: 'A decision repeated with its assistantMessageId returns the first response.',
    description:
      'Sends the same decision twice with the same assistantMessageId, and once more with another one.',
    rationale:
      'A page that lost its connection retries. It must get the result, and the message must not be added twice.',
    basis: relyOnAssumption('A-075'),
    run: sendAgain,
  },
  {
    id: 'CLIENT19',
    title: 'The tool runs with exactly the parameters that were shown.',
    description:
      'Approves a run with other parameters in the body, and compares the parameters of the tool call.',
    rationale: 'A visitor decides about the displayed parameters; they must not change afterwards.',
    basis: relyOnFacts('F-4.6-035'),
    run: changeParameters,
  },
  {
    id: 'CLIENT20',
    title: 'A visitor is asked again in every run.',
    description: 'Approves a run, and plays the same kind of run again in the same session.',
    rationale: 'One approval must not apply to later runs.',
    basis: relyOnFacts('F-4.6-036', 'F-4.6-034'),
    run: runAgain,
  },
]);

async function decideFirst(context: CheckContext, decision: 'approved' | 'denied'): Promise<void> {
  const turn = await openTurn(context);
  const more = decision === 'denied' ? { more: { reason: sampleReason } } : {};
  const run = await decide(context, turn, { decision, ...more });
  // Why: the source does not specify how a run is bound to a session, so it may not belong to this one.
  if (run.status === 403 && !('makeClientSession' in context.abilities))
    context.skip("The configured session can't decide the approval of a run that names it: 403.");
  context.expect(
    run.status !== 403,
    warning(`The session of a run may not decide its approval: ${describeResponse(run)}.`, 'status'),
  );
  expectStatus(context, run, 200, 'The decision of a visitor');
  if (decision === 'denied') await noteReason(context, turn);
  expectOwnResult(context, run, turn, 'a decision');
  noteDecision(context, run, turn, decision);
}

async function decideConcurrently(context: CheckContext): Promise<void> {
  const turn = await openTurn(context);
  const responses = await Promise.all(Array.from({ length: 8 }, () => decide(context, turn)));
  if (responses.every(({ status }) => status === 403))
    context.skip('The session of a run may not decide its approval.');
  expectOneAccepted(context, responses);
  for (const response of responses.filter(({ status }) => status !== 200)) {
    const message = `A concurrent decision that was not accepted returned ${describeResponse(response)}.`;
    // Why: a service that first checks whether the run is still waiting returns 404.
    const problem = response.status === 404 ? citeAssumption('A-074', message, 'status') : message;
    context.note(response.status === 409 || response.status === 429, problem, 'status');
  }
}

async function decideTwice(context: CheckContext): Promise<void> {
  const turn = await openTurn(context);
  await decideCorrectly(context, turn);
  const second = await decide(context, turn, { decision: 'denied' });
  expectStatus(context, second, 409, 'A second decision');
  context.expect(
    mentions(second.body, 'APPROVAL_ALREADY_RESOLVED'),
    'The error of a second decision does not have the code APPROVAL_ALREADY_RESOLVED.',
    'body.code',
  );
}

async function sendAgain(context: CheckContext): Promise<void> {
  const turn = await openTurn(context);
  const more = { assistantMessageId: 'msg_backlot_check' };
  await decideCorrectly(context, turn, { more });
  const again = await decide(context, turn, { more });
  context.expect(
    again.status === 200 && propertyOf(again.body, 'executionId') === turn.executionId,
    `A decision that is sent again with the same assistantMessageId returned ${describeResponse(again)}.`,
    'status',
  );
  const other = await decide(context, turn, { more: { assistantMessageId: 'msg_backlot_other' } });
  const message = `A second decision with another assistantMessageId returned ${describeResponse(other)} instead of 409.`;
  context.expect(other.status === 409, {
    ...citeFacts(['F-4.6-034', 'F-4.6-026', 'F-3-028'], message, 'status'),
    assumption: null,
    severity: 'fail',
  });
}

async function changeParameters(context: CheckContext): Promise<void> {
  const turn = await openTurn(context);
  const approval = turn.run.last('approval_start');
  const parameters = approval?.['parameters'];
  const run = await decide(context, turn, { more: { parameters: { swapped: 'by the check' } } });
  // Why: rejecting the unknown property also guarantees that the tool runs with the displayed parameters.
  if (run.status === 400) return;
  if (run.status !== 200)
    context.skip(`The session can't decide the approval of its own run: ${describeResponse(run)}.`);
  const call = run.events.find(
    (event) => event.type === 'tool_start' && event['toolCallId'] === approval?.['toolCallId'],
  );
  const first = call?.['parameters'];
  if (!isFields(parameters) || !isFields(first))
    return context.skip('The events lack the parameters before or after the decision.');
  context.expect(
    isSame(first, parameters),
    'The tool ran with other parameters than those that were shown.',
    'event tool_start: parameters',
  );
}

async function runAgain(context: CheckContext): Promise<void> {
  const session = await openSession(context);
  const first = await startTurn(context, session);
  const toolName = first.run.last('approval_start')?.['toolName'];
  await decideCorrectly(context, first);
  const second = await playTurn(context, session);
  const approval = second.last('approval_start');
  const hasRun = second.events.some((event) => event.type === 'tool_start' && event['toolName'] === toolName);
  if (approval === null && !hasRun) context.skip('The second run did not request an approval.');
  context.expect(
    approval !== null && approval['approvalId'] !== first.approvalId,
    'After one decision a tool runs again without another approval.',
    'events',
  );
}
