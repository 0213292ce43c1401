/**
 * A commit log in memory. Several engines in the process may share it.
 */
import type { CommitLog, LoggedCommit } from '../kernel/ports.ts';

interface WorldLog {
  version: number;
  commits: LoggedCommit[];
}

/** Creates an empty log. */
export function createMemoryCommitLog(): CommitLog {
  const worlds = new Map<string, WorldLog>();
  const watchers = new Map<string, Set<(version: number) => void>>();

  return {
    append(world, expectedVersion, commit) {
      const log = worlds.get(world) ?? { version: 0, commits: [] };
      if (log.version !== expectedVersion) return 'conflict';
      log.version += 1;
      // A whole state replaces all commits before it, which would keep the replaced world in memory.
      if (commit.kind === 'state') log.commits = [];
      log.commits.push({ version: log.version, commit });
      worlds.set(world, log);
      watchers.get(world)?.forEach((grown) => {
        grown(log.version);
      });
      return 'ok';
    },
    read(world, from) {
      const commits = worlds.get(world)?.commits ?? [];
      return Promise.resolve(commits.filter(({ version }) => version > from));
    },
    watch(world, grown) {
      const own = (version: number): void => {
        grown(version);
      };
      const all = watchers.get(world) ?? new Set();
      watchers.set(world, all.add(own));
      return () => {
        if (all.delete(own) && all.size === 0 && watchers.get(world) === all) watchers.delete(world);
      };
    },
    checkpoint(world, state) {
      const log = worlds.get(world);
      if (log !== undefined) {
        const newer = log.commits.filter(({ version }) => version > state.version);
        log.commits = [{ version: state.version, commit: { kind: 'state', state } }, ...newer];
      }
    },
    drop(world) {
      worlds.delete(world);
      return Promise.resolve();
    },
    list: () => Promise.resolve([...worlds.keys()]),
  };
}
