/** RUN29: dispatch starts and continues the runs of an agent like the operations of the agent. */
import type { OperationId } from '../../contract.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { pauseForApproval, pauseForOutput, suppliedOutput } from '../paused-run.ts';
import { callForRun } from '../play-run.ts';
import type { PlayedEvent, PlayedRun } from '../played-run.ts';
import { isFields, varyId } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { compareWays, noteDifferent, type WayDifference, type Play } from './compare-ways.ts';

export const aliasCheck = defineCheck({
  id: 'RUN29',
  title: 'Dispatch starts and continues runs like the operations of an agent.',
  description:
    'Plays runs by executeAgent and dispatchRun, approves and resumes them by both paths, and compares their events and results like those of a stream and a result. Sends the same wrong requests to both and compares the statuses.',
  rationale:
    'An integration that moves from one path to the other would lose values, or fail in another way.',
  runs: ['text'],
  basis: relyOnPractice('Two operations that do the same return the same.'),
  run: compareAliases,
});

type Pair = readonly [ofAgent: OperationId, ofDispatch: OperationId];

const starts: Pair = ['executeAgent', 'dispatchRun'];
const approvals: Pair = ['approveAgentExecution', 'approveDispatch'];
const outputs: Pair = ['resumeAgentExecution', 'resumeDispatch'];

async function compareAliases(context: CheckContext): Promise<void> {
  const { runs } = context.environment;
  const probe = await start(context, 'text', false, false);
  if (probe.status !== 200 || probe.events.length === 0)
    return context.skip(`dispatchRun does not start an agent by {agent: {agentId}}: ${probe.status}.`);
  const differences: WayDifference[] = [];
  const compare = async ([one, other]: Pair, play: Play): Promise<void> => {
    differences.push(...(await compareWays({ names: [`response of ${one}`, `response of ${other}`], play })));
  };
  for (const isStreamed of [true, false]) {
    await compare(starts, (isFirst) => start(context, 'text', isFirst, isStreamed));
    if (runs['tools'] !== undefined)
      await compare(starts, (isFirst) => start(context, 'tools', isFirst, isStreamed));
    if (runs['ownerGate'] !== undefined)
      await compare(approvals, (isFirst) => approve(context, isFirst, isStreamed));
    if (runs['localTool'] !== undefined)
      await compare(outputs, (isFirst) => supply(context, isFirst, isStreamed));
  }
  noteDifferent(context, differences);
  await compareErrors(context);
}

/** Starts a run of a kind. Shape: the properties of a result are those of an event `result`. */
async function start(
  context: CheckContext,
  kind: string,
  isAgent: boolean,
  isStreamed: boolean,
): Promise<PlayedRun> {
  const { agentId, message, headers, body } = context.runTemplate(kind);
  const messages = [{ role: 'user', content: message }];
  const sent = { messages, ...body, streamResponse: isStreamed };
  return call(context, starts, isAgent, { agentId, body: sent, headers, dispatched: { agent: { agentId } } });
}

async function approve(context: CheckContext, isAgent: boolean, isStreamed: boolean): Promise<PlayedRun> {
  const { agentId, executionId, approvalId } = await pauseForApproval(context, 'ownerGate');
  const body = { executionId, approvalId, decision: 'approved', streamResponse: isStreamed };
  return call(context, approvals, isAgent, { agentId, body });
}

async function supply(context: CheckContext, isAgent: boolean, isStreamed: boolean): Promise<PlayedRun> {
  const { agentId, executionId, keys } = await pauseForOutput(context, 'localTool');
  const toolOutputs = { [keys[0] ?? '']: suppliedOutput };
  const body = { executionId, toolOutputs, streamResponse: isStreamed };
  return call(context, outputs, isAgent, { agentId, body });
}

/** The request of both operations. Shape: `dispatched` is added to the body of dispatch. */
interface AliasRequest {
  readonly agentId: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly dispatched?: Readonly<Record<string, unknown>>;
}

async function call(
  context: CheckContext,
  [ofAgent, ofDispatch]: Pair,
  isAgent: boolean,
  { agentId, body, headers = {}, dispatched = {} }: AliasRequest,
): Promise<PlayedRun> {
  const run = isAgent
    ? await callForRun(context, ofAgent, { path: { id: agentId }, headers, body })
    : await callForRun(context, ofDispatch, { headers, body: { ...body, ...dispatched } });
  if (!isFields(run.body)) return run;
  const { events: _, ...result } = run.body;
  const summary: PlayedEvent = { ...result, type: 'result' };
  return { ...run, events: [...run.events, summary] };
}

/** Sends the same wrong requests to both operations of each pair. */
async function compareErrors(context: CheckContext): Promise<void> {
  const { agentId, message } = context.runTemplate('text');
  const messages = [{ role: 'user', content: message }];
  const executionId = varyId((await start(context, 'text', true, false)).executionId ?? 'exec_unknown1');
  const unknown = { executionId, streamResponse: false };
  const decision = { ...unknown, approvalId: 'appr_unknown1', decision: 'approved' };
  const agent = { agentId: varyId(agentId) };
  const rows: readonly (readonly [Pair, string, string, unknown, unknown?])[] = [
    [starts, 'for an unknown agent', agent.agentId, { messages }, { messages, agent }],
    [
      starts,
      'with messages that are a number',
      agentId,
      { messages: 7 },
      { messages: 7, agent: { agentId } },
    ],
    [approvals, 'for an unknown run', agentId, decision],
    [approvals, 'without a decision', agentId, unknown],
    [outputs, 'for an unknown run', agentId, { ...unknown, toolOutputs: {} }],
  ];
  for (const [[ofAgent, ofDispatch], what, id, body, dispatched = body] of rows) {
    const one = await context.call(ofAgent, { path: { id }, body });
    const other = await context.call(ofDispatch, { body: dispatched });
    context.warn(
      one.status < 400 || isAlike(one.status, other.status),
      `A request ${what} returns ${one.status} by ${ofAgent} and ${other.status} by ${ofDispatch}.`,
    );
  }
}

/** Returns whether two rejections have one cause. Why: what is not found may be an invalid value of a body. */
function isAlike(one: number, other: number): boolean {
  const aboutRequest: readonly number[] = [400, 404, 422];
  return one === other || (aboutRequest.includes(one) && aboutRequest.includes(other));
}
