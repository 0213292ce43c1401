/**
 * Runs something again whenever a file that it read is saved, until it is told to stop.
 */
import { existsSync, statSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

/** What a run tells about what it read. */
export interface WatchedRun {
  /** Absolute paths, those of files that should have been there too. */
  readonly read: readonly string[];
  /** Whether it got to its end; else there may be more to read than it knows. */
  readonly isSound: boolean;
}

/**
 * Editors save in several steps; a run starts when none has come for this long.
 *
 * Units: milliseconds.
 */
const SETTLED = 30;

/**
 * Runs at once and after every save of something that was read; resolves after SIGINT or SIGTERM, between two runs.
 *
 * Shape: `waiting` is called after each run, with the number of files that are watched.
 */
export async function watchInputs(
  run: () => Promise<WatchedRun>,
  waiting: (files: number) => void,
): Promise<void> {
  const signals = createSignals();
  const stopping = (): void => signals.stop();
  process.once('SIGINT', stopping).once('SIGTERM', stopping);
  const watchers = new Map<string, FSWatcher>();
  let files: ReadonlySet<string> = new Set();
  try {
    while (!signals.isStopped) {
      const began = Date.now();
      signals.forget();
      const { read, isSound } = await run();
      // A broken document names only some of its files; the others are still worth watching.
      files = new Set(isSound ? read : [...files, ...read]);
      watchFolders(watchers, files, (file) => {
        if (concerns(file, files)) signals.change();
      });
      if ([...files].some((file) => wasSavedSince(file, began))) signals.change();
      waiting(files.size);
      await signals.next();
    }
  } finally {
    for (const watcher of watchers.values()) watcher.close();
    process.off('SIGINT', stopping).off('SIGTERM', stopping);
  }
}

/** What the loop waits for: changes that have settled, or the end. */
interface Signals {
  readonly isStopped: boolean;
  /** Takes changes so far for seen. */
  forget(): void;
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
    forget() {
      isChanged = false;
      clearTimeout(timer);
    },
    change() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isChanged = true;
        wake();
      }, SETTLED);
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

/** Watches folders and not files, because a file that is saved is often a new one under the old name. */
function watchFolders(
  watchers: Map<string, FSWatcher>,
  files: ReadonlySet<string>,
  changed: (file: string) => void,
): void {
  const folders = new Set([...files].map((file) => presentFolder(path.dirname(file))));
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

/** Says whether a change of a path concerns one of the files: it is one, or lies on the way to one. */
function concerns(changed: string, files: ReadonlySet<string>): boolean {
  return files.has(changed) || [...files].some((file) => file.startsWith(`${changed}${path.sep}`));
}

function presentFolder(folder: string): string {
  let present = folder;
  while (!existsSync(present)) present = path.dirname(present);
  return present;
}

/**
 * Systems give files times of a clock that steps, and so lies behind.
 *
 * Units: milliseconds.
 */
const CLOCK_STEP = 20;

/** A clock that is ahead must not make it run for ever, so a save in the future is none. */
function wasSavedSince(file: string, began: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.mtimeMs >= began - CLOCK_STEP && stats.mtimeMs <= Date.now();
}
