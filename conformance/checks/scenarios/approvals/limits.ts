/**
 * Checks of what an approval does not allow: another id, a second answer, an answer that comes too late.
 */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { readRun, type PlayedRun } from '../play-run.ts';
import { assumed, defineCheck, relyOnFacts } from '../define-check.ts';
import {
  answerAsOwner,
  answerRightly,
  describeResponse,
  patienceOf,
  pauseForApproval,
  type PendingApproval,
} from '../paused-run.ts';
import { mentions, varyId } from '../read-value.ts';

/** Approvals are answered once, in time, by their id. */
export const limitChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'APPR05',
    title: 'A decision applies only to the pending approval.',
    description: 'Sends a decision with another approvalId to a paused run, and then with the right one.',
    rationale: 'A stale page would decide about something that its user has never seen.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-020', 'F-3-019'),
    run: answerAnother,
  }),
  defineCheck({
    id: 'APPR06',
    title: 'An approval is decided once.',
    description: 'Approves a pending approval and then denies it.',
    rationale: 'A click on the second of two buttons must not undo or repeat what was done.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-027', 'F-3-028'),
    run: answerTwice,
  }),
  defineCheck({
    id: 'APPR07',
    title: 'Only one of several concurrent decisions is accepted.',
    description: 'Sends eight decisions on one approval at the same time, half approved and half denied.',
    rationale: 'Two people who decide in the same second must not both start the tool.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-027'),
    run: answerAtOnce,
  }),
  defineCheck({
    id: 'APPR08',
    title: 'A decision for an unknown run or agent is rejected with 404.',
    description: 'Sends a decision with an unknown executionId, and one under an unknown agent.',
    rationale: 'A caller must learn that the run is wrong, not the decision.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-4.2-133', 'F-4.2-134'),
    run: answerNobody,
  }),
  defineCheck({
    id: 'APPR09',
    title: 'An approval without a decision expires after the decision timeout.',
    description:
      'Lets the time of a pending approval pass, answers it, and reads the events of the run again.',
    rationale: 'A question from last week must not start a tool today.',
    needs: ['advance'],
    runs: ['ownerGate'],
    basis: relyOnFacts('F-3-024', 'F-3-019', 'F-3-020', 'F-6.1.1-373'),
    run: letItRunOut,
  }),
];

async function answerAnother(tools: CheckContext): Promise<void> {
  const pending = await pauseForApproval(tools, 'ownerGate');
  const wrong = await answerAsOwner(tools, pending, {
    approvalId: varyId(pending.approvalId),
    isStreamed: false,
  });
  tools.expect(!isTaken(wrong), {
    message: 'An answer to an approval that is not the pending one was taken.',
    at: 'status',
  });
  const right = await answerRightly(tools, pending, { isStreamed: false });
  tools.expect(isTaken(right), {
    message: `After an answer with another approvalId, the right one returned ${describeResponse(right)}.`,
    at: 'status',
  });
  tools.note(
    wrong.status === 400,
    assumed('A-051', `An answer with another approvalId returned ${describeResponse(wrong)}.`, 'status'),
  );
}

async function answerTwice(tools: CheckContext): Promise<void> {
  const pending = await pauseForApproval(tools, 'ownerGate');
  await answerFirst(tools, pending);
  const second = await answerAsOwner(tools, pending, { decision: 'denied', isStreamed: false });
  tools.expect(!isTaken(second), { message: 'A second answer to an approval was taken.', at: 'status' });
  tools.note(
    [409, 400, 404].includes(second.status),
    assumed('A-050', `A second answer returned ${describeResponse(second)}.`, 'status'),
  );
  tools.note(
    second.status !== 409 || mentions(second.json, 'APPROVAL_ALREADY_RESOLVED'),
    assumed('A-041', 'The 409 of a second answer has no code APPROVAL_ALREADY_RESOLVED.', 'body.code'),
  );
}

async function answerAtOnce(tools: CheckContext): Promise<void> {
  const pending = await pauseForApproval(tools, 'ownerGate');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      answerAsOwner(tools, pending, { decision: index % 2 === 0 ? 'approved' : 'denied', isStreamed: false }),
    ),
  );
  if (answers.every(({ status }) => status === 400))
    tools.skip('The answer {executionId, approvalId, decision} is a 400; the source names none of these.');
  const taken = answers.filter(isTaken).length;
  if (taken === 0 && answers.some(({ status }) => status === 429))
    tools.skip('Several answers at once are too many here.');
  tools.expect(taken === 1, { message: `Of eight answers at once ${taken} were taken.`, at: 'status' });
}

async function answerNobody(tools: CheckContext): Promise<void> {
  const pending = await pauseForApproval(tools, 'ownerGate');
  const wrongs = [
    ['a run that is not there', { executionId: varyId(pending.executionId) }],
    ['a run below an agent that is not there', { agentId: varyId(pending.agentId) }],
  ] as const;
  const answers: (readonly [string, PlayedRun])[] = [];
  for (const [what, wrong] of wrongs)
    answers.push([what, await answerAsOwner(tools, pending, { ...wrong, isStreamed: false })]);
  // Why: only after an answer that is understood it is sure that the others were, too.
  await answerFirst(tools, pending);
  for (const [what, answer] of answers)
    tools.note(answer.status === 404 || answer.status === 400, {
      message: `An answer for ${what} returned ${describeResponse(answer)}.`,
      at: 'status',
    });
}

async function letItRunOut(tools: CheckContext): Promise<void> {
  const pending = await pauseForApproval(tools, 'ownerGate');
  await tools.abilities.advance(patienceOf(tools, pending));
  const late = await answerAsOwner(tools, pending, { isStreamed: false });
  tools.expect(!isTaken(late), { message: 'An approval that has run out was answered.', at: 'status' });
  const rest = await readEventsBehind(tools, pending);
  if (rest === null) return;
  const told = rest.last('approval_complete');
  tools.expect(told !== null, {
    message: 'The events of an approval that has run out tell no decision.',
    at: 'events',
  });
  tools.expect(told['decision'] === 'timeout', {
    message: `The decision on an approval that has run out is ${String(told['decision'])}.`,
    at: 'event approval_complete: decision',
  });
  tools.note(
    told['resolvedBy'] === undefined || told['resolvedBy'] === 'system',
    assumed('A-117', 'A timeout was not resolved by the system.', 'event approval_complete: resolvedBy'),
  );
}

/** Answers a pending approval. Skips the check where that does not work: that is another scenario check. */
async function answerFirst(tools: CheckContext, pending: PendingApproval): Promise<void> {
  const first = await answerRightly(tools, pending, { isStreamed: false });
  if (!isTaken(first)) tools.skip(`An answer to a pending approval returned ${describeResponse(first)}.`);
}

/** Reads the events of a run behind its pause; `null` where they can't be read again, or where none is told. */
async function readEventsBehind(
  tools: CheckContext,
  { agentId, executionId, run }: PendingApproval,
): Promise<PlayedRun | null> {
  const place = `/v1/agents/${encodeURIComponent(agentId)}/executions/${encodeURIComponent(executionId)}/events`;
  const path = `${place}?after=${String(run.last('approval_start')?.['seq'])}`;
  const rest = readRun(await tools.send({ method: 'GET', path, headers: [], body: null, profile: 'full' }));
  return rest.status === 200 && rest.events.length > 0 ? rest : null;
}

function isTaken({ status }: PlayedRun): boolean {
  return status >= 200 && status < 300;
}
