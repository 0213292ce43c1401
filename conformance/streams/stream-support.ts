/** What the checks of streams know about an API besides its contract. */
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { Basis, Check } from '../model/check.ts';
import type { Problem } from '../model/finding.ts';
import type { CheckedEvent } from './stream-event.ts';
import type { Ending, EventTraits, RunState, StreamRule } from './stream-rule.ts';
import type { RunEntry, StreamRequest } from './stream-request.ts';

export interface StreamOperation {
  readonly runEntry: RunEntry;
  /** Basis of each rule: it streams on request, streams by default, and returns JSON on request. */
  readonly streams: Basis;
  readonly streamsByDefault: Basis;
  readonly returnsJson: Basis;
  /** Basis of an error that has the status of a success. */
  readonly errors: Basis;
  /** Whether the contract states that its stream, or its JSON result, has the events of the contract. */
  readonly isStreamStated: boolean;
  readonly isResultStated: boolean;
}

/** The state of runs in one part of an implementation. */
export interface StreamMemory<Run extends RunState = RunState> {
  /** Returns the state of a run before its first event. Shape: `isWhole` is false if events may have been missed. */
  newRun(isWhole: boolean): Run;
  /** Returns the state with which a stream starts, by its first event. */
  begin(request: StreamRequest, first: CheckedEvent): StreamStart<Run>;
  /** Changes the state of a run after an event that could not be read and so may have changed anything. */
  markUnreadable(run: Run): void;
  /** Saves the state of a run for later streams. */
  keep(runId: string, run: Run, start: StreamStart<Run>, hasEnded: boolean): void;
}

export interface StreamStart<Run extends RunState = RunState> {
  readonly run: Run;
  /** Version of the run in memory; 0 for an unknown run. */
  readonly version: number;
  /** The highest `seq` of earlier streams; `null` if this stream starts at the beginning of the run. */
  readonly lastSeq: number | null;
}

/** The events of a run as one JSON result. */
export interface RunResult {
  /** Name of their union. */
  readonly union: string;
  readonly events: readonly unknown[];
  /** Their place in the response: `body.events`. */
  readonly at: string;
  readonly status: Ending['status'];
}

/** The knowledge of one API. */
export interface StreamSupport<Run extends RunState = RunState> {
  /** The checks of every stream, with their basis in this API, and additional ones. */
  readonly checks: readonly Check[];
  /** Rules besides those of every stream. */
  readonly rules: readonly StreamRule<Run>[];
  readonly traits: EventTraits<Run>;
  /** Returns how an operation returns runs. */
  operationOf(operation: OperationSpec): StreamOperation;
  /** Returns whether the response may repeat events of an earlier stream. */
  mayRepeat(runEntry: RunEntry, body: unknown): boolean;
  /** Creates the memory of a part of an implementation. */
  createMemory(): StreamMemory<Run>;
  /** Reads the events of a JSON result; `null` for any other body. */
  readResult(operation: OperationSpec, body: unknown): RunResult | null;
  checkResult(events: readonly CheckedEvent[], status: Ending['status']): readonly Problem[];
}
