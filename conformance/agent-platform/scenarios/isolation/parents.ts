/** Checks that the parts of an agent can't be reached by way of another one. */
import { makeAgent } from '../agents/make-agent.ts';
import { isClosed } from '../call-response.ts';
import { defineCheck, warning, relyOnFacts } from '../define-check.ts';
import { playRun, runReaders } from '../play-run.ts';
import {
  decideAsOwner,
  decideCorrectly,
  pauseForApproval,
  pauseForOutput,
  sendOutput,
  supplyOutput,
} from '../paused-run.ts';
import { holdsText, mentions, textOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { itemsOf } from '../walk-pages.ts';

/** Checks of the parts of another agent. */
export const parentChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'ISO11',
    title: 'A run is read by way of its own agent.',
    description:
      'Plays a run and requests its detail, events and tool calls by the path of another agent, and one of its tool calls by the path of another run.',
    rationale: 'A permission for one agent would give access to the runs of all of them.',
    runs: ['text'],
    basis: relyOnFacts('F-7-007'),
    run: readByOther,
  }),
  defineCheck({
    id: 'ISO12',
    title: 'The history of an agent contains only its own runs.',
    description:
      'Plays a run of a new agent and a run of another one, and reads the history of the new agent.',
    rationale: 'The runs of other agents would be counted and charged to this one.',
    runs: ['text'],
    basis: relyOnFacts('F-1-003', 'F-4.2-147'),
    run: listByOther,
  }),
  defineCheck({
    id: 'ISO13',
    title: 'A decision by way of another agent is rejected.',
    description:
      'Sends the decision on a pending approval by the path of another agent, and then by that of its own.',
    rationale: 'A key for one agent could decide on the tools of another one.',
    runs: ['ownerGate'],
    basis: relyOnFacts('F-4.2-133', 'F-4.2-134'),
    run: decideByOther,
  }),
  defineCheck({
    id: 'ISO14',
    title: 'An output by way of another agent is rejected.',
    description: 'Sends the output that a run waits for by the path of another agent, and then by its own.',
    rationale: 'The output of one conversation would appear in another one.',
    runs: ['localTool'],
    basis: relyOnFacts('F-4.2-117', 'F-4.2-118'),
    run: resumeByOther,
  }),
];

/** Returns the second agent of the configuration, or a new one. */
async function otherAgent(context: CheckContext, name: string): Promise<string> {
  return context.environment.otherAgent ?? makeAgent(context, { name });
}

async function readByOther(context: CheckContext): Promise<void> {
  const { executionId } = await playRun(context, 'text');
  const { agentId } = context.runTemplate('text');
  const other = await otherAgent(context, 'Backlot check of another agent');
  for (const [operation, path] of runReaders(agentId, executionId)) {
    if (!('id' in path)) continue;
    const own = await context.call(operation, { path });
    if (own.status >= 400) continue;
    const response = await context.call(operation, { path: { ...path, id: other } });
    context.note(
      isClosed(response) || !mentions(response.body, executionId),
      warning(`${operation} of a run by the path of another agent returned ${response.status}.`, 'status'),
    );
  }
  if (context.environment.runs['tools'] !== undefined) await readByOtherRun(context, executionId);
}

async function readByOtherRun(context: CheckContext, other: string): Promise<void> {
  const { agentId: id } = context.runTemplate('tools');
  const { executionId } = await playRun(context, 'tools', { isStreamed: false });
  const list = await context.call('listExecutionToolCalls', { path: { id, executionId } });
  const toolCallId = textOf(itemsOf(list.body)?.[0], 'toolCallId', 'id');
  if (toolCallId === null) return;
  const path = { id, executionId: other, toolCallId };
  const { status } = await context.call('getExecutionToolCall', { path });
  context.note(
    status >= 400,
    warning(`getExecutionToolCall by the path of another run returned ${status}.`, 'status'),
  );
}

async function listByOther(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: 'Backlot check of an own history' });
  const own = await playRun(context, 'text', { agentId: id, isStreamed: false });
  const { executionId } = await playRun(context, 'text');
  const { status, body } = await context.call('listAgentExecutions', { path: { id } });
  if (status !== 200) context.skip(`The history can't be read: ${status}.`);
  context.expect(
    !holdsText(body, executionId),
    'The history of an agent contains a run of another one.',
    'body',
  );
  context.expect(
    holdsText(body, own.executionId),
    'The history of an agent lacks a run that was just played.',
    'body',
  );
}

async function decideByOther(context: CheckContext): Promise<void> {
  const pending = await pauseForApproval(context, 'ownerGate');
  const agentId = await otherAgent(context, 'Backlot check of a decision');
  const wrong = await decideAsOwner(context, pending, { agentId, isStreamed: false });
  const right = await decideCorrectly(context, pending, { isStreamed: false });
  context.expect(
    wrong.status >= 400,
    `A decision by the path of another agent returned ${wrong.status}.`,
    'status',
  );
  context.note(
    right.status < 400,
    `After a decision by the path of another agent, the right one returned ${right.status}.`,
    'status',
  );
}

async function resumeByOther(context: CheckContext): Promise<void> {
  const pending = await pauseForOutput(context, 'localTool');
  const agentId = await otherAgent(context, 'Backlot check of an output');
  for (const key of pending.keys) {
    const { status } = await sendOutput(context, { ...pending, agentId }, key, false);
    context.expect(status >= 400, `An output by the path of another agent returned ${status}.`, 'status');
  }
  const right = await supplyOutput(context, pending, false);
  context.note(
    right.status < 400,
    `After an output by the path of another agent, the right one returned ${right.status}.`,
    'status',
  );
}
