/**
 * The part of a run's stream that answers a request: as a stream, or collected into the JSON result.
 */
import type { ExecutionStreamEvent } from '../../../generated/service/types.ts';
import type { ExecutionResult } from '../../../generated/service/types.ts';
import type { EventStream } from '../../../generated/runtime/event-stream.ts';
import { executions, executionTopic } from '../../domain/execution.ts';
import type { ExecutionRecord } from '../../domain/execution.ts';
import type { Segment } from '../../domain/run/start.ts';
import type { ServiceContext } from '../../http/context.ts';
import type { Entry } from '../../kernel/topic.ts';
import type { Seq } from '../../kernel/units.ts';

/** Where a request says whether it wants a stream. The member at the top wins. Source: assumption A-061. */
export interface StreamChoice {
  readonly streamResponse?: boolean | undefined;
  readonly options?: { readonly streamResponse?: boolean | undefined } | undefined;
}

/** The successful reply of an operation that runs an agent or continues one. */
export type RunReply =
  | {
      readonly status: 200;
      readonly contentType: 'text/event-stream';
      readonly stream: EventStream<ExecutionStreamEvent>;
    }
  | { readonly status: 200; readonly contentType: 'application/json'; readonly body: ExecutionResult };

/** Answers with a segment in the form that the request asks for; JSON waits for the segment's end. */
export async function replyWithRun(
  context: ServiceContext,
  segment: Segment,
  choice: StreamChoice,
): Promise<RunReply> {
  const stream = streamSegment(context, segment);
  if (choice.streamResponse ?? choice.options?.streamResponse ?? true) {
    return { status: 200, contentType: 'text/event-stream', stream };
  }
  const events = await Array.fromAsync(stream.batches);
  return { status: 200, contentType: 'application/json', body: runResult(context, segment, events.flat()) };
}

/** Streams a whole run behind a place, over all its segments, until it pauses or ends. */
export function streamRun(
  { world, signal }: ServiceContext,
  id: string,
  after: Seq | null,
): EventStream<ExecutionStreamEvent> {
  return { batches: eventsOf(world.follow(executionTopic(id), after, { signal })) };
}

function streamSegment({ world, signal }: ServiceContext, { executionId, segment }: Segment) {
  return { batches: eventsOf(world.follow(executionTopic(executionId), null, { segment, signal })) };
}

async function* eventsOf<E>(
  batches: AsyncIterable<readonly Entry<E>[]>,
): AsyncGenerator<readonly E[], void, undefined> {
  for await (const batch of batches) yield batch.map((entry) => entry.event);
}

/** The status is told by the last event, since the run may have gone on by another request in the meantime. */
function runResult(
  { world }: ServiceContext,
  { executionId }: Segment,
  events: ExecutionStreamEvent[],
): ExecutionResult {
  const execution = world.query((view) => view.get(executions, executionId));
  if (execution === undefined) throw new Error(`Execution ${executionId} is gone.`);
  const last = events.findLast(({ type }) => type !== 'ping')?.type;
  const status =
    last === 'execution_complete' ? 'completed' : last === 'execution_error' ? 'failed' : 'paused';
  return {
    executionId,
    status,
    success: status !== 'failed',
    ...resolutionOf(execution),
    ...(status === 'failed' &&
      execution.error && { error: execution.error.message, code: execution.error.code }),
    ...(status === 'paused' && execution.pausedReason && { pausedReason: execution.pausedReason }),
    events,
  };
}

/** Tells how the definition of a run was chosen; what does not apply is absent. */
export function resolutionOf(execution: ExecutionRecord) {
  const { agentTargetResolution, agentVersionId, alias } = execution;
  return {
    agentTargetResolution,
    ...(agentVersionId !== null && { agentVersionId }),
    ...(alias !== null && { alias }),
  };
}
