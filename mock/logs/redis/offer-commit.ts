/** Sends a commit to the script that appends it; a state is uploaded first. */
import type { Commit, LogHost } from '../../kernel/ports.ts';
import type { WorldState } from '../../kernel/store/state.ts';
import type { RedisValue, Sender } from './client.ts';
import type { Keys } from './keys.ts';
import { append } from './scripts.ts';
import type { SharedClock } from './shared-clock.ts';
import { uploadLines } from './uploads.ts';

/** Shape: `call` are the first values of the script. Units: `latest` is the deadline in the time of Redis. */
export interface Offer {
  readonly world: string;
  readonly call: readonly (string | number)[];
  readonly latest: number;
  readonly before: WorldState | undefined;
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
  { world, call, latest, before }: Offer,
  { host, keys, clock, timeout, makeId }: OfferOptions,
): Promise<RedisValue> {
  const { all, upload } = keys.of(world);
  if (commit.kind === 'changes') {
    const [line = ''] = host.codec.encode(commit, before);
    return sender.run(append, all, [...call, clock.now(), latest, makeId(), 'changes', line, '', '']);
  }
  const key = upload(makeId());
  const length = await uploadLines(sender, key, host.codec.encode(commit));
  // Time to upload does not count.
  const limit = Math.max(latest, clock.now() + timeout);
  const values = [clock.now(), limit, makeId(), 'state', key, commit.cause ?? '', length];
  return sender.run(append, all, [...call, ...values]);
}
