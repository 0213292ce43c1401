/** Runs a function again whenever a file that it read changes, until it is aborted. */
import { existsSync, statSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

/** The inputs of a run. */
export interface WatchedRun {
  /** Absolute paths, also of missing files. */
  readonly read: readonly string[];
  /** Whether the run completed; otherwise the list may be incomplete. */
  readonly isSound: boolean;
}

/** Editors save in several steps; a run starts after this long without a change. Units: milliseconds. */
const DEBOUNCE = 30;

/**
 * Runs at once and whenever an input is saved; resolves after SIGINT or SIGTERM, between two runs.
 *
 * Shape: `run` gets the paths that have changed, none for the first run; `waiting` is called after each run, with the number of files that are watched; `signal` also stops it.
 */
export async function watchInputs(
  run: (changed: readonly string[]) => Promise<WatchedRun>,
  waiting: (files: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const signals = createSignals();
  const stopping = (): void => signals.stop();
  process.once('SIGINT', stopping).once('SIGTERM', stopping);
  signal?.addEventListener('abort', stopping);
  const watchers = new Map<string, FSWatcher>();
  let files: ReadonlySet<string> = new Set();
  const changed = new Set<string>();
  try {
    while (!signals.isStopped) {
      const began = Date.now();
      signals.clear();
      const since = [...changed];
      changed.clear();
      const { read, isSound } = await run(since);
      // An invalid document lists only some of its files; keep watching the others.
      files = new Set(isSound ? read : [...files, ...read]);
      watchFolders(watchers, files, (file) => {
        const affected = [...files].filter((each) => isPartOf(each, file));
        if (affected.length === 0) return;
        for (const each of affected) changed.add(each);
        signals.change();
      });
      for (const file of files) {
        if (!wasSavedSince(file, began)) continue;
        changed.add(file);
        signals.change();
      }
      waiting(files.size);
      await signals.next();
    }
  } finally {
    for (const watcher of watchers.values()) watcher.close();
    process.off('SIGINT', stopping).off('SIGTERM', stopping);
  }
}

/** Signals of the loop: changes and the end. */
interface Signals {
  readonly isStopped: boolean;
  /** Ignores changes so far. */
  clear(): void;
  change(): void;
  stop(): void;
  next(): Promise<void>;
}

function createSignals(): Signals {
  let isStopped = false;
  let isChanged = false;
  let timer: NodeJS.Timeout | undefined;
  let wake: () => void = () => undefined;
  return {
    get isStopped() {
      return isStopped;
    },
    clear() {
      isChanged = false;
      clearTimeout(timer);
    },
    change() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isChanged = true;
        wake();
      }, DEBOUNCE);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      wake();
    },
    next: () =>
      new Promise((resolve) => {
        wake = resolve;
        if (isStopped || isChanged) resolve();
      }),
  };
}

/** Watches folders, not files: saving a file often replaces it by a new one. */
function watchFolders(
  watchers: Map<string, FSWatcher>,
  files: ReadonlySet<string>,
  changed: (file: string) => void,
): void {
  const folders = new Set([...files].map((file) => existingFolder(path.dirname(file))));
  for (const [folder, watcher] of watchers) {
    if (folders.has(folder)) continue;
    watcher.close();
    watchers.delete(folder);
  }
  for (const folder of folders) {
    if (watchers.has(folder)) continue;
    const watcher = watch(folder, (_event, name) =>
      changed(name === null ? folder : path.join(folder, name)),
    );
    watcher.on('error', () => {
      watcher.close();
      watchers.delete(folder);
    });
    watchers.set(folder, watcher);
  }
}

/** Returns whether a file is a changed path, or below it. */
function isPartOf(file: string, changed: string): boolean {
  return file === changed || file.startsWith(`${changed}${path.sep}`);
}

function existingFolder(folder: string): string {
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  return existing;
}

/** File times come from a clock with coarse steps and may be this much behind. Units: milliseconds. */
const CLOCK_STEP = 20;

/** Returns whether a file was saved since; times in the future do not count, or it would run forever. */
function wasSavedSince(file: string, began: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.mtimeMs >= began - CLOCK_STEP && stats.mtimeMs <= Date.now();
}
