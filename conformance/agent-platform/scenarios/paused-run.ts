/** Paused runs: starts runs that wait for an approval or an output, and continues them by the operations of an agent. */
import { describeResponse } from './call-response.ts';
import { callForRun, isPaused, terminalOf } from './play-run.ts';
import type { PlayedRun } from './played-run.ts';
import { isFields, propertyOf, textOf, type JsonFields } from './read-value.ts';
import type { CheckContext, PlayOptions } from './scenario-check.ts';
import { msPerDay } from '../../../templates/runtime/conversion/durations.ts';

/** A run that waits for an approval. */
export interface PendingApproval {
  readonly agentId: string;
  readonly executionId: string;
  readonly approvalId: string;
  readonly run: PlayedRun;
}

/** A run that waits for the output of a tool. */
export interface PendingOutput {
  readonly agentId: string;
  readonly executionId: string;
  /** Names under which its output may be sent, the most likely first. */
  readonly keys: readonly string[];
  readonly run: PlayedRun;
}

/**
 * A decision on an approval. Shape: defaults are the ids of the pending one, `approved`, and no stream; a decision that is
 * `undefined` is omitted.
 */
export interface OwnerDecision {
  readonly agentId?: string;
  readonly executionId?: string;
  readonly approvalId?: string;
  readonly decision?: unknown;
  readonly reason?: string;
  readonly isStreamed?: boolean;
  /** Default: `full`. */
  readonly profile?: string;
}

/** Plays a run until it waits for an approval. Skips the check if it does not. */
export async function pauseForApproval(
  context: CheckContext,
  kind: string,
  options: PlayOptions = {},
): Promise<PendingApproval> {
  const { agentId } = context.runTemplate(kind);
  return pendingApproval(context, { agentId, kind, run: await context.play(kind, options) });
}

/** Returns the approval for which a run waits. Skips the check if there is none. */
export function pendingApproval(
  context: CheckContext,
  { agentId, kind, run }: { readonly agentId: string; readonly kind: string; readonly run: PlayedRun },
): PendingApproval {
  const approvalId = approvalIdOf(run);
  if (run.executionId === null || approvalId === null)
    return context.skip(`A run of the kind ${kind} did not request an approval: ${describeResponse(run)}.`);
  return { agentId, executionId: run.executionId, approvalId, run };
}

/** Plays a run until it waits for the output of a tool. Skips the check if it does not. */
export async function pauseForOutput(
  context: CheckContext,
  kind: string,
  options: PlayOptions = {},
): Promise<PendingOutput> {
  const run = await context.play(kind, options);
  const { executionId } = run;
  const waits = [run.last('await'), pausedReasonOf(run)].filter(isFields);
  const keys = ['toolCallId', 'toolName', 'toolId'].flatMap((name) =>
    waits.flatMap((wait) => textOf(wait, name) ?? []),
  );
  if (executionId === null || keys.length === 0 || terminalOf(run) !== null)
    return context.skip(`A run of the kind ${kind} did not wait for a tool: ${describeResponse(run)}.`);
  return { agentId: context.runTemplate(kind).agentId, executionId, keys: [...new Set(keys)], run };
}

/** Returns the `pausedReason` of a JSON result; `null` if it has none. */
export function pausedReasonOf({ body }: Pick<PlayedRun, 'body'>): JsonFields | null {
  const reason = propertyOf(body, 'pausedReason');
  return isFields(reason) ? reason : null;
}

/** Optional properties of a result that apply to every run. */
const optional = ['pausedReason', 'agentTargetResolution', 'agentVersionId', 'alias'];

/** Returns whether a result has none of its optional properties, as the source allows. */
export function omitsOptional({ body }: Pick<PlayedRun, 'body'>): boolean {
  return optional.every((name) => propertyOf(body, name) === undefined);
}

/**
 * Returns a delay after which an approval has expired. Skips the check if its timeout is unknown.
 *
 * Units: milliseconds. The source gives no unit, so the number is interpreted as seconds, the longer of the two.
 */
export function expiryDelay(context: CheckContext, { run }: Pick<PendingApproval, 'run'>): number {
  const timeout = run.last('approval_start')?.['timeout'];
  if (typeof timeout !== 'number') return context.skip('An approval has no timeout.');
  return Math.min(timeout * 1_000, 400 * msPerDay);
}

