/** Paused runs: starts runs that wait for an approval or an output, and resumes them by the routes of an agent. */
import type { CheckContext, PlayOptions } from './scenario-check.ts';
import { readRun, type PlayedEvent, type PlayedRun } from './play-run.ts';
import { isFields, propertyOf, textOf, type JsonFields } from './read-value.ts';

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

/** A decision on an approval. Shape: defaults are the ids of the pending one, `approved`, and streamed. */
export interface AgentResponse {
  readonly agentId?: string;
  readonly executionId?: string;
  readonly approvalId?: string;
  readonly decision?: 'approved' | 'denied';
  readonly isStreamed?: boolean;
}

/** Returns the terminal event of a run; `null` if it has not ended. */
export function terminalOf({ events }: PlayedRun): PlayedEvent | null {
  return events.findLast(({ type }) => type === 'execution_complete' || type === 'execution_error') ?? null;
}

/** Describes a response: `200`, `409 with APPROVAL_ALREADY_RESOLVED`, or the reason why there is none. */
export function describeResponse({ status, json, exchange }: PlayedRun): string {
  if (status === 0) return `nothing (${exchange?.failure ?? 'no response'})`;
  // Why: messages differ between services, codes do not.
  const codes = [textOf(json, 'code'), textOf(json, 'error')].filter((text) =>
    /^[A-Z0-9_]+$/.test(text ?? ''),
  );
  return codes.length === 0 || status < 400 ? String(status) : `${status} with ${codes[0] ?? ''}`;
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
export function pausedReasonOf({ json }: PlayedRun): JsonFields | null {
  const reason = propertyOf(json, 'pausedReason');
  return isFields(reason) ? reason : null;
}

/** Optional properties of a result that apply to every run. */
const optional = ['pausedReason', 'agentTargetResolution', 'agentVersionId', 'alias'];

/** Returns whether a result has none of its optional properties, as the source allows. */
export function omitsOptional({ json }: Pick<PlayedRun, 'json'>): boolean {
  return optional.every((name) => propertyOf(json, name) === undefined);
}

const DAY = 86_400_000;

/**
 * Returns how long to wait until an approval has certainly expired. Skips the check if its timeout is unknown.
 *
 * Units: milliseconds. The source gives no unit, so the number is interpreted as seconds, the longer of the two.
 */
export function patienceOf(context: CheckContext, { run }: Pick<PendingApproval, 'run'>): number {
  const timeout = run.last('approval_start')?.['timeout'];
  if (typeof timeout !== 'number') return context.skip('An approval has no timeout.');
  return Math.min(timeout * 1_000, 400 * DAY);
}

/** Sends a decision on an approval by the route of its agent. */
export function decideAsOwner(
  context: CheckContext,
  pending: PendingApproval,
  response: AgentResponse = {},
): Promise<PlayedRun> {
  const {
    agentId,
    executionId,
    approvalId,
    decision = 'approved',
    isStreamed = true,
  } = { ...pending, ...response };
  const body = { executionId, approvalId, decision, streamResponse: isStreamed };
  return callAgent(context, agentId, 'approve', body);
}

/**
 * Sends a valid decision on a pending approval. Skips the check if the service does not accept it: the source does not
 * name its properties.
 */
export async function decideCorrectly(
  context: CheckContext,
  pending: PendingApproval,
  response: AgentResponse = {},
): Promise<PlayedRun> {
  const run = await decideAsOwner(context, pending, response);
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
  { agentId, executionId }: Pick<PendingOutput, 'agentId' | 'executionId'>,
  key: string,
  isStreamed = true,
): Promise<PlayedRun> {
  const toolOutputs = { [key]: suppliedOutput };
  return callAgent(context, agentId, 'resume', { executionId, toolOutputs, streamResponse: isStreamed });
}

/**
 * Sends the output that a run waits for, under the first name that the service accepts. Skips the check if it accepts
 * none: the source names no property of this body.
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

/** Calls an operation that continues a run. */
async function callAgent(
  context: CheckContext,
  agentId: string,
  operation: 'approve' | 'resume',
  body: JsonFields,
): Promise<PlayedRun> {
  return readRun(
    await context.send({
      method: 'POST',
      path: `/v1/agents/${encodeURIComponent(agentId)}/${operation}`,
      headers: [['content-type', 'application/json']],
      body: JSON.stringify(body),
      profile: 'full',
    }),
  );
}

/** Returns the approval that a run waits for, by its last event or its result. */
function approvalIdOf(run: PlayedRun): string | null {
  return terminalOf(run) === null
    ? (textOf(run.last('approval_start'), 'approvalId') ?? textOf(pausedReasonOf(run), 'approvalId'))
    : null;
}
