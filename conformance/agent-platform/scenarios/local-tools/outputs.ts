/** Checks of local tools, which the caller runs: a run waits for their output and continues with it. */
import { describeResponse, expectStatus } from '../call-response.ts';
import { citeAssumption, defineCheck, relyOnFacts } from '../define-check.ts';
import {
  expectContinued,
  expectOwnResult,
  expectResultStatus,
  omitsOptional,
  pausedReasonOf,
  pauseForOutput,
  suppliedOutput,
  supplyOutput,
  type PendingOutput,
} from '../paused-run.ts';
import { playRun, terminalOf } from '../play-run.ts';
import type { PlayedRun } from '../played-run.ts';
import { holdsPart, isFields, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';

const resumed = { request: 'An output', run: 'resumed' };

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
    title: 'The reason of a pause contains the tool, its parameters and the run.',
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
    run: resumeAsStream,
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
    id: 'LOCAL07',
    title: 'A question to the user pauses the run until the user responds.',
    description: 'Plays a run that asks its user a question, reads the question, and sends an output for it.',
    rationale: 'A page builds its form from the question.',
    runs: ['elicitation'],
    basis: relyOnFacts('F-6.1.1-386', 'F-6.1.1-440..443', 'F-3-022'),
    run: sendInput,
  }),
];

async function resumeAsStream(context: CheckContext): Promise<void> {
  const pending = await pauseForOutput(context, 'localTool');
  const run = await supplyOutput(context, pending);
  context.expect(
    run.status === 200 && run.body === undefined,
    `A requested output returned ${describeResponse(run)} and no stream.`,
    'status',
  );
  expectContinued(context, run, pending, resumed);
  noteResult(context, run, pending);
  await compareToolCall(context, pending);
}

/** Compares the result of the tool in the continued run with the output that was sent. */
function noteResult(context: CheckContext, { events }: PlayedRun, { run }: PendingOutput): void {
  const toolCallId = textOf(run.last('await'), 'toolCallId');
  const end = events.find(
    (event) => event.type === 'tool_complete' && toolCallId !== null && event['toolCallId'] === toolCallId,
  );
  const result = end?.['result'];
  context.warn(
    !isFields(result) || holdsPart(result, suppliedOutput),
    'A local tool completes with another result than the output that was sent.',
    'events',
  );
}

/** Compares the tool call whose output was sent with that output. */
async function compareToolCall(
  context: CheckContext,
  { agentId, executionId, run }: PendingOutput,
): Promise<void> {
  const toolCallId = textOf(run.last('await'), 'toolCallId');
  if (toolCallId === null) return;
  const path = { id: agentId, executionId, toolCallId };
  const { body } = await context.call('getExecutionToolCall', { path });
  const output = propertyOf(body, 'output');
  context.warn(
    output === undefined || holdsPart(body, suppliedOutput),
    'The output of a local tool is not in its tool call.',
    'body.output',
  );
  context.warn(
    typeof (output ?? propertyOf(body, 'result')) !== 'string',
    'The output of a local tool was an object and is recorded as a text.',
    'body.output',
  );
}

async function pauseTwice(context: CheckContext): Promise<void> {
  const streamed = await playRun(context, 'localTool');
  const end = terminalOf(streamed);
  const waits = streamed.last('await') !== null;
  if (!waits && end !== null) context.skip('A run of the kind localTool ended without calling its tool.');
  context.expect(end === null, 'A stream that waits for a tool ends like a finished run.', 'events');
  context.note(
    waits,
    citeAssumption('A-114', 'A stream pauses for a local tool without an await.', 'events'),
  );

  const { body } = await context.play('localTool', { isStreamed: false });
  expectResultStatus(context, body, ['paused'], 'The result of a run that waits for a tool');
}

async function readReason(context: CheckContext): Promise<void> {
  const run = await context.play('localTool', { isStreamed: false });
  if (propertyOf(run.body, 'status') !== 'paused')
    context.skip(`A run of the kind localTool does not pause: ${describeResponse(run)}.`);
  const reason = pausedReasonOf(run);
  if (reason === null) {
    if (omitsOptional(run)) context.skip('The results of this service have no optional properties.');
    context.report(citeAssumption('A-034', 'A paused result has no pausedReason.', 'body.pausedReason'));
    return;
  }
  for (const [name, isRight, fault] of [
    ['type', reason['type'] === 'local_action', 'is not local_action'],
    ['executionId', reason['executionId'] === run.executionId, 'is not the id of the run'],
    ['toolId', typeof reason['toolId'] === 'string', 'is missing'],
    ['toolName', typeof reason['toolName'] === 'string', 'is missing'],
    ['parameters', isFields(reason['parameters']), 'is not an object'],
  ] as const)
    context.note(
      isRight,
      `In the reason of a pause for a local tool, ${name} ${fault}.`,
      `body.pausedReason.${name}`,
    );
  const toolName = textOf(run.last('await'), 'toolName');
  context.warn(
    toolName === null || toolName === reason['toolName'],
    'The reason of the pause and its await name different tools.',
    'body.pausedReason.toolName',
  );
}

async function resumeAsJson(context: CheckContext): Promise<void> {
  const pending = await pauseForOutput(context, 'localTool', { isStreamed: false });
  const run = await supplyOutput(context, pending, false);
  context.expect(
    run.status === 200 && run.body !== undefined,
    `An output with streamResponse false returned ${describeResponse(run)} and no result.`,
    'status',
  );
  expectOwnResult(context, run, pending, 'a resumed run');
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
  expectStatus(context, run, 200, 'The output for a question');
  expectContinued(context, run, pending, resumed);
}
