/**
 * The state of runs across streams, so that a stream that continues a run is checked with the events before it. Every
 * stream works on a copy and saves it at its end, so concurrent streams of one run cannot interfere.
 */
import { newRun as newGeneralRun } from '../../streams/general-support.ts';
import type { RunState, StreamRule } from '../../streams/stream-rule.ts';

/** The shared state of a run. Shape: `none` before the first snapshot; `unknown` once it can no longer be tracked. */
export type SharedState =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly value: unknown }
  | { readonly kind: 'unknown' };

/** The tracked state of one run. A stream changes its own copy. */
export interface RunMemory extends RunState {
  readonly approvals: Map<string, 'pending' | 'resolved'>;
  /** Whether the run awaits input that was not supplied yet. */
  isAwaiting: boolean;
  state: SharedState;
}

/** A stream rule about the meaning of the events of an execution. */
export type ExecutionRule = StreamRule<RunMemory>;

/** A copy of the state of a run, and the version it was copied from. */
export interface StoredRun {
  readonly run: RunMemory;
  readonly version: number;
}

export interface RunStore {
  /** Copies the state of a run; `null` for an unknown run. */
  recall(executionId: string): StoredRun | null;
  /**
   * Saves the copy that a stream has changed. If another stream saved the run in the meantime, the copy with the higher
   * `seq` wins.
   *
   * Shape: `version` is that of the copy, 0 for a run that was unknown.
   */
  keep(executionId: string, run: RunMemory, version: number): void;
  /** Number of stored runs. */
  readonly size: number;
}

/** Limits of a store; beyond them, the run that was saved least recently is dropped. */
export interface MemoryLimits {
  readonly runs: number;
  /** Estimated size of all runs. Units: characters. */
  readonly weight: number;
}

const DEFAULT_LIMITS: MemoryLimits = { runs: 500, weight: 32 * 1024 * 1024 };

export function createRunStore(limits = DEFAULT_LIMITS): RunStore {
  const runs = new Map<string, StoredRun & { readonly weight: number }>();
  let versions = 0;
  let weight = 0;

  function forget(executionId: string): void {
    weight -= runs.get(executionId)?.weight ?? 0;
    runs.delete(executionId);
  }

  return {
    recall(executionId) {
      const entry = runs.get(executionId);
      return entry === undefined ? null : { run: copyOf(entry.run), version: entry.version };
    },
    keep(executionId, run, version) {
      const entry = runs.get(executionId);
      const isOvertaken = entry !== undefined && entry.version !== version;
      if (isOvertaken && !isFurther(run, entry.run)) return;
      forget(executionId);
      const next = { run: copyOf(run), version: ++versions, weight: weigh(run) };
      runs.set(executionId, next);
      weight += next.weight;
      while (runs.size > 1 && (runs.size > limits.runs || weight > limits.weight))
        forget([...runs.keys()][0] ?? '');
    },
    get size() {
      return runs.size;
    },
  };
}

/** Creates the state of a run before its first event. Shape: `isWhole` is false if events may have been missed. */
export function newRun(isWhole: boolean): RunMemory {
  return {
    ...newGeneralRun(isWhole),
    approvals: new Map(),
    isAwaiting: false,
    state: isWhole ? { kind: 'none' } : { kind: 'unknown' },
  };
}

/** Clears the state that only matters while a run continues. */
export function forgetDetails(run: RunMemory): void {
  run.isWhole = false;
  run.isAwaiting = false;
  run.open.clear();
  run.texts.clear();
  run.state = { kind: 'unknown' };
}

/** Copies a run. Why: blocks, texts and states are immutable, so only the maps need a copy. */
function copyOf(run: RunMemory): RunMemory {
  return {
    ...run,
    open: new Map(run.open),
    texts: new Map(run.texts),
    approvals: new Map(run.approvals),
  };
}

function isFurther(one: RunMemory, other: RunMemory): boolean {
  const ahead = (one.seq ?? -Infinity) - (other.seq ?? -Infinity);
  return ahead > 0 || (ahead === 0 && one.isWhole && !other.isWhole);
}

/** Estimates the size of a run. Units: characters, including an allowance for each entry. */
function weigh({ open, texts, approvals, state }: RunMemory): number {
  const names = [open, texts, approvals].flatMap((map) => [...map.keys()]);
  const textWeight = [...names, ...texts.values()].reduce((sum, text) => sum + text.length + 100, 0);
  return 1_000 + textWeight + (state.kind === 'known' ? JSON.stringify(state.value).length : 0);
}
