/**
 * The scenario check of the turns around a local tool, as required by a client that reads each response with fresh
 * state.
 */
import { describeResponse } from '../call-response.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import type { PlayedEvent, PlayedRun } from '../played-run.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { pauseForOutput, supplyOutput } from '../paused-run.ts';
import { textOf } from '../read-value.ts';

/** Checks of the turns before and after the output of a local tool. */
export const turnChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'LOCAL08',
    title: 'A run that waited for a local tool continues in a new turn and names the call.',
    description:
      'Plays a run that calls a local tool, sends the output, and compares the turns and the call in both streams.',
    rationale: 'A client reads each response with fresh state: without its start the call has no name there.',
    runs: ['localTool'],
    basis: relyOnPractice('Public clients read each response of a run on its own.'),
    run: compareTurns,
  }),
];

async function compareTurns(context: CheckContext): Promise<void> {
  const pending = await pauseForOutput(context, 'localTool');
  const call = textOf(pending.run.last('await'), 'toolCallId');
  const turn = turnsOf(pending.run).at(-1);
  if (call === null || turn === undefined)
    return context.skip('The stream of a run that waits for a local tool has no turn or no toolCallId.');
  context.note(
    !pending.run.events.some(({ type, id }) => type === 'turn_complete' && id === turn['id']),
    'A turn is completed although one of its calls still waits for its output.',
    'event turn_complete',
  );
  const response = await supplyOutput(context, pending);
  if (response.status !== 200)
    return context.skip(`A requested output returned ${describeResponse(response)}.`);
  const completed = placeOf(response, 'tool_complete', call);
  if (completed === -1) return context.skip('The response does not complete the call that waited.');
  const started = placeOf(response, 'tool_start', call);
  context.note(
    (started !== -1 && started < completed) || textOf(response.events[completed], 'toolName') !== null,
    'The response completes a call without its tool_start before it, and without its toolName.',
    'event tool_complete',
  );
  const next = turnsOf(response)[0];
  context.note(
    next === undefined || isLater(next, turn),
    'The response begins with a turn whose iteration is not higher than before.',
    'event turn_start: iteration',
  );
}

/** Returns the first events of the turns of a run, without those of sub-agents. */
function turnsOf({ events }: PlayedRun): readonly PlayedEvent[] {
  return events.filter(
    ({ type, subagent, iteration }) =>
      type === 'turn_start' && subagent === undefined && iteration !== undefined,
  );
}

function isLater({ iteration }: PlayedEvent, { iteration: before }: PlayedEvent): boolean {
  return typeof iteration !== 'number' || typeof before !== 'number' || iteration > before;
}

function placeOf({ events }: PlayedRun, type: string, toolCallId: string): number {
  return events.findIndex((event) => event.type === type && event['toolCallId'] === toolCallId);
}
