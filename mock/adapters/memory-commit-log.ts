/** A commit log in memory. Several engines in the process may share it. */
import type { CommitLog, LoggedCommit, Snapshot } from '../kernel/ports.ts';
import { LogWatchers } from './log-watchers.ts';

interface WorldLog {
  version: number;
  commits: LoggedCommit[];
}

export function createMemoryCommitLog(): CommitLog {
  const worlds = new Map<string, WorldLog>();
  const snapshots = new Map<string, Map<string, Snapshot>>();
  const watchers = new LogWatchers();

  return {
    isShared: false,
    append(world, expectedVersion, commit) {
      const log = worlds.get(world) ?? { version: 0, commits: [] };
      if (log.version !== expectedVersion) return 'conflict';
      log.version += 1;
      // A whole state replaces all commits before it, which would keep the replaced world in memory.
      if (commit.kind === 'state') log.commits = [];
      log.commits.push({ version: log.version, commit });
      worlds.set(world, log);
      watchers.notify(world, log.version);
      return 'ok';
    },
    read(world, from) {
      const commits = worlds.get(world)?.commits ?? [];
      return Promise.resolve(commits.filter(({ version }) => version > from));
    },
    newest: (world) => worlds.get(world)?.version ?? 0,
    watch: (world, grown) => watchers.add(world, grown),
    checkpoint(world, state) {
      const log = worlds.get(world);
      if (log !== undefined) {
        const newer = log.commits.filter(({ version }) => version > state.version);
        log.commits = [{ version: state.version, commit: { kind: 'state', state } }, ...newer];
      }
    },
    drop(world) {
      worlds.delete(world);
      snapshots.delete(world);
      return Promise.resolve();
    },
    list: () => Promise.resolve([...worlds.keys()]),
    keepSnapshot(world, snapshot) {
      const kept = snapshots.get(world) ?? new Map<string, Snapshot>();
      if (kept.has(snapshot.id)) return 'conflict';
      snapshots.set(world, kept.set(snapshot.id, snapshot));
      return 'ok';
    },
    snapshots: (world) => [...(snapshots.get(world)?.values() ?? [])],
    snapshot: (world, id) => snapshots.get(world)?.get(id),
    close: () => Promise.resolve(),
  };
}
