/**
 * Signed addresses: what is signed, for how long it is good, and what a client shows. Signing itself is a port's.
 */
import { hours } from '../../kernel/time/time.ts';
import type { DurationMs, EpochMs } from '../../kernel/time/time.ts';

/** How long a signed address is good when nobody says. */
export const signedAddressLife: DurationMs = hours(1);

/**
 * What a signed address carries in its query.
 *
 * Units: `exp` counts seconds since 1970, in decimal digits.
 * Source: assumption A-072.
 */
export interface SignedQuery {
  readonly sig?: string | undefined;
  readonly exp?: string | undefined;
}

/** Returns the secret of a world's addresses; a fork and a loaded dump keep it with the seed. */
export function addressSecret(seed: number): string {
  return `backlot signed addresses of seed ${seed}`;
}

/** Returns the text that is signed for a path: nothing of it can be changed, nor the time, without changing the text. */
export function signedText(path: string, exp: string): string {
  return `GET\n${path}\n${exp}`;
}

/** Returns `exp` for an address that is signed now. */
export function expiryFor(at: EpochMs, life: DurationMs): string {
  return String(Math.floor((at + life) / 1000));
}

/** Returns whether `exp` is a time that has not come yet. */
export function isAhead(exp: string, at: EpochMs): boolean {
  return /^[0-9]{1,12}$/.test(exp) && at < Number(exp) * 1000;
}
