/**
 * What streams have told of runs so far, so that one that goes on with a run is judged with what came before. Every stream
 * works on a copy and hands it back at its end, so that streams of one run at the same time can't confuse each other.
 */

/** A block that was opened: where, and whether it has to be closed before its run ends well. */
export interface OpenBlock {
  readonly type: string;
  /** Number of the event in its stream. */
  readonly number: number;
  /** Opened before a pause or by an earlier stream: it may be told anew, or never be closed. */
  readonly isCarried: boolean;
}

/** The state that a run shares. Shape: `none` before the first snapshot; `unknown` when it can't be followed any more. */
export type SharedState =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly value: unknown }
  | { readonly kind: 'unknown' };

/** What is known of one run. A stream changes its own copy. */
export interface RunMemory {
  /** The highest `seq`; `null` while no event had one. */
  seq: number | null;
  /** Whether nothing of the run was missed, so that what was not seen was not told. */
  isWhole: boolean;
  /** Blocks that are open, by family and id. */
  readonly open: Map<string, OpenBlock>;
  /** What the pieces of open texts come to, by family and id. */
  readonly texts: Map<string, string>;
  readonly approvals: Map<string, 'pending' | 'resolved'>;
  /** Whether the run has told of something that it awaits and that nobody has supplied since. */
  isAwaiting: boolean;
  state: SharedState;
}

/** A copy of what is known of a run, and a mark of when it was taken. */
export interface Recollection {
  readonly run: RunMemory;
  readonly version: number;
}

/** Keeps what is known of runs. */
export interface StreamMemory {
  /** Copies what is known of a run; `null` for one that nobody has told of. */
  recall(executionId: string): Recollection | null;
  /**
   * Takes what a stream has made of its copy. Where another stream of the run was faster, the one that is further on wins.
   *
   * Shape: `version` is that of the copy, 0 for a run that was not known.
   */
  keep(executionId: string, run: RunMemory, version: number): void;
  /** How many runs are known. */
  readonly size: number;
}

/** What is known at a time; the run that was not heard of for longest is forgotten. */
export interface MemoryLimits {
  readonly runs: number;
  /** Units: characters, as far as what is kept is made of them. */
  readonly weight: number;
}

const DEFAULT_LIMITS: MemoryLimits = { runs: 500, weight: 32 * 1024 * 1024 };

/** Creates an empty memory. */
export function createStreamMemory(limits = DEFAULT_LIMITS): StreamMemory {
  const runs = new Map<string, Recollection & { readonly weight: number }>();
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

/** A run of which nothing was told yet. Shape: `isWhole` is false where something may have been missed. */
export function newRun(isWhole: boolean): RunMemory {
  return {
    seq: null,
    isWhole,
    open: new Map(),
    texts: new Map(),
    approvals: new Map(),
    isAwaiting: false,
    state: isWhole ? { kind: 'none' } : { kind: 'unknown' },
  };
}

/** Forgets of a run that has ended what only matters while it goes on. */
export function forgetDetails(run: RunMemory): void {
  run.isWhole = false;
  run.isAwaiting = false;
  run.open.clear();
  run.texts.clear();
  run.state = { kind: 'unknown' };
}

/** Why: what a block, a text or a state is made of never changes, so the maps are all there is to copy. */
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

/** Units: characters, with some for what holds them. */
function weigh({ open, texts, approvals, state }: RunMemory): number {
  const names = [open, texts, approvals].flatMap((map) => [...map.keys()]);
  const textWeight = [...names, ...texts.values()].reduce((sum, text) => sum + text.length + 100, 0);
  return 1_000 + textWeight + (state.kind === 'known' ? JSON.stringify(state.value).length : 0);
}
