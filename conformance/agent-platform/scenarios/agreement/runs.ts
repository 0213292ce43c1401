/** RUN24: the operations that read a run agree with its events. */
import { terminalOf } from '../play-run.ts';
import { defineCheck, relyOnPractice, warning } from '../define-check.ts';
import type { PlayedRun } from '../played-run.ts';
import { isFields, itemsOf, propertyOf, textOf, type JsonFields } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { differencesOf, namesLost } from '../../../responses/differences.ts';

export const runCheck = defineCheck({
  id: 'RUN24',
  title: 'The records of a run agree with its events.',
  description:
    'Plays runs that complete, call tools and fail, and compares the times, totals, output and calls in their events with the detail, the history and the tool calls.',
  rationale: 'A dashboard would report another cost, duration or outcome than the one that was streamed.',
  runs: ['text'],
  basis: relyOnPractice('A run has one outcome, one duration and one cost.'),
  run: compareRuns,
});

const fromStart = ['agentId', 'startedAt'];
const fromEnd = [
  'completedAt',
  'durationMs',
  'finalOutput',
  'iterations',
  'outcome',
  'stopReason',
  'success',
  'totalCost',
  'totalTokens',
  'totalTokensUsed',
];
const fromCall = [
  'toolName',
  'toolType',
  'success',
  'startedAt',
  'completedAt',
  'iteration',
  'executionTime',
];

async function compareRuns(context: CheckContext): Promise<void> {
  for (const kind of ['text', 'tools', 'failing'])
    if (context.environment.runs[kind] !== undefined) await compareRun(context, kind);
  const { message } = context.runTemplate('text');
  await compareRun(context, 'text', `${message} ${'A long answer must not be cut. '.repeat(10)}`.trim());
}

async function compareRun(context: CheckContext, kind: string, message?: string): Promise<void> {
  const { agentId: id } = context.runTemplate(kind);
  const messages = [{ role: 'user', content: message }];
  const run = await context.play(kind, { isStreamed: false, ...(message && { body: { messages } }) });
  const { executionId } = run;
  if (executionId === null || terminalOf(run) === null) return;
  const summary = { ...pick(run.last('execution_start'), fromStart), ...pick(terminalOf(run), fromEnd) };
  const history = await context.call('listAgentExecutions', {
    path: { id },
    query: { executionId },
  });
  const records = {
    getAgentExecution: (await context.call('getAgentExecution', { path: { id, executionId } })).body,
    getExecutionStatus: (await context.call('getExecutionStatus', { path: { executionId } })).body,
    listAgentExecutions: itemsOf(history.body)?.find(
      (row) => textOf(row, 'executionId', 'id') === executionId,
    ),
  };
  const [output, stored] = [summary, records.getAgentExecution].map((each) => textOf(each, 'finalOutput'));
  context.note(
    output === null || stored === null || output === stored,
    'The final output in getAgentExecution is not that of the events of a run.',
    'body.finalOutput',
  );
  const text = lastTextOf(run);
  context.note(
    output == null || text === '' || output.includes(text.trim()) || !text.includes(output.trim()),
    'The final output of a run is only a part of its last text.',
    'event execution_complete: finalOutput',
  );
  context.warn(
    text === '' ||
      terminalOf(run)?.type !== 'execution_complete' ||
      propertyOf(records.getAgentExecution, 'finalOutput') !== null,
    'A completed run that has a text has no final output in its detail.',
    'body.finalOutput',
  );
  for (const [operation, record] of Object.entries(records))
    noteDifferences(context, `${operation} and the events of a run`, record, summary);
  noteDifferences(
    context,
    'getAgentExecution and listAgentExecutions',
    records.getAgentExecution,
    records.listAgentExecutions,
  );
  noteLost(context, 'getAgentExecution', records.listAgentExecutions, records.getAgentExecution);
  await compareCalls(context, { id, executionId }, run);
}

/** Returns the joined pieces of the last text of a run, without those of sub-agents. */
function lastTextOf({ events }: PlayedRun): string {
  const pieces = events.filter((event) => event.type === 'text_delta' && event['subagent'] === undefined);
  const last = pieces.at(-1)?.['id'];
  return pieces.map((event) => (event['id'] === last ? (textOf(event, 'delta') ?? '') : '')).join('');
}

async function compareCalls(
  context: CheckContext,
  path: { readonly id: string; readonly executionId: string },
  { events }: PlayedRun,
): Promise<void> {
  const calls = new Map<string, JsonFields>();
  for (const event of events)
    if (event.type.startsWith('tool_') && typeof event['toolCallId'] === 'string')
      calls.set(event['toolCallId'], { ...calls.get(event['toolCallId']), ...pick(event, fromCall) });
  if (calls.size === 0) return;
  const list = itemsOf((await context.call('listExecutionToolCalls', { path })).body) ?? [];
  for (const [toolCallId, call] of calls) {
    const row = list.find((each) => textOf(each, 'toolCallId', 'id') === toolCallId);
    const detail = await context.call('getExecutionToolCall', { path: { ...path, toolCallId } });
    noteLost(context, 'getExecutionToolCall', row, detail.body);
    for (const [operation, record] of [
      ['listExecutionToolCalls', row],
      ['getExecutionToolCall', detail.body],
    ] as const) {
      noteDifferences(context, `${operation} and the events of a tool call`, record, call);
      const status = textOf(record, 'status') ?? '';
      const isContrary = call['success'] === true ? /fail|error/i : /complete|succe/i;
      const isOpen = /^(?:running|pending|queued|in_progress)$/i;
      context.note(
        typeof call['success'] !== 'boolean' || !(isContrary.test(status) || isOpen.test(status)),
        `The status in ${operation} is not that of the events of the tool call.`,
        'body.status',
      );
    }
  }
}

/** Notes the properties of a row that its detail lacks. */
function noteLost(context: CheckContext, operation: string, row: unknown, detail: unknown): void {
  for (const name of namesLost(row, detail))
    context.report(
      warning(`${operation} lacks ${name}, which a list or another response has.`, `body.${name}`),
    );
}

/** Notes the values of two descriptions that differ. */
function noteDifferences(context: CheckContext, what: string, one: unknown, other: unknown): void {
  for (const path of differencesOf(one, other))
    if (path === '') context.report(`In ${what}, the record differs.`, 'body');
    else context.report(`In ${what}, ${path} differs.`, `body.${path}`);
}

function pick(value: unknown, names: readonly string[]): JsonFields {
  if (!isFields(value)) return {};
  return Object.fromEntries(
    names.flatMap((name) => (value[name] === undefined ? [] : [[name, propertyOf(value, name)]])),
  );
}
