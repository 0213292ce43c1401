/** Checks of local tools, which the caller runs: a run waits for their output and continues with it. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { callOperation } from '../call-operation.ts';
import type { PlayedRun } from '../play-run.ts';
import { assumed, defineCheck, doubtful, relyOnFacts, relyOnPractice } from '../define-check.ts';
import {
  describeResponse,
  omitsOptional,
  pausedReasonOf,
  pauseForOutput,
  sendOutput,
  suppliedOutput,
  supplyOutput,
  terminalOf,
  type PendingOutput,
} from '../paused-run.ts';
import { holdsPart, isFields, propertyOf, textOf, varyId } from '../read-value.ts';

/** Checks of outputs. */
export const outputChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'LOCAL01',
    title: 'A run that needs the output of a local tool pauses.',
    description: 'Plays a run that calls a local tool, once as a stream and once as JSON.',
    rationale: 'A caller that treats the pause as the end never runs its tool.',
    runs: ['localTool'],
    basis: relyOnFacts('F-1-004', 'F-3-022', 'F-2.5-005', 'F-3-014'),
    run: pauseTwice,
  }),
  defineCheck({
    id: 'LOCAL02',
    title: 'The reason of a pause names the tool, its parameters and the run.',
    description: 'Plays a run that calls a local tool, as JSON, and reads pausedReason.',
    rationale: 'It is the only source for a caller that does not stream.',
    runs: ['localTool'],
    basis: relyOnFacts('F-2.5-018', 'F-6.1.3-001..006'),
    run: readReason,
  }),
  defineCheck({
    id: 'LOCAL03',
    title: 'Sending the output resumes the stream of the run.',
    description:
      'Sends the output of a local tool, reads the stream of the continued run, and looks for the output in its tool call.',
    rationale: 'It is the only way to use a local tool.',
    runs: ['localTool'],
    basis: relyOnFacts('F-3-022', 'F-3-023', 'F-4.2-111', 'F-6.1-001'),
    run: async (context: CheckContext) => {
      const pending = await pauseForOutput(context, 'localTool');
      const run = await supplyOutput(context, pending);
      context.expect(
        run.status === 200 && run.json === undefined,
        `A requested output returned ${describeResponse(run)} and no stream.`,
        'status',
      );
      expectContinued(context, run, pending);
      noteResult(context, run, pending);
      await expectUnchanged(context, pending);
    },
  }),
  defineCheck({
    id: 'LOCAL04',
    title: 'Sending the output without streaming returns the result of the run.',
    description: 'Sends the output of a local tool with streamResponse false and reads the result.',
    rationale: 'Callers that do not stream rely on this form.',
    runs: ['localTool'],
    basis: relyOnFacts('F-3-022', 'F-3-023', 'F-4.2-111', 'F-2.5-002..006'),
    run: resumeAsJson,
  }),
  defineCheck({
    id: 'LOCAL05',
    title: 'An unexpected output is rejected.',
    description: 'Sends an output to a finished run, and a second one to a run that already has its output.',
    rationale: 'A page that sends twice must not run the rest of the response twice.',
    runs: ['localTool', 'text'],
    basis: relyOnPractice('The source states when a run can be resumed, not the response when it cannot.'),
    run: supplyUnasked,
  }),
  defineCheck({
    id: 'LOCAL06',
    title: 'An output for an unknown run or agent is rejected with 404.',
    description: 'Sends an output with an unknown executionId, and one under an unknown agent.',
    rationale: 'A caller must know that the run is wrong, not the output.',
    runs: ['localTool'],
    basis: relyOnFacts('F-4.2-117', 'F-4.2-118'),
    run: supplyUnknown,
  }),
  defineCheck({
    id: 'LOCAL07',
    title: 'A question to the user pauses the run until the user responds.',
    description: 'Plays a run that asks its user a question, reads the question, and sends an output for it.',
    rationale: 'A page builds its form from the question.',
    runs: ['elicitation'],
    basis: relyOnFacts('F-6.1.1-386', 'F-6.1.1-440..443', 'F-3-022'),
    run: sendInput,
  }),
];

/** Compares the result of the tool in the continued run with the output that was sent. */
function noteResult(context: CheckContext, { events }: PlayedRun, { run }: PendingOutput): void {
  const toolCallId = textOf(run.last('await'), 'toolCallId');
  const end = events.find(
    (event) => event.type === 'tool_complete' && toolCallId !== null && event['toolCallId'] === toolCallId,
  );
  const result = end?.['result'];
  context.note(
    !isFields(result) || holdsPart(result, suppliedOutput),
    doubtful('A local tool completes with another result than the output that was sent.', 'events'),
  );
}

/** Reads the tool call whose output was sent. */
async function expectUnchanged(
  context: CheckContext,
  { agentId, executionId, run }: PendingOutput,
): Promise<void> {
  const toolCallId = textOf(run.last('await'), 'toolCallId');
  if (toolCallId === null) return;
  const path = { id: agentId, executionId, toolCallId };
  const { body } = await callOperation(context, 'getExecutionToolCall', { path });
  context.note(
    propertyOf(body, 'output') === undefined || holdsPart(body, suppliedOutput),
    doubtful('The output of a local tool is not in its tool call.', 'body.output'),
  );
  context.note(
    typeof (propertyOf(body, 'output') ?? propertyOf(body, 'result')) !== 'string',
    doubtful('The output of a local tool was an object and is recorded as a text.', 'body.output'),
  );
}

