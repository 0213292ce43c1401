/** Checks of rejected decisions: with another id, malformed, repeated, concurrent, or too late. */
import { describeResponse, expectFailure, isSuccess, requireSuccess } from '../call-response.ts';
import { citeAssumption, defineCheck, relyOnFacts, warning } from '../define-check.ts';
import { defineFlawChecks, type FlawTable } from '../flaw-table.ts';
import {
  decideAsOwner,
  decideCorrectly,
  expiryDelay,
  pauseForApproval,
  type OwnerDecision,
  type PendingApproval,
} from '../paused-run.ts';
import { callForRun } from '../play-run.ts';
import type { PlayedRun } from '../played-run.ts';
import { otherAgent } from '../agents/make-agent.ts';
import { asOtherOrganization } from '../isolation/accounts.ts';
import { mentions, varyId } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { expectOneAccepted } from './decision-results.ts';

const runs = ['ownerGate'];

const decisions: FlawTable<PendingApproval, OwnerDecision> = {
  shared: { runs },
  prepare: (context) => pauseForApproval(context, 'ownerGate'),
  send: decideAsOwner,
  async confirm(context: CheckContext, pending) {
    const run = await decideCorrectly(context, pending);
    context.expect(
      isSuccess(run),
      `After decisions that were rejected, a valid one returned ${describeResponse(run)}.`,
      'status',
    );
  },
};

const flawChecks = defineFlawChecks(decisions, [
  {
    id: 'ISO13',
    title: 'A decision sent through another agent or account is rejected.',
    description:
      'Sends the decision on a pending approval by the path of another agent, and with the credential of another organization, and then the right one.',
    rationale: 'A key for one agent could decide on the tools of another one.',
    basis: relyOnFacts('F-4.2-133', 'F-4.2-134', 'F-7-007'),
    flaws: {
      'A decision by way of another agent': async (_, context) => ({ agentId: await otherAgent(context) }),
      'A decision by another account': (_, context) => asOtherOrganization(context),
    },
  },
  {
    id: 'APPR05',
    title: 'A decision applies only to the pending approval.',
    description: 'Sends a decision with another approvalId to a paused run, and then with the right one.',
    rationale: 'A stale page would decide about something that its user has never seen.',
    basis: relyOnFacts('F-3-020', 'F-3-019'),
    flaws: {
      'A decision with another approvalId': ({ approvalId }) => ({ approvalId: varyId(approvalId) }),
    },
    status: 400,
    assumption: 'A-051',
  },
  {
    id: 'APPR08',
    title: 'A decision for an unknown run or agent is rejected with 404.',
    description: 'Sends a decision with an unknown executionId, and one under an unknown agent.',
    rationale: 'A caller must know that the run is wrong, not the decision.',
    basis: relyOnFacts('F-4.2-133', 'F-4.2-134'),
    flaws: {
      'A decision for an unknown run': ({ executionId }) => ({ executionId: varyId(executionId) }),
      'A decision for a run of an unknown agent': ({ agentId }) => ({ agentId: varyId(agentId) }),
    },
    status: [404, 400],
  },
  {
    id: 'APPR12',
    title: 'A malformed decision is rejected and decides nothing.',
    description:
      'Sends decisions on a pending approval that are unknown, missing, or of another type, and then a valid one.',
    rationale: 'A typing error in a client would start a payment.',
    basis: relyOnFacts('F-4.2-123', 'F-4.2-126', 'F-4.2-127', 'F-4.2-130'),
    flaws: {
      'A decision that is unknown': () => ({ decision: 'perhaps' }),
      'A decision that is empty': () => ({ decision: '' }),
      'A decision that is true': () => ({ decision: true }),
      'A decision that is null': () => ({ decision: null }),
      'A decision that is missing': () => ({ decision: undefined }),
    },
  },
]);

export const limitChecks: readonly ScenarioCheck[] = [
  ...flawChecks,
  defineCheck({
    id: 'APPR06',
    title: 'An approval is decided once.',
    description: 'Approves a pending approval and then denies it.',
    rationale: 'A click on the second of two buttons must not undo or repeat what was done.',
    runs,
    basis: relyOnFacts('F-3-027', 'F-3-028'),
    run: decideTwice,
  }),
  defineCheck({
    id: 'APPR07',
    title: 'Only one of several concurrent decisions is accepted.',
    description: 'Sends eight decisions on one approval at the same time, half approved and half denied.',
    rationale: 'Two people who decide in the same second must not both start the tool.',
    runs,
    basis: relyOnFacts('F-3-027'),
    run: decideConcurrently,
  }),
  defineCheck({
    id: 'APPR09',
    title: 'An approval without a decision expires after the decision timeout.',
    description:
      'Waits until a pending approval has expired, sends a decision, and reads the events of the run again.',
    rationale: 'A question from last week must not start a tool today.',
    needs: ['advance'],
    runs,
    basis: relyOnFacts('F-3-024', 'F-3-019', 'F-3-020', 'F-6.1.1-373'),
    run: expireDecision,
  }),
];

async function decideTwice(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const first = await decideCorrectly(context, pending);
  requireSuccess(context, first, 'A decision on a pending approval');
  const second = await decideAsOwner(context, pending, { decision: 'denied' });
  expectFailure(context, second, 'A second decision');
  const message = `A second decision returned ${describeResponse(second)} instead of 409.`;
  context.note(second.status === 409, citeAssumption('A-050', message, 'status'));
  const lacksCode = 'The 409 of a second decision does not have the code APPROVAL_ALREADY_RESOLVED.';
  context.note(
    second.status !== 409 || mentions(second.body, 'APPROVAL_ALREADY_RESOLVED'),
    citeAssumption('A-041', lacksCode, 'body.code'),
  );
}

async function decideConcurrently(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      decideAsOwner(context, pending, { decision: index % 2 === 0 ? 'approved' : 'denied' }),
    ),
  );
  if (responses.every(({ status }) => status === 400))
    context.skip(
      'A decision with {executionId, approvalId, decision} returns 400; the source names none of these properties.',
    );
  expectOneAccepted(context, responses);
}

async function expireDecision(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  await context.abilities.advance(expiryDelay(context, pending));
  const late = await decideAsOwner(context, pending);
  // Why: a driver may advance the clock but not the timers of the service.
  context.expect(
    !isSuccess(late),
    warning(
      'An approval was decided after its timeout, unless advance() does not reach its timer.',
      'status',
    ),
  );
  const rest = await readEventsAfter(context, pending);
  if (rest === null) return;
  const completion = rest.last('approval_complete');
  context.expect(completion !== null, 'The events of an expired approval lack the decision.', 'events');
  context.expect(
    completion['decision'] === 'timeout',
    `The decision on an expired approval is ${String(completion['decision'])}.`,
    'event approval_complete: decision',
  );
  context.note(
    completion['resolvedBy'] === undefined || completion['resolvedBy'] === 'system',
    citeAssumption(
      'A-117',
      'A timeout was not resolved by the system.',
      'event approval_complete: resolvedBy',
    ),
  );
}

/** Reads the events of a run after its pause; `null` if they can't be read again or there are none. */
async function readEventsAfter(
  context: CheckContext,
  { agentId: id, executionId, run }: PendingApproval,
): Promise<PlayedRun | null> {
  const query = { after: String(run.last('approval_start')?.['seq']) };
  const rest = await callForRun(context, 'followExecutionEvents', { path: { id, executionId }, query });
  return rest.status === 200 && rest.events.length > 0 ? rest : null;
}
