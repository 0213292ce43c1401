/** Checks that a run that fails is reported as failed, and that all operations report the same status. */
import { isSuccess } from '../call-response.ts';
import { citeFacts, defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { decideAsOwner } from '../paused-run.ts';
import type { PlayedRun } from '../played-run.ts';
import { itemsOf, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { playRun, terminalOf, playResult } from '../play-run.ts';

export const endingChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'RUN19',
    title: 'A run that fails ends as a failure.',
    description: 'Plays a run of the kind failing, once as a stream and once as JSON, and reads how it ends.',
    rationale: 'A workflow would continue with a result that does not exist.',
    runs: ['failing'],
    basis: relyOnFacts('F-2.5-003..006', 'F-6.1.2-002'),
    run: fail,
  }),
  defineCheck({
    id: 'RUN20',
    title: 'Every operation reports the same status of a run.',
    description:
      'Plays runs that complete, fail and pause, decides the approval of a paused one, and compares each result with the status, the detail and the history.',
    rationale: 'A dashboard would show a run as finished that is still waiting.',
    runs: ['text'],
    basis: relyOnPractice('A run has one status.'),
    run: compareStatuses,
  }),
  defineCheck({
    id: 'RUN21',
    title: 'The first event of a run identifies the called agent.',
    description: 'Plays a run and compares the kind and the agent in execution_start with the request.',
    rationale: 'A log that is built from streams would charge the wrong agent.',
    runs: ['text'],
    basis: relyOnPractice('agentId in execution_start is the agent that runs.'),
    run: compareAgent,
  }),
];

/** The statuses of a run in the source. */
const statuses = ['completed', 'failed', 'paused'];

async function fail(context: CheckContext): Promise<void> {
  const json = await playResult(context, 'failing');
  const status = textOf(json.body, 'status');
  context.note(
    status === null || status === 'failed',
    `The result of a run that fails has the status ${status ?? 'none'}.`,
    'body.status',
  );
  context.note(
    propertyOf(json.body, 'success') !== true,
    'The result of a run that fails has success true.',
    'body.success',
  );
  const end = terminalOf(await playRun(context, 'failing'));
  context.note(
    end === null || end.type === 'execution_error' || isFailure(end),
    'The stream of a run that fails ends like one that succeeds.',
    'events',
  );
}

function isFailure(end: PlayedRun['events'][number]): boolean {
  return end['success'] === false || ['error', 'aborted'].includes(String(end['outcome']));
}

async function compareStatuses(context: CheckContext): Promise<void> {
  for (const kind of ['text', 'failing', 'ownerGate', 'localTool']) {
    if (context.environment.runs[kind] === undefined) continue;
    const { agentId } = context.runTemplate(kind);
    const run = await playResult(context, kind);
    await compareStatus(context, agentId, run);
    const approvalId = run.last('approval_start')?.['approvalId'];
    if (typeof approvalId !== 'string') continue;
    const pending = { agentId, executionId: run.executionId, approvalId, run };
    const continued = await decideAsOwner(context, pending);
    if (isSuccess(continued)) await compareStatus(context, agentId, continued);
  }
}

/** Compares the status in a result with those that other operations return. */
async function compareStatus(context: CheckContext, id: string, result: PlayedRun): Promise<void> {
  const status = textOf(result.body, 'status') ?? '';
  const { executionId } = result;
  if (!statuses.includes(status) || executionId === null) return;
  const history = await context.call('listAgentExecutions', { path: { id }, query: { executionId } });
  const row = itemsOf(history.body)?.[0];
  context.note(
    history.status !== 200 || row !== undefined,
    `The history does not have a run that is ${status}.`,
    'body.data',
  );
  for (const [operation, record] of [
    ['getExecutionStatus', (await context.call('getExecutionStatus', { path: { executionId } })).body],
    ['getAgentExecution', (await context.call('getAgentExecution', { path: { id, executionId } })).body],
    ['listAgentExecutions', row],
  ] as const) {
    const reported = textOf(record, 'status')?.toLowerCase() ?? status;
    if (reported === status) continue;
    const message = `A run whose result is ${status} is ${reported} in ${operation}.`;
    // Why: the source has no `running`, and only the name of getExecutionStatus.
    const isStated = statuses.includes(reported) && operation !== 'getExecutionStatus';
    const facts = ['F-3-013', 'F-3-014', 'F-3-015', 'F-3-019'];
    if (isStated) context.report({ ...citeFacts(facts, message, 'body.status'), severity: 'fail' });
    else context.warn(![...statuses, 'running'].includes(reported), message, 'body.status');
  }
}

async function compareAgent(context: CheckContext): Promise<void> {
  const { agentId } = context.runTemplate('text');
  const run = await playRun(context, 'text');
  const start = run.events.find(({ type }) => type === 'execution_start');
  const named = textOf(start, 'agentId');
  context.note(
    named === null || named === agentId,
    'The first event of a run names another agent than the one that was called.',
    'event execution_start: agentId',
  );
  context.note(
    start === undefined || start['kind'] === undefined || start['kind'] === 'agent',
    `The run of an agent has the kind ${String(start?.['kind'])}.`,
    'event execution_start: kind',
  );
}
