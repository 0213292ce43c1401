/** Checks of rejected decisions: with another id, repeated, concurrent, or too late. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { readRun, type PlayedRun } from '../play-run.ts';
import { assumed, defineCheck, doubtful, relyOnFacts } from '../define-check.ts';
import {
  decideAsOwner,
  decideCorrectly,
  describeResponse,
  patienceOf,
  pauseForApproval,
  type PendingApproval,
} from '../paused-run.ts';
import { mentions, varyId } from '../read-value.ts';

/** Checks of the limits of decisions. */
export const limitChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'APPR05',
    title: 'A decision applies only to the pending approval.',
    description: 'Sends a decision with another approvalId to a paused run, and then with the right one.',
    rationale: 'A stale page would decide about something that its user has never seen.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-020', 'F-3-019'),
    run: decideAnother,
  }),
  defineCheck({
    id: 'APPR06',
    title: 'An approval is decided once.',
    description: 'Approves a pending approval and then denies it.',
    rationale: 'A click on the second of two buttons must not undo or repeat what was done.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-027', 'F-3-028'),
    run: decideTwice,
  }),
  defineCheck({
    id: 'APPR07',
    title: 'Only one of several concurrent decisions is accepted.',
    description: 'Sends eight decisions on one approval at the same time, half approved and half denied.',
    rationale: 'Two people who decide in the same second must not both start the tool.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-027'),
    run: decideConcurrently,
  }),
  defineCheck({
    id: 'APPR08',
    title: 'A decision for an unknown run or agent is rejected with 404.',
    description: 'Sends a decision with an unknown executionId, and one under an unknown agent.',
    rationale: 'A caller must know that the run is wrong, not the decision.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-4.2-133', 'F-4.2-134'),
    run: decideUnknown,
  }),
  defineCheck({
    id: 'APPR09',
    title: 'An approval without a decision expires after the decision timeout.',
    description:
      'Waits until a pending approval has expired, sends a decision, and reads the events of the run again.',
    rationale: 'A question from last week must not start a tool today.',
    needs: ['advance'],
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-024', 'F-3-019', 'F-3-020', 'F-6.1.1-373'),
    run: letItRunOut,
  }),
];

async function decideAnother(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const wrong = await decideAsOwner(context, pending, {
    approvalId: varyId(pending.approvalId),
    isStreamed: false,
  });
  context.expect(
    !isAccepted(wrong),
    'A decision on an approval that is not the pending one was accepted.',
    'status',
  );
  const right = await decideCorrectly(context, pending, { isStreamed: false });
  context.expect(
    isAccepted(right),
    `After a decision with another approvalId, the right one returned ${describeResponse(right)}.`,
    'status',
  );
  context.note(
    wrong.status === 400,
    assumed('A-051', `A decision with another approvalId returned ${describeResponse(wrong)}.`, 'status'),
  );
}

async function decideTwice(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  await decideFirst(context, pending);
  const second = await decideAsOwner(context, pending, { decision: 'denied', isStreamed: false });
  context.expect(!isAccepted(second), 'A second decision on an approval was accepted.', 'status');
  context.note(
    second.status === 409,
    assumed('A-050', `A second decision returned ${describeResponse(second)} instead of 409.`, 'status'),
  );
  context.note(
    second.status !== 409 || mentions(second.json, 'APPROVAL_ALREADY_RESOLVED'),
    assumed(
      'A-041',
      'The 409 of a second decision does not have the code APPROVAL_ALREADY_RESOLVED.',
      'body.code',
    ),
  );
}

async function decideConcurrently(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      decideAsOwner(context, pending, {
        decision: index % 2 === 0 ? 'approved' : 'denied',
        isStreamed: false,
      }),
    ),
  );
  if (responses.every(({ status }) => status === 400))
    context.skip(
      'A decision with {executionId, approvalId, decision} returns 400; the source names none of these properties.',
    );
  const acceptedCount = responses.filter(isAccepted).length;
  if (acceptedCount === 0 && responses.some(({ status }) => status === 429))
    context.skip('Concurrent decisions are rate limited here.');
  context.expect(
    acceptedCount === 1,
    `Of eight concurrent decisions ${acceptedCount} were accepted.`,
    'status',
  );
}

async function decideUnknown(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const wrongs = [
    ['an unknown run', { executionId: varyId(pending.executionId) }],
    ['a run of an unknown agent', { agentId: varyId(pending.agentId) }],
  ] as const;
  const responses: (readonly [string, PlayedRun])[] = [];
  for (const [what, wrong] of wrongs)
    responses.push([what, await decideAsOwner(context, pending, { ...wrong, isStreamed: false })]);
  // Why: the errors are only meaningful if the service accepts a valid decision of the same form.
  await decideFirst(context, pending);
  for (const [what, response] of responses)
    context.note(
      response.status === 404 || response.status === 400,
      `A decision for ${what} returned ${describeResponse(response)}.`,
      'status',
    );
}

async function letItRunOut(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  await context.abilities.advance(patienceOf(context, pending));
  const late = await decideAsOwner(context, pending, { isStreamed: false });
  // Why: a driver may advance the clock but not the timers of the service.
  context.expect(
    !isAccepted(late),
    doubtful(
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
    assumed('A-117', 'A timeout was not resolved by the system.', 'event approval_complete: resolvedBy'),
  );
}

/** Decides a pending approval. Skips the check if that fails: another scenario check covers it. */
async function decideFirst(context: CheckContext, pending: PendingApproval): Promise<void> {
  const first = await decideCorrectly(context, pending, { isStreamed: false });
  if (!isAccepted(first))
    context.skip(`A decision on a pending approval returned ${describeResponse(first)}.`);
}

/** Reads the events of a run after its pause; `null` if they can't be read again or there are none. */
async function readEventsAfter(
  context: CheckContext,
  { agentId, executionId, run }: PendingApproval,
): Promise<PlayedRun | null> {
  const place = `/v1/agents/${encodeURIComponent(agentId)}/executions/${encodeURIComponent(executionId)}/events`;
  const path = `${place}?after=${String(run.last('approval_start')?.['seq'])}`;
  const rest = readRun(await context.send({ method: 'GET', path, headers: [], body: null, profile: 'full' }));
  return rest.status === 200 && rest.events.length > 0 ? rest : null;
}

function isAccepted({ status }: PlayedRun): boolean {
  return status >= 200 && status < 300;
}
