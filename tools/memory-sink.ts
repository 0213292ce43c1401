/** A sink in memory that also records its commits. */
import type { Change, Sink } from '../generator/output/sink.ts';

export interface MemorySink extends Sink {
  readonly files: Map<string, string>;
  /** Every committed change. */
  readonly committed: Change[];
}

/** Creates a sink with some files. */
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