/** Sends a decision on an approval by the operation of its agent. */
export function decideAsOwner(
  context: CheckContext,
  pending: PendingApproval,
  options: OwnerDecision = {},
): Promise<PlayedRun> {
  const initial = { decision: 'approved', isStreamed: false, profile: 'full' };
  const { agentId, executionId, approvalId, decision, reason, isStreamed, profile } = {
    ...initial,
    ...pending,
    ...options,
  };
  const body = { executionId, approvalId, decision, reason, streamResponse: isStreamed };
  return callForRun(context, 'approveAgentExecution', { path: { id: agentId }, body, profile });
}

/**
 * Sends a valid decision on a pending approval. Skips the check if the service does not accept it: the source does not
 * specify its properties.
 */
export async function decideCorrectly(
  context: CheckContext,
  pending: PendingApproval,
  options: OwnerDecision = {},
): Promise<PlayedRun> {
  const run = await decideAsOwner(context, pending, options);
  if (run.status === 400)
    return context.skip(
      'A decision with {executionId, approvalId, decision} returns 400; the source names none of these properties.',
    );
  return run;
}

/** The output that is sent. */
export const suppliedOutput = { items: 1, note: 'from the check' };

/** Sends the output of the tool that a run waits for, under one name. */
export function sendOutput(
  context: CheckContext,
  { agentId, executionId, profile = 'full' }: OutputTarget,
  key: string,
  isStreamed = true,
): Promise<PlayedRun> {
  const body = { executionId, toolOutputs: { [key]: suppliedOutput }, streamResponse: isStreamed };
  return callForRun(context, 'resumeAgentExecution', { path: { id: agentId }, body, profile });
}

/** The run that an output is for, and its sender. */
export type OutputTarget = Pick<PendingOutput, 'agentId' | 'executionId'> & { readonly profile?: string };

/**
 * Sends the output that a run waits for, under the first name that the service accepts. Skips the check if it accepts
 * none: the source does not specify the properties of this body.
 */
export async function supplyOutput(
  context: CheckContext,
  pending: PendingOutput,
  isStreamed = true,
): Promise<PlayedRun> {
  for (const key of pending.keys) {
    const run = await sendOutput(context, pending, key, isStreamed);
    if (run.status !== 400) return run;
  }
  return context.skip(
    'The body {executionId, toolOutputs} returns 400; the source names none of these properties.',
  );
}

/** Sends the output that a run waits for, without streaming. Skips the check unless it is accepted. */
export async function supplyAccepted(context: CheckContext, pending: PendingOutput): Promise<PlayedRun> {
  const run = await supplyOutput(context, pending, false);
  return run.status === 200 ? run : context.skip(`A requested output returned ${describeResponse(run)}.`);
}

/** Expects that a response continues the run that was paused, to its end or to another pause. */
export function expectContinued(
  context: CheckContext,
  run: PlayedRun,
  { executionId }: Pick<PendingApproval, 'executionId'>,
  what: { readonly request: string; readonly run: string },
): void {
  const message = `${what.request} continues another run than the paused one.`;
  context.expect(run.executionId === executionId, message, 'events');
  context.expect(
    terminalOf(run) !== null || isPaused(run),
    `The stream of a ${what.run} run neither ends nor pauses again.`,
    'events',
  );
}

/** Expects the result of the run that was paused, with a known status. Shape: `what` is the run, with an article. */
export function expectOwnResult(
  context: CheckContext,
  { body }: PlayedRun,
  { executionId }: Pick<PendingApproval, 'executionId'>,
  what: string,
): void {
  context.expect(
    propertyOf(body, 'executionId') === executionId,
    `The result of ${what} belongs to another run.`,
    'body.executionId',
  );
  expectResultStatus(context, body, ['completed', 'failed', 'paused'], `The result of ${what}`);
}

/** Expects one of these statuses in a result. */
export function expectResultStatus(
  context: CheckContext,
  body: unknown,
  expected: readonly string[],
  what: string,
): void {
  const status = propertyOf(body, 'status');
  context.expect(
    expected.some((each) => each === status),
    `${what} has the status ${String(status)}.`,
    'body.status',
  );
}

/** Returns the approval that a run waits for, by its last event or its result. */
function approvalIdOf(run: PlayedRun): string | null {
  return terminalOf(run) === null
    ? (textOf(run.last('approval_start'), 'approvalId') ?? textOf(pausedReasonOf(run), 'approvalId'))
    : null;
}
