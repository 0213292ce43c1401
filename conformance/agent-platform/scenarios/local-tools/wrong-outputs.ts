/** LOCAL09, LOCAL10: a run continues with the output that it waits for, once. */
import { callOperation } from '../call-operation.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { pauseForOutput, sendOutput, supplyOutput } from '../paused-run.ts';
import { textOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';

/** Checks of outputs that a run does not wait for. */
export const wrongOutputChecks = [
  defineCheck({
    id: 'LOCAL09',
    title: 'A run does not continue without the output that it waits for.',
    description:
      'Sends the output of an unknown tool, no output, and a text to a run that waits for a local tool, and then the right output.',
    rationale: 'The model would go on without the result that it asked for.',
    runs: ['localTool'],
    basis: relyOnPractice('A run continues when the outputs that it waits for are supplied.'),
    run: sendWrong,
  }),
  defineCheck({
    id: 'LOCAL10',
    title: 'Only one of several concurrent outputs continues a run.',
    description: 'Sends the output that a run waits for four times at the same time.',
    rationale: 'The rest of the response would be generated and charged several times.',
    runs: ['localTool'],
    basis: relyOnPractice('An output is supplied once.'),
    run: sendConcurrently,
  }),
];

async function sendWrong(context: CheckContext): Promise<void> {
  const pending = await pauseForOutput(context, 'localTool', { isStreamed: false });
  const { agentId: id, executionId } = pending;
  const rows = [
    ['the output of an unknown tool', { tool_of_nobody: { items: 1 } }],
    ['no output', {}],
    ['a text as outputs', 'text'],
    ['nothing as outputs', undefined],
  ] as const;
  const responses: (readonly [string, number, string | null])[] = [];
  for (const [what, toolOutputs] of rows) {
    const body = { executionId, toolOutputs, streamResponse: false };
    const { status, body: result } = await callOperation(context, 'resumeAgentExecution', {
      path: { id },
      body,
    });
    responses.push([what, status, textOf(result, 'status')]);
  }
  for (const [what, status, state] of responses)
    context.note(
      status >= 400 || state === 'paused',
      `A run that waits for a local tool continued with ${what}.`,
      'status',
    );
  // Why: a service that has accepted one of them no longer waits.
  if (responses.some(([, status]) => status < 400)) return;
  const right = await supplyOutput(context, pending, false);
  context.note(right.status < 400, `After wrong outputs, the right one returned ${right.status}.`, 'status');
}

async function sendConcurrently(context: CheckContext): Promise<void> {
  const first = await pauseForOutput(context, 'localTool', { isStreamed: false });
  const accepted = await supplyOutput(context, first, false);
  const key = first.keys.find((each) => accepted.exchange?.request.body?.includes(JSON.stringify(each)));
  if (accepted.status >= 400 || key === undefined)
    return context.skip(`A requested output returned ${accepted.status}.`);
  const index = first.keys.indexOf(key);
  const pending = await pauseForOutput(context, 'localTool', { isStreamed: false });
  const responses = await Promise.all(
    [1, 2, 3, 4].map(() => sendOutput(context, pending, pending.keys[index] ?? key, false)),
  );
  const count = responses.filter(({ status }) => status < 400).length;
  context.note(count <= 1, `Of four concurrent outputs ${count} were accepted.`, 'status');
}