async function pauseTwice(context: CheckContext): Promise<void> {
  const streamed = await context.play('localTool');
  if (streamed.status !== 200)
    context.skip(`A run of the kind localTool does not start: ${describeResponse(streamed)}.`);
  const end = terminalOf(streamed);
  const waits = streamed.last('await') !== null;
  if (!waits && end !== null) context.skip('A run of the kind localTool ended without calling its tool.');
  context.expect(end === null, 'A stream that waits for a tool ends like a finished run.', 'events');
  context.note(waits, assumed('A-114', 'A stream pauses for a local tool without an await.', 'events'));

  const { json } = await context.play('localTool', { isStreamed: false });
  context.expect(
    propertyOf(json, 'status') === 'paused',
    `The result of a run that waits for a tool has the status ${String(propertyOf(json, 'status'))}.`,
    'body.status',
  );
}

async function readReason(context: CheckContext): Promise<void> {
  const run = await context.play('localTool', { isStreamed: false });
  if (propertyOf(run.json, 'status') !== 'paused')
    context.skip(`A run of the kind localTool does not pause: ${describeResponse(run)}.`);
  const reason = pausedReasonOf(run);
  if (reason === null) {
    if (omitsOptional(run)) context.skip('The results of this service have no optional properties.');
    context.note(false, assumed('A-034', 'A paused result has no pausedReason.', 'body.pausedReason'));
    return;
  }
  const rows = [
    ['type', reason['type'] === 'local_action', 'is not local_action'],
    ['executionId', reason['executionId'] === run.executionId, 'is not the id of the run'],
    ['toolId', typeof reason['toolId'] === 'string', 'is missing'],
    ['toolName', typeof reason['toolName'] === 'string', 'is missing'],
    ['parameters', isFields(reason['parameters']), 'is not an object'],
  ] as const;
  for (const [name, isRight, fault] of rows)
    context.note(
      isRight,
      `In the reason of a pause for a local tool, ${name} ${fault}.`,
      `body.pausedReason.${name}`,
    );
  const toolName = textOf(run.last('await'), 'toolName');
  context.note(
    toolName === null || toolName === reason['toolName'],
    doubtful('The reason of the pause and its await name different tools.', 'body.pausedReason.toolName'),
  );
}

async function resumeAsJson(context: CheckContext): Promise<void> {
  const pending = await pauseForOutput(context, 'localTool', { isStreamed: false });
  const run = await supplyOutput(context, pending, false);
  context.expect(
    run.status === 200 && run.json !== undefined,
    `An output with streamResponse false returned ${describeResponse(run)} and no result.`,
    'status',
  );
  context.expect(
    propertyOf(run.json, 'executionId') === pending.executionId,
    'The result of a resumed run belongs to another run.',
    'body.executionId',
  );
  const status = propertyOf(run.json, 'status');
  context.expect(
    status === 'completed' || status === 'failed' || status === 'paused',
    `The result of a resumed run has the status ${String(status)}.`,
    'body.status',
  );
}

async function supplyUnasked(context: CheckContext): Promise<void> {
  const pending = await pauseForOutput(context, 'localTool');
  const first = await supplyOutput(context, pending, false);
  if (first.status !== 200) context.skip(`A requested output returned ${describeResponse(first)}.`);
  const over = await context.play('text');
  if (over.executionId === null) return context.skip('A run of the kind text does not start.');
  const [key = 'tool'] = pending.keys;
  const rows = [
    [
      'An output for a finished run',
      { agentId: context.runTemplate('text').agentId, executionId: over.executionId },
    ],
    ['A second output for the same call', pending],
  ] as const;
  for (const [what, target] of rows) {
    const { status } = await sendOutput(context, target, key, false);
    context.note(status >= 400, `${what} returned ${status}.`, 'status');
  }
}

async function supplyUnknown(context: CheckContext): Promise<void> {
  const pending = await pauseForOutput(context, 'localTool');
  const wrongs = [
    ['an unknown run', { ...pending, executionId: varyId(pending.executionId) }],
    ['a run of an unknown agent', { ...pending, agentId: varyId(pending.agentId) }],
  ] as const;
  const [key = 'tool'] = pending.keys;
  const responses: (readonly [string, PlayedRun])[] = [];
  for (const [what, target] of wrongs) responses.push([what, await sendOutput(context, target, key, false)]);
  // Why: the errors are only meaningful if the service accepts a valid output of the same form.
  const right = await supplyOutput(context, pending, false);
  if (right.status !== 200) context.skip(`A requested output returned ${describeResponse(right)}.`);
  for (const [what, response] of responses)
    context.note(
      response.status === 404 || response.status === 400,
      `An output for ${what} returned ${describeResponse(response)}.`,
      'status',
    );
}

async function sendInput(context: CheckContext): Promise<void> {
  const pending = await pauseForOutput(context, 'elicitation');
  const question = propertyOf(pending.run.last('await'), 'elicitation');
  if (!isFields(question)) return context.skip('The await of a run that asks its user has no elicitation.');
  context.expect(
    textOf(question, 'message') !== null,
    'A question to the user has no message.',
    'event await: elicitation.message',
  );
  const mode = propertyOf(question, 'mode');
  context.expect(
    mode === 'form' || mode === 'url',
    `The mode of a question to the user is ${String(mode)}.`,
    'event await: elicitation.mode',
  );
  const run = await supplyOutput(context, pending);
  context.expect(
    run.status === 200,
    `The output for a question returned ${describeResponse(run)}.`,
    'status',
  );
  expectContinued(context, run, pending);
}

/** Checks that the run continues, and ends or pauses again. */
function expectContinued(context: CheckContext, run: PlayedRun, { executionId }: PendingOutput): void {
  context.expect(
    run.executionId === executionId,
    'An output continues another run than the paused one.',
    'events',
  );
  const isPaused = run.last('approval_start') !== null || run.last('await') !== null;
  context.expect(
    terminalOf(run) !== null || isPaused,
    'The stream of a resumed run neither ends nor pauses again.',
    'events',
  );
}
