/**
 * What a world keeps of a run that is being played: the story that is left, the turn that is open, the gates that
 * hold it. The client never sees this record; `execution.ts` is the one that it reads.
 */
import type { ExecutionStreamEvent } from '../../../generated/service/types.ts';
import { kindOf } from '../../kernel/layout.ts';
import type { ApproveStep, Json, JsonMap, LocalToolStep, Step, StopReason } from '../scenario.ts';

type WithoutPlace<Event> = Event extends unknown ? Omit<Event, 'executionId' | 'seq'> : never;

/** A stream event before the log gives it its run and its number. */
export type EventBody = WithoutPlace<ExecutionStreamEvent>;

/** How fast a run is played: without waiting, at a tenth of the real time, or in real time. */
export type Pace = 'instant' | 'fast' | 'real';

/** The paces by name, as `Prefer: pace` lists them. */
export const paces: readonly Pace[] = ['instant', 'fast', 'real'];

/**
 * The smallest part of a run that is played at once.
 *
 * Units: `after` in milliseconds of the real pace, counted from the beat before.
 */
export type Beat =
  | { readonly after: number; readonly emit: EventBody }
  | { readonly after: number; readonly gates: readonly Gate[] }
  | { readonly after: number; readonly end: RunEnd }
  | { readonly after: number; readonly rest: true };

/** How a run ends. Shape: `error` with `execution_error` and only then. */
export interface RunEnd {
  readonly outcome: 'completed' | 'error' | 'aborted';
  readonly stopReason: StopReason;
  readonly error: RunError | null;
}

/** The failure that a run ends with. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly details?: JsonMap;
}

/** What holds a paused run. A run goes on when its last gate is answered. */
export type Gate = ApprovalGate | LocalToolGate;

/** A tool call that waits for somebody's decision; the decision itself is kept in the approval record. */
export interface ApprovalGate {
  readonly kind: 'approval';
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly iteration: number;
  readonly tool: ApproveStep;
}

/** A tool call that waits for its output from the caller. */
export interface LocalToolGate {
  readonly kind: 'local-tool';
  readonly toolCallId: string;
  readonly toolId: string;
  readonly iteration: number;
  readonly tool: LocalToolStep;
}

/** A model call that has started and not yet completed. */
export interface OpenModelCall {
  readonly id: string;
  readonly ordinal: number;
  readonly durationMs: number;
  readonly outputTokens: number;
}

/**
 * A turn that has started and not yet completed.
 *
 * Shape: `acted` once a tool was called in it, after which the model speaks only in a turn of its own.
 */
export interface OpenTurn {
  readonly id: string;
  readonly iteration: number;
  readonly modelCall: OpenModelCall | null;
  readonly content: string;
  readonly acted: boolean;
  readonly usage: Usage;
}

/** Units: tokens, and US dollars. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cost: number;
}

/**
 * The run of an execution, under the execution's id.
 *
 * Shape: `steps` are those not yet begun, `beats` those of the step being played, from `next` on; `gates` is empty unless
 * the run is paused; `outputs` holds the
 * last output of each tool by its name; `inputTokens` is what the conversation so far costs the next model call;
 * `answer` is the text of the last turn that had one.
 */
export interface RunRecord {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly beats: readonly Beat[];
  readonly next: number;
  readonly gates: readonly Gate[];
  readonly pace: Pace;
  readonly lastMessage: string;
  readonly inputTokens: number;
  readonly outputs: Readonly<Record<string, Json>>;
  readonly turn: OpenTurn | null;
  readonly iteration: number;
  readonly modelCalls: number;
  readonly answer: string;
  readonly usage: Usage;
}

/** Runs by execution id. */
export const runs = kindOf<RunRecord>('run');
