/**
 * Determines which events a scenario emits, by playing it in an empty world in which every tool returns a result and
 * approvals are decided as the scenario expects.
 */
import type { ExecutionStreamEvent } from '../../../../generated/service/types.ts';
import { Transaction, type TransactionPorts } from '../../../kernel/transaction/transaction.ts';
import { emptyState } from '../../../kernel/store/state.ts';
import { epochMs, milliseconds } from '../../../kernel/time/time.ts';
import { executionTopic } from '../executions/execution.ts';
import { storeSchema } from '../store.ts';
import { decideApproval, expireApproval, pendingApproval } from '../executions/playback/answer.ts';
import type { OpenAction } from '../executions/playback/pending-action.ts';
import { runs } from '../executions/playback/run.ts';
import type { PaceOptions } from '../executions/playback/new-run.ts';
import { resumePlayback, startRun } from '../executions/playback/play.ts';
import { supplyOutputs } from '../executions/playback/supply.ts';
import type { Scenario, Step } from './scenario.ts';

type EventType = ExecutionStreamEvent['type'];

const cache = new WeakMap<Scenario, readonly EventType[]>();

/** Lists the types of the events that a run of a scenario emits, in the order of their first appearance. */
export function dryRun(scenario: Scenario): readonly EventType[] {
  const before = cache.get(scenario);
  if (before !== undefined) return before;
  const types = play(scenario);
  cache.set(scenario, types);
  return types;
}

const executionId = 'exec_rehearsal';

const atOnce: PaceOptions = { requested: null, fallback: 'instant' };

/** The maximum number of pauses, a safeguard against bugs: every scenario ends, and each pause is resolved once. */
const maxPauses = 1000;

function play(scenario: Scenario): readonly EventType[] {
  const tx = emptyTransaction();
  startRun(tx, {
    id: executionId,
    workspaceId: 'rehearsal',
    agentId: null,
    agent: null,
    agentSpec: null,
    resolution: { agentTargetResolution: null, agentVersionId: null, alias: null },
    messages: [],
    scenario: { ...scenario, steps: scenario.steps.map(shorten) },
    pace: 'instant',
    surfaceType: 'api',
    sessionId: null,
    parentExecutionId: null,
  });
  for (let pauses = 0; pauses < maxPauses; pauses += 1) {
    const run = tx.get(runs, executionId);
    if (run === undefined) break;
    if (run.gates.length === 0) resumePlayback(tx, run);
    else resolvePendingActions(tx, run.gates);
  }
  return [...new Set(tx.entries(executionTopic(executionId)).map(({ event }) => event.type))];
}

/** Shortens a repetition to two rounds, since further ones emit the same types. */
function shorten(step: Step): Step {
  if (!('repeat' in step)) return step;
  const { steps, times = 2 } = step.repeat;
  return { repeat: { steps: steps.map(shorten), times: Math.min(times, 2) } };
}

function resolvePendingActions(tx: Transaction, gates: readonly OpenAction[]): void {
  const approval = pendingApproval(tx, executionId);
  if (approval !== null) {
    const { approvalId, tool } = approval;
    const { expect: decision = 'approved' } = tool;
    const run = tx.get(runs, executionId);
    if (decision !== 'timeout') decideApproval(tx, { executionId, approvalId, decision, note: null }, atOnce);
    else if (run !== undefined) expireApproval(tx, run, approvalId);
    return;
  }
  const outputs = Object.fromEntries(gates.map(({ toolCallId }) => [toolCallId, {}]));
  supplyOutputs(tx, executionId, { outputs, pace: atOnce });
}

const ports: TransactionPorts = {
  ids: {
    token: ({ prefix, count }) => `${prefix}_${count}`,
    typeId: ({ prefix, count }) => `${prefix}_${count}`,
  },
  random: { start: (seed) => seed, next: (state) => ({ value: 0.5, state }) },
};

function emptyTransaction(): Transaction {
  const createdAt = epochMs(0);
  const clock = { mode: 'real', offset: milliseconds(0) } as const;
  const state = emptyState(storeSchema, { seed: 1, fixture: 'rehearsal', createdAt, clock }, 0);
  return new Transaction(state, createdAt, ports);
}
