/** The segment of a run in response to a request: as a stream, or collected into the JSON result. */
import type { ExecutionResult, ExecutionStreamEvent } from '../../../generated/service/types.ts';
import type { EventStream } from '../../../templates/runtime/event-stream.ts';
import { executionTopic, executions, type ExecutionRecord } from '../domain/executions/execution.ts';
import type { ServiceContext } from './context.ts';
import type { Seq } from '../../kernel/time/time.ts';
import type { AdmittedSegment } from './admit-run.ts';
import { rateHeaders, type RateHeaders } from './errors.ts';
import type { Segment } from '../domain/executions/playback/event-body.ts';
import type { World } from '../../kernel/world/world.ts';

/**
 * The properties with which a request asks for a stream or not. The top-level property wins. Source: assumption A-061.
 */
export interface StreamChoice {
  readonly streamResponse?: boolean | undefined;
  readonly options?: { readonly streamResponse?: boolean | undefined } | undefined;
}

/** The successful response of an operation that runs an agent or continues one. */
export type RunResponse =
  | {
      readonly status: 200;
      readonly contentType: 'text/event-stream';
      readonly headers: RateHeaders;
      readonly stream: EventStream<ExecutionStreamEvent>;
    }
  | RunJsonResponse;

export interface RunJsonResponse {
  readonly status: 200;
  readonly contentType: 'application/json';
  readonly headers: RateHeaders;
  readonly body: ExecutionResult;
}

/** Returns a segment in the requested format; JSON waits for the end of the segment. */
export function responseWithRun(
  context: ServiceContext,
  segment: AdmittedSegment,
  choice: StreamChoice,
  after: Seq | null = null,
): RunResponse | Promise<RunJsonResponse> {
  if (!(choice.streamResponse ?? choice.options?.streamResponse ?? true))
    return responseWithResult(context, segment);
  return {
    status: 200,
    contentType: 'text/event-stream',
    headers: rateHeaders(segment.window),
    stream: streamSegment(context, segment, after),
  };
}

/** Returns a segment as one JSON result, after its end. */
export async function responseWithResult(
  context: ServiceContext,
  segment: AdmittedSegment,
): Promise<RunJsonResponse> {
  const batches = await Array.fromAsync(streamSegment(context, segment, null).batches);
  return {
    status: 200,
    contentType: 'application/json',
    headers: rateHeaders(segment.window),
    body: runResult(context.world, segment, batches.flat()),
  };
}

/** Streams a whole run after a position, across all its segments, until it pauses or ends. */
export function streamRun(
  { world, signal }: ServiceContext,
  id: string,
  after: Seq | null,
): EventStream<ExecutionStreamEvent> {
  return { batches: world.followEvents(executionTopic(id), after, { signal }) };
}

export function streamOf(
  events: readonly ExecutionStreamEvent[],
  after: Seq | null,
): EventStream<ExecutionStreamEvent> {
  const left = events.filter((_, seq) => after === null || seq > after);
  return { batches: oneBatch(left) };
}

async function* oneBatch<E>(events: readonly E[]): AsyncGenerator<readonly E[], void, undefined> {
  if (events.length > 0) yield await Promise.resolve(events);
}

function streamSegment(
  { world, signal }: ServiceContext,
  { executionId, segment }: AdmittedSegment,
  after: Seq | null,
): EventStream<ExecutionStreamEvent> {
  return { batches: world.followEvents(executionTopic(executionId), after, { segment, signal }) };
}

/**
 * Returns the result of a segment of a run.
 *
 * Shape: the status comes from the last event, since another request may have continued the run in the meantime.
 */
export function runResult(
  world: World,
  { executionId, segment }: Segment,
  events: ExecutionStreamEvent[],
): ExecutionResult {
  const execution = world.query((view) => view.get(executions, executionId));
  if (execution === undefined) throw new Error(`Execution ${executionId} is gone.`);
  const status = statusAfter(events.at(-1));
  const reason = execution.pauses[segment];
  return {
    executionId,
    status,
    success: status !== 'failed',
    ...resolutionOf(execution),
    ...(status === 'failed' && failureOf(execution)),
    ...(status === 'paused' && reason && { pausedReason: reason }),
    events,
  };
}

/** Returns the target resolution of a run, without properties that do not apply. */
export function resolutionOf({ agentTargetResolution, agentVersionId, alias }: ExecutionRecord) {
  return {
    ...(agentTargetResolution !== null && { agentTargetResolution }),
    ...(agentVersionId !== null && { agentVersionId }),
    ...(alias !== null && { alias }),
  };
}

/** Returns the failure of a run, without properties that do not apply. */
export function failureOf({ outcome, error }: ExecutionRecord) {
  if (error === null) return { error: outcome === 'aborted' ? 'The run was stopped' : 'The run failed' };
  const { message, code, blockReason, upgradeUrl } = error;
  return {
    error: message,
    code,
    ...(blockReason !== undefined && { blockReason }),
    ...(upgradeUrl !== undefined && { upgradeUrl }),
  };
}

function statusAfter(last: ExecutionStreamEvent | undefined): ExecutionResult['status'] {
  if (last?.type === 'execution_complete') return last.success ? 'completed' : 'failed';
  return last?.type === 'execution_error' ? 'failed' : 'paused';
}
