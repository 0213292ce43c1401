/** Replays the commits of a log: the only way from stored data to a state. */
import { CommitUnreadableError, type Commit, type CommitLog, type LoggedCommit } from '../ports.ts';
import type { WorldState } from '../store/state.ts';
import { applyStored, checkTopics } from './stored-changes.ts';
import { messageOf } from '../../../templates/runtime/json/value.ts';

/**
 * Applies one commit of a world to the state before it.
 *
 * Errors: throws CommitUnreadableError, worded by the log, for a commit that does not fit.
 */
export function replayCommit(
  log: Pick<CommitLog, 'unreadable'>,
  world: string,
  before: WorldState,
  { version, commit }: LoggedCommit,
): { readonly state: WorldState; readonly commit: Commit } {
  const fail = (place: string, problem: string, cause?: unknown): CommitUnreadableError =>
    log.unreadable?.(world, place, problem) ??
    new CommitUnreadableError(`World ${world} can't be read: ${place}: ${problem}`, { cause });
  if (commit.kind === 'state') return { state: { ...commit.state, version }, commit };
  if (version !== before.version + 1) throw fail(`version ${before.version + 1}`, 'it is missing');
  try {
    const { state, changes } = applyStored(before, commit.changes);
    checkTopics(state, topicsOf([changes]));
    return { state, commit: { kind: 'changes', changes } };
  } catch (error) {
    throw fail(`version ${version}`, messageOf(error), error);
  }
}

/** Returns the names of the topics that changes write to. */
export function topicsOf(
  changes: readonly {
    readonly topics: readonly { readonly topic: string }[];
    readonly entries: readonly { readonly topic: string }[];
  }[],
): ReadonlySet<string> {
  return new Set(changes.flatMap(({ topics, entries }) => [...topics, ...entries].map(({ topic }) => topic)));
}
