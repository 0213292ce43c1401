/** The replies of the scripts that read a world, and how its commits are decoded. */
import { CommitUnreadableError } from '../../kernel/ports.ts';
import type { Commit, CommitCodec, ReplaceCause } from '../../kernel/ports.ts';
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
): Commit {
  try {
    return codec.decode(lines);
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
): Extract<Commit, { readonly kind: 'state' }> {
  const commit = decodeCommit(codec, world, place, lines);
  if (commit.kind !== 'state') throw unreadable(world, place, 'it is not a state');
  return commit;
}

const WAY_OUT =
  'Delete it with `DELETE /_mock/worlds/{id}`, or restore a copy of Redis; without `default`, use another --redis-prefix.';

export function unreadable(world: string, place: string, problem: string, cause?: unknown) {
  const message = `World ${world} in Redis can't be read: ${place}: ${problem}. ${WAY_OUT}`;
  return new CommitUnreadableError(message, { cause });
}
