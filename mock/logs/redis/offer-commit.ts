/** Sends a commit to the script that appends it; a state is uploaded first. */
import type { Commit, LogHost } from '../../kernel/ports.ts';
import type { WorldState } from '../../kernel/store/state.ts';
import type { RedisValue, Sender } from './client.ts';
import type { Keys } from './keys.ts';
import { append } from './scripts.ts';
import type { SharedClock } from './shared-clock.ts';
import { MIN_SHARED_LENGTH, withSource, type ForkSource } from './fork-sources.ts';
import { uploadLines } from './uploads.ts';

/**
 * Shape: `call` are the first values of the script; `source` is the state that a fork is stored as differences from.
 * Units: `latest` is the deadline in the time of Redis.
 */
export interface Offer {
  readonly world: string;
  readonly call: readonly (string | number)[];
  readonly latest: number;
  readonly before: WorldState | undefined;
  readonly source: ForkSource | null;
}

/** Shape: `source` is the state that a stored fork refers to. */
export interface OfferOutcome {
  readonly result: RedisValue;
  readonly source: ForkSource | null;
}

export interface OfferOptions {
  readonly host: LogHost;
  readonly keys: Keys;
  readonly clock: SharedClock;
  /** Units: milliseconds. */
  readonly timeout: number;
  readonly makeId: () => string;
}

export async function offerCommit(
  sender: Sender,
  commit: Commit,
  { world, call, latest, before, source }: Offer,
  { host, keys, clock, timeout, makeId }: OfferOptions,
): Promise<OfferOutcome> {
  const { all, upload } = keys.of(world);
  if (commit.kind === 'changes') {
    const [line = ''] = host.codec.encode(commit, before);
    const values = [clock.now(), latest, makeId(), 'changes', line, '', '', '', ''];
    return { result: await sender.run(append, all, [...call, ...values]), source: null };
  }
  const write = async (lines: Iterable<string>) => {
    const key = upload(makeId());
    return { key, length: await uploadLines(sender, key, lines) };
  };
  const run = async (key: string, length: number, shared: ForkSource | null, whole = '') => {
    // Time to upload does not count.
    const limit = Math.max(latest, clock.now() + timeout);
    const values = [clock.now(), limit, makeId(), 'state', key, commit.cause ?? '', length];
    const result = await sender.run(append, all, [...call, ...values, shared?.id ?? '', whole]);
    return { result, source: shared };
  };
  const writeDifferences = (from: Pick<ForkSource, 'id' | 'content'>) =>
    write(withSource(from.id, host.codec.encode(commit, from.content)));
  if (source !== null) {
    const differences = await writeDifferences(source);
    source.repeated += differences.length;
    return run(differences.key, source.length + differences.length, source);
  }
  const whole = await write(host.codec.encode(commit));
  if (commit.from === undefined || whole.length < MIN_SHARED_LENGTH)
    return run(whole.key, whole.length, null);
  const shared = { id: String(call[4]), content: commit.state, length: whole.length, repeated: 0 };
  const { key, length } = await writeDifferences(shared);
  return run(key, whole.length + length, shared, whole.key);
}
