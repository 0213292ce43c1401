/** The replies of the scripts that read a world, and how its commits are decoded. */
import { CommitUnreadableError } from '../../kernel/ports.ts';
import type { Commit, CommitCodec, ReplaceCause } from '../../kernel/ports.ts';
import type { StoredCommit } from './known-world.ts';

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

/** Errors: throws a `CommitUnreadableError` that names the version and the world. */
export function decodeCommit(
  codec: CommitCodec,
  world: string,
  version: string | number,
  lines: readonly string[],
): Commit {
  try {
    return codec.decode(lines);
  } catch (cause) {
    throw unreadable(world, version, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

/** Decodes a stored state. Errors: as `decodeCommit`. */
export function decodeState(
  codec: CommitCodec,
  world: string,
  version: string,
  lines: readonly string[],
): Extract<Commit, { readonly kind: 'state' }> {
  const commit = decodeCommit(codec, world, version, lines);
  if (commit.kind !== 'state') throw unreadable(world, version, 'it is not a state');
  return commit;
}

function unreadable(world: string, version: string | number, reason: string, cause?: unknown) {
  const message = `Version ${version} of world ${world} cannot be read: ${reason}`;
  return new CommitUnreadableError(message, { cause });
}
