/** The replies of the scripts that read a world, and how its commits are decoded. */
import { CommitUnreadableError } from '../../kernel/ports.ts';
import type { Commit, CommitCodec, ReplaceCause } from '../../kernel/ports.ts';
import type { WorldState } from '../../kernel/store/state.ts';
import type { ForkSource } from './fork-sources.ts';
import type { StoredCommit } from './local-world.ts';
import { messageOf } from '../../../templates/runtime/json/value.ts';

export type ReadResult = readonly [
  uid: string | undefined,
  version: string,
  tail: string,
  at: string,
  why: '' | 'first' | 'dropped' | 'replaced' | 'lost',
  checkpoint: string,
  cause: ReplaceCause | '',
  lines: readonly string[],
  whole: readonly string[],
  commits: readonly (readonly [string, readonly string[]])[],
];

export type NewestResult = readonly [
  uid: string,
  version: string,
  tail: string,
  at: string,
  seconds: string,
  microseconds: string,
];

export function readEntry([key, fields]: readonly [string, readonly string[]]): StoredCommit {
  const [, id = '', , body = ''] = fields;
  return { version: Number(key.split('-', 1)[0]), id, body };
}

/** Errors: throws a `CommitUnreadableError` with the world and the place, such as `version 3`. */
export function decodeCommit(
  codec: CommitCodec,
  world: string,
  place: string,
  lines: readonly string[],
  before?: WorldState,
): Commit {
  try {
    return codec.decode(lines, before);
  } catch (cause) {
    throw unreadable(world, place, messageOf(cause), cause);
  }
}

/** Decodes a stored state. Errors: as `decodeCommit`. */
export function decodeState(
  codec: CommitCodec,
  world: string,
  place: string,
  lines: readonly string[],
  before?: WorldState,
): Extract<Commit, { readonly kind: 'state' }> {
  const commit = decodeCommit(codec, world, place, lines, before);
  if (commit.kind !== 'state') throw unreadable(world, place, 'it is not a state');
  return commit;
}

/**
 * Decodes a stored state from its lines and those of the state that it differs from.
 *
 * Errors: CommitUnreadableError with the world and the place, such as `version 3`.
 */
export function decodeStored(
  codec: CommitCodec,
  world: string,
  place: string,
  { lines, whole }: { readonly lines: readonly string[]; readonly whole: readonly string[] },
) {
  const id = /^\{"shared":"([^"]+)"\}$/.exec(lines[0] ?? '')?.[1];
  if (id === undefined) return { ...decodeState(codec, world, place, lines), source: null };
  const shared = decodeState(codec, world, `${place}, in what it shares with other worlds`, whole);
  const length = whole.reduce((total, line) => total + line.length, 0);
  const source: ForkSource = { id, content: shared.state, length, repeated: 0 };
  return { ...decodeState(codec, world, place, lines.slice(1), shared.state), source };
}

const WAY_OUT =
  'Delete it with `DELETE /_mock/worlds/{id}`, or restore a copy of Redis; without `default`, use another --redis-prefix.';

export function unreadable(world: string, place: string, problem: string, cause?: unknown) {
  const message = `World ${world} in Redis can't be read: ${place}: ${problem}. ${WAY_OUT}`;
  return new CommitUnreadableError(message, { cause });
}
