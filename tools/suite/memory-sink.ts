/**
 * Keeps what is generated in memory.
 */
import type { Sink } from '../../generator/output/sink.ts';

/** Files in memory, by path. */
export interface MemorySink extends Sink {
  readonly files: ReadonlyMap<string, string>;
}

/** Starts empty. */
export function createMemorySink(): MemorySink {
  const files = new Map<string, string>();
  return {
    files,
    read: (file) => Promise.resolve(files.get(file) ?? null),
    list: () => Promise.resolve([]),
    commit: (changes) => {
      for (const { file, text } of changes) if (text !== null) files.set(file, text);
      return Promise.resolve();
    },
  };
}
