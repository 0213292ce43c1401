/**
 * What a rule about streams is: it takes the frames of a stream one by one and says what is wrong as soon as one shows it.
 * Types only.
 */
import type { Operation } from '../../schema-location/operations.ts';
import type { CaptureEnd, StreamFrame } from '../../engine/exchange.ts';
import type { Problem } from '../../engine/finding.ts';
import type { RunMemory } from './stream-memory.ts';
import type { CheckedEvent } from './stream-event.ts';
import type { StreamRequest } from './stream-request.ts';

/**
 * What the rules of one stream share.
 *
 * Shape: `run` is what is known of the run, this stream included; it takes the place of an empty one with the first event.
 */
export interface StreamContext {
  readonly operation: Operation;
  readonly request: StreamRequest;
  readonly run: RunMemory;
  /** Whether something came that could not be read, so that nothing can be said of what is missing. */
  readonly hasUnreadableFrames: boolean;
  readonly isFlushChecked: boolean;
}

/** One frame as a rule sees it. */
export interface FrameContext {
  readonly frame: StreamFrame;
  /** `null` for a frame that holds no event. */
  readonly event: CheckedEvent | null;
  /** Whether it tells of another run than the stream does. */
  readonly isForeign: boolean;
  /** Whether an earlier stream has told it already. */
  readonly isRepeat: boolean;
  /** Where a problem is: the frame, or a member of its event. */
  readonly at: (property?: string) => string;
}

/** How a stream ended. Shape: `status` is that of a result in JSON, `null` for a stream. */
export interface Ending {
  readonly end: CaptureEnd;
  readonly rest: string;
  /** Frames in all. */
  readonly count: number;
  readonly status: 'completed' | 'paused' | 'failed' | null;
}

/** A rule at work on one stream. Shape: both answer `null` where the rule has nothing to look at. */
export interface RunningRule {
  take(frameContext: FrameContext): readonly Problem[] | null;
  end?(ending: Ending): readonly Problem[] | null;
}

/** A rule about streams. */
export interface StreamRule {
  readonly check: string;
  /** Begins to look at a stream. */
  readonly open: (context: StreamContext) => RunningRule;
}
