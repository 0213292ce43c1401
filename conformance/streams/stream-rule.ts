/** Types of stream rules: a rule receives the frames of a stream one by one and reports problems immediately. */
import type { Problem as SchemaProblem } from '../../templates/runtime/problem.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { CaptureEnd, StreamFrame } from '../model/exchange.ts';
import type { Problem } from '../model/finding.ts';
import type { EventTypes } from './event-types.ts';
import type { BlockPlace, CheckedEvent } from './stream-event.ts';
import type { StreamRequest } from './stream-request.ts';

/** An open block: the event that opened it, and whether it must be completed before its run succeeds. */
export interface OpenBlock {
  readonly type: string;
  /** Number of the event in its stream. */
  readonly number: number;
  /** Whether it was opened before a pause or by an earlier stream; it may then start again or stay open. */
  readonly isOptional: boolean;
}

/** The state of a run: what a request starts, and later streams may continue. */
export interface RunState {
  /** The highest `seq`; `null` while no event had one. */
  seq: number | null;
  /** Whether every event of the run was read, so that an event that was not seen was not sent. */
  isWhole: boolean;
  /** Blocks that are open, by family and id. */
  readonly open: Map<string, OpenBlock>;
  /** Joined deltas of open texts, by family and id. */
  readonly texts: Map<string, string>;
}

/** What rules know about the events of an API besides its contract. Shape: `Run` is the state of a run. */
export interface EventTraits<Run extends RunState = RunState> {
  /** Returns whether an event ends its run successfully. */
  isSuccess(event: CheckedEvent): boolean;
  /** Returns whether an event is of a run inside of its run. */
  isNested(event: CheckedEvent): boolean;
  /** Returns the block of an event; `null` for an event that belongs to no block. */
  placeOf(event: CheckedEvent, types: EventTypes): BlockPlace | null;
  /** Returns the key of a block that an event mentions, which needs no start after that; `null` for none. */
  announcedBlock(event: CheckedEvent): string | null;
  /** Returns whether another rule reports the violation of a schema. */
  isReportedElsewhere(event: CheckedEvent, problem: SchemaProblem): boolean;
  /** Creates the tracker of a stream. */
  trackEnd(context: StreamContext<Run>): EndTracker;
  /** Returns the basis of a detail that is more specific than that of its check. */
  cite(detail: StreamDetail): Citation;
}

/** A detail of a stream on which a contract has its own statement. */
export type StreamDetail =
  | 'end marker'
  | 'incomplete event'
  | 'keep-alive after the end'
  | 'missing end'
  | 'position of a keep-alive'
  | 'silence'
  | 'start of a resumed run';

/** The basis of a problem. */
export type Citation = Pick<Problem, 'facts' | 'assumption'>;

/**
 * The context that the rules of one stream share.
 *
 * Shape: `run` is the state of the run, including this stream; the first event replaces the initial empty one.
 */
export interface StreamContext<Run extends RunState = RunState> {
  readonly operation: ContractOperation;
  readonly request: StreamRequest;
  readonly types: EventTypes;
  readonly traits: EventTraits<Run>;
  readonly run: Run;
  /** Whether a frame could not be read, so that missing events cannot be detected. */
  readonly hasUnreadableFrames: boolean;
}

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

export interface StreamEndState {
  /** Type of the event that ended the run; `null` while the run has not ended. */
  readonly ended: string | null;
  /** What the run waits for; `null` if it waits for nothing. */
  readonly waitsFor: string | null;
  /** Whether the run may be paused. */
  readonly isPaused: boolean;
  /** Whether the run stopped where it cannot continue by itself. */
  readonly isMidway: boolean;
}

/** Tracks the frames of a stream. */
export interface EndTracker {
  take(seen: FrameContext): void;
  state(): StreamEndState;
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

export interface StreamRule<Run extends RunState = RunState> {
  readonly check: string;
  /** Starts the rule on a stream. */
  readonly open: (context: StreamContext<Run>) => RunningRule;
}
