/** Checks of the tool calls of a run: the compact list, and the detail of each. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import type { PlayedEvent } from '../played-run.ts';
import { expectStatus } from '../call-response.ts';
import { citeAssumption, defineCheck, relyOnFacts } from '../define-check.ts';
import { holdsPart, containsText, containsValue, isFields, mentions, propertyOf } from '../read-value.ts';
import { playRun } from '../play-run.ts';

export const toolCallChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'RUN04',
    title: 'The list of tool calls contains no input and no output.',
    description:
      'Plays a run that calls tools and looks for their parameters and results in the list of its tool calls.',
    rationale: 'A list with every payload is slow, and exposes data that only the detail should.',
    runs: ['tools'],
    basis: relyOnFacts('F-4.2-170'),
    run: listCompactly,
  }),
  defineCheck({
    id: 'RUN05',
    title: 'The detail of a tool call contains its input and output.',
    description:
      'Plays a run that calls tools and looks for their parameters and results in the detail of each call.',
    rationale: 'Debugging a tool call needs its exact input and output.',
    runs: ['tools'],
    basis: relyOnFacts('F-4.2-182'),
    run: readDetails,
  }),
];

/** The events of a tool call. Shape: a property that is missing or unspecific is `undefined`. */
interface ReportedCall {
  readonly toolCallId: string;
  readonly parameters: unknown;
  readonly result: unknown;
}

async function listCompactly(context: CheckContext): Promise<void> {
  const { executionId, calls } = await playTools(context);
  const path = { id: context.runTemplate('tools').agentId, executionId };
  const { status, body } = await context.call('listExecutionToolCalls', { path });
  expectStatus(context, status, 200, 'The list of tool calls');
  for (const { toolCallId, parameters, result } of calls) {
    context.note(
      containsText(body, toolCallId),
      citeAssumption(
        'A-TOOL-CALL',
        'A tool call of the run is not in the list under the id of its events.',
        'body',
      ),
    );
    context.note(
      parameters === undefined || !containsValue(body, parameters),
      'The list of tool calls has the input of a call.',
      'body',
    );
    context.note(
      result === undefined || !containsValue(body, result),
      'The list of tool calls has the output of a call.',
      'body',
    );
  }
}

async function readDetails(context: CheckContext): Promise<void> {
  const { executionId, calls } = await playTools(context);
  const id = context.runTemplate('tools').agentId;
  for (const { toolCallId, parameters, result } of calls) {
    const path = { id, executionId, toolCallId };
    const { status, body } = await context.call('getExecutionToolCall', { path });
    if (status === 404) context.skip('A tool call is not found under the toolCallId of its events.');
    expectStatus(context, status, 200, 'The detail of a tool call');
    context.note(
      parameters === undefined || holdsPart(body, parameters),
      'The detail of a tool call lacks the parameters of the stream.',
      'body',
    );
    context.warn(
      !isFields(parameters) || typeof propertyOf(body, 'input') !== 'string',
      'The input of a tool call is a text, although its parameters are an object.',
      'body.input',
    );
    context.note(
      result === undefined || holdsPart(body, result) || isWithin(body, result),
      'The detail of a tool call lacks the result of the stream.',
      'body',
    );
  }
}

/** Plays a run that calls tools. Skips the check if its events contain none. */
async function playTools(context: CheckContext) {
  const { executionId, events } = await playRun(context, 'tools');
  const calls = events
    .filter(({ type }) => type === 'tool_start')
    .flatMap((start) => reportedCalls(start, events));
  if (calls.length === 0) context.skip('A run of the kind tools calls no tool.');
  return { executionId, calls };
}

/**
 * Returns the tool call that an event starts; empty without an id. Why some values are `undefined`: hidden parameters
 * are not in the events, and short values are ambiguous.
 */
function reportedCalls(start: PlayedEvent, events: readonly PlayedEvent[]): readonly ReportedCall[] {
  const { toolCallId } = start;
  if (typeof toolCallId !== 'string') return [];
  const callEvents = events.filter((event) => event['toolCallId'] === toolCallId);
  const isHiding = callEvents.some(
    ({ hiddenParameterNames: names }) => Array.isArray(names) && names.length > 0,
  );
  const latest = callEvents.findLast(
    ({ type, parameters }) => type.startsWith('tool_') && isFields(parameters),
  );
  const end = callEvents.findLast(({ type }) => type === 'tool_complete');
  return [
    {
      toolCallId,
      parameters: isHiding ? undefined : specificValue(latest?.['parameters']),
      result: specificValue(end?.['result']),
    },
  ];
}

/** Values up to this length may occur by chance. Units: characters of JSON. */
const MAX_AMBIGUOUS_LENGTH = 12;

/** Returns a value that is specific enough to be recognized. */
function specificValue(value: unknown): unknown {
  if (value === undefined) return undefined;
  return JSON.stringify(value).length > MAX_AMBIGUOUS_LENGTH ? value : undefined;
}

function isWithin(body: unknown, result: unknown): boolean {
  return typeof result === 'string' && mentions(body, result);
}
