/** Types of stream rules: a rule receives the frames of a stream one by one and reports problems immediately. */
import type { Operation } from '../schema-location/operations.ts';
import type { CaptureEnd, StreamFrame } from '../model/exchange.ts';
import type { Problem } from '../model/finding.ts';
import type { RunMemory } from './stream-memory.ts';
import type { CheckedEvent } from './stream-event.ts';
import type { StreamRequest } from './stream-request.ts';

/**
 * The context that the rules of one stream share.
 *
 * Shape: `run` is the state of the run, including this stream; the first event replaces the initial empty one.
 */
export interface StreamContext {
  readonly operation: Operation;
  readonly request: StreamRequest;
  readonly run: RunMemory;
  /** Whether a frame could not be read, so that missing events cannot be detected. */
  readonly hasUnreadableFrames: boolean;
  readonly isFlushChecked: boolean;
}

/** One frame and its context. */
export interface FrameContext {
  readonly frame: StreamFrame;
  /** `null` for a frame without an event. */
  readonly event: CheckedEvent | null;
  /** Whether the event belongs to a different run than the stream. */
  readonly isForeign: boolean;
  /** Whether an earlier stream already had the event. */
  readonly isRepeat: boolean;
  /** Returns the location of a problem: the frame, or a property of its event. */
  readonly at: (property?: string) => string;
}

/** How a stream ended. Shape: `status` is that of a result in JSON, `null` for a stream. */
export interface Ending {
  readonly end: CaptureEnd;
  readonly rest: string;
  /** Number of frames. */
  readonly count: number;
  readonly status: 'completed' | 'paused' | 'failed' | null;
}

/** A rule that runs on one stream. Shape: both methods return `null` if the rule has nothing to check. */
export interface RunningRule {
  take(frameContext: FrameContext): readonly Problem[] | null;
  end?(ending: Ending): readonly Problem[] | null;
}

/** A stream rule. */
export interface StreamRule {
  readonly check: string;
  /** Starts the rule on a stream. */
  readonly open: (context: StreamContext) => RunningRule;
}
