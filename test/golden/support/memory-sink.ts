/**
 * A sink in memory, which also counts what was written.
 */
import type { Change, Sink } from '../../../generator/output/sink.ts';

/** Files in memory. */
export interface MemorySink extends Sink {
  readonly files: Map<string, string>;
  /** Every change that was ever committed. */
  readonly committed: Change[];
}

/** Starts with some files. */
export function createMemorySink(before: Iterable<readonly [string, string]> = []): MemorySink {
  const files = new Map(before);
  const committed: Change[] = [];
  return {
    files,
    committed,
    read: (file) => Promise.resolve(files.get(file) ?? null),
    list: (folder) =>
      Promise.resolve([...files.keys()].filter((file) => file.startsWith(`${folder}/`)).sort()),
    commit: (changes) => {
      for (const { file, text } of changes) {
        if (text === null) files.delete(file);
        else files.set(file, text);
      }
      committed.push(...changes);
      return Promise.resolve();
    },
  };
}
