/**
 * What ends a pause: the decision on an approval, or the outputs of local tools. Every answer opens a new segment of the
 * stream that begins with `execution_start`.
 */
import { approvals } from '../approval.ts';
import type { ApprovalRecord } from '../approval.ts';
import type { ApprovalRefusal, OutputRefusal } from '../errors.ts';
import { executions, executionTopic } from '../execution.ts';
import type { ExecutionRecord } from '../execution.ts';
import type { Draft } from '../../kernel/draft.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { isMap } from '../json.ts';
import type { Json } from '../scenario.ts';
import { compose, emit } from './compose.ts';
import { composeApprovedTool, composeAwaitAgain, composeSuppliedTool, settle } from './expand.ts';
import { continueExecution, playExpansion, sendToApproval } from './play.ts';
import { runs } from './run.ts';
import type { ApprovalGate, Gate, LocalToolGate, Pace, RunRecord } from './run.ts';
import { announce } from './start.ts';
import type { Segment } from './start.ts';

/** A decision on an approval. */
export interface ApprovalAnswer {
  readonly executionId: string;
  readonly approvalId: string;
  readonly decision: 'approved' | 'denied';
  readonly note: string | null;
}

/**
 * Finds the approval that an answer is for.
 *
 * Errors: APPROVAL_ALREADY_RESOLVED when it was answered before; APPROVAL_EXPIRED when its time ran out; NOT_PAUSED when
 * the execution waits for no approval; APPROVAL_MISMATCH when it waits for another one.
 * Source: assumption A-074.
 */
export function findPendingApproval(
  draft: Draft,
  execution: ExecutionRecord,
  approvalId: string,
): Result<ApprovalRecord, ApprovalRefusal> {
  const approval = draft.get(approvals, approvalId);
  const own = approval?.executionId === execution.id ? approval : undefined;
  if (own?.status === 'pending') return ok(own);
  if (own?.status === 'timeout') return refuse({ code: 'APPROVAL_EXPIRED', approvalId });
  if (own !== undefined) return refuse({ code: 'APPROVAL_ALREADY_RESOLVED', approvalId });
  const pending = pendingApproval(draft, execution.id);
  if (pending === null)
    return refuse({ code: 'NOT_PAUSED', executionId: execution.id, waitsFor: 'approval' });
  return refuse({ code: 'APPROVAL_MISMATCH', approvalId, pending: pending.approvalId });
}

/**
 * Answers an approval and goes on with its run.
 *
 * Shape: a denied run plays the steps that its scenario has for that case instead of those that are left.
 * Errors: as `findPendingApproval`, and EXECUTION_NOT_FOUND.
 */
export function answerApproval(
  draft: Draft,
  answer: ApprovalAnswer,
  pace: Pace | null,
): Result<Segment, ApprovalRefusal> {
  const { executionId, approvalId, decision, note } = answer;
  const execution = draft.get(executions, executionId);
  if (execution === undefined) return refuse({ code: 'EXECUTION_NOT_FOUND', executionId });
  const found = findPendingApproval(draft, execution, approvalId);
  if (!found.ok) return found;
  sendToApproval(draft, approvalId, { type: decision === 'approved' ? 'approve' : 'deny', note });

  const run = pausedRun(draft, executionId);
  const gate = run.gates.find(
    (held): held is ApprovalGate => held.kind === 'approval' && held.approvalId === approvalId,
  );
  if (gate === undefined) throw new Error(`No gate of ${executionId} holds approval ${approvalId}.`);
  const steps = decision === 'approved' ? run.steps : (gate.tool.denied ?? []);
  const segment = beginSegment(draft, executionId);
  const composition = compose({ ...run, steps, gates: [], pace: pace ?? run.pace }, draft);
  emit(composition, { type: 'approval_complete', approvalId, decision, resolvedBy: 'user' });
  if (decision === 'approved') composeApprovedTool(composition, gate);
  playExpansion(draft, settle(composition));
  return ok(segment);
}

/** Outputs of local tools, by the id of the call or by the name of the tool. */
export type ToolOutputs = Readonly<Record<string, Json>>;

/**
 * Supplies outputs of local tools and goes on with the run; calls that got none are awaited again.
 *
 * Errors: EXECUTION_NOT_FOUND; NOT_PAUSED when the execution waits for no output; OUTPUT_MISSING when none of the outputs
 * is for a call that it waits for.
 */
export function supplyOutputs(
  draft: Draft,
  executionId: string,
  outputs: ToolOutputs,
  pace: Pace | null,
): Result<Segment, OutputRefusal> {
  if (!draft.has(executions, executionId)) return refuse({ code: 'EXECUTION_NOT_FOUND', executionId });
  const run = draft.get(runs, executionId);
  const awaited = run?.gates.filter(isLocalTool) ?? [];
  if (run === undefined || awaited.length === 0) {
    return refuse({ code: 'NOT_PAUSED', executionId, waitsFor: 'tool-output' });
  }
  const supplied = awaited.filter((gate) => outputKey(outputs, gate) !== null);
  if (supplied.length === 0) {
    return refuse({
      code: 'OUTPUT_MISSING',
      awaited: awaited.map(({ toolCallId, tool }) => ({ toolCallId, toolName: tool.name })),
    });
  }

  const segment = beginSegment(draft, executionId);
  const composition = compose({ ...run, gates: [], pace: pace ?? run.pace }, draft);
  for (const gate of supplied) composeSuppliedTool(composition, gate, toolResult(outputs, gate));
  const left = awaited.filter((gate) => !supplied.includes(gate));
  if (left.length > 0) composeAwaitAgain(composition, left);
  playExpansion(draft, settle(composition));
  return ok(segment);
}

/** Returns the approval gate that holds an execution, null when none does. */
export function pendingApproval(draft: Draft, executionId: string): ApprovalGate | null {
  const gates = draft.get(runs, executionId)?.gates ?? [];
  return gates.find((gate): gate is ApprovalGate => gate.kind === 'approval') ?? null;
}

function beginSegment(draft: Draft, executionId: string): Segment {
  continueExecution(draft, executionId);
  const segment = draft.open(executionTopic(executionId));
  announce(draft, executionId, true);
  return { executionId, segment };
}

function pausedRun(draft: Draft, executionId: string): RunRecord {
  const run = draft.get(runs, executionId);
  if (run === undefined) throw new Error(`Execution ${executionId} has no run.`);
  return run;
}

function isLocalTool(gate: Gate): gate is LocalToolGate {
  return gate.kind === 'local-tool';
}

/** The id of the call wins over the name of the tool, which older clients send. Source: wire form of `toolOutputs`, A-061. */
function outputKey(outputs: ToolOutputs, { toolCallId, tool }: LocalToolGate): string | null {
  if (Object.hasOwn(outputs, toolCallId)) return toolCallId;
  return Object.hasOwn(outputs, tool.name) ? tool.name : null;
}

function toolResult(outputs: ToolOutputs, gate: LocalToolGate) {
  const output = outputs[outputKey(outputs, gate) ?? gate.toolCallId] ?? null;
  return isFailure(output)
    ? { name: gate.tool.name, error: 'The tool failed at the caller.' }
    : { name: gate.tool.name, result: output };
}

function isFailure(output: Json): boolean {
  return isMap(output) && output['isError'] === true;
}
