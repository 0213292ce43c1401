/** Starts runs sequentially for scenario checks, with a separate key, and expects that they are accepted. */
import type { CreateKeyOptions } from '../../driver/abilities.ts';
import { isSuccess } from '../call-response.ts';
import type { PlayedRun } from '../played-run.ts';
import type { CheckContext } from '../scenario-check.ts';
import { msPerDay, msPerMinute } from '../../../../templates/runtime/conversion/durations.ts';

/** Limits of a test key. Units: executions. */
export const testKeyLimits = { perDay: 20, total: 200 } as const;

/** Creates a key with every permission, and returns its profile. */
export async function profileWith(context: CheckContext, options: CreateKeyOptions): Promise<string> {
  const { key } = await context.abilities.makeKey({ scopes: ['*'], ...options });
  return context.profileOf(key, 'limitedKey');
}

/** Creates a test key, and uses up its limit per day. Skips the check if the key can't start runs. */
export async function exhaustTestKey(context: CheckContext): Promise<string> {
  await avoidMidnight(context);
  const profile = await profileWith(context, { environment: 'test' });
  await startAll(context, profile, testKeyLimits.perDay);
  return profile;
}

/** Starts a run of the kind `text` without streaming. */
export function startRun(context: CheckContext, profile: string): Promise<PlayedRun> {
  return context.play('text', { profile, isStreamed: false });
}

/**
 * Starts runs that must all be accepted. Fails the check if one is rejected; skips it if the first one is, or if a
 * burst rate applies.
 */
export async function startAll(
  context: CheckContext,
  profile: string,
  count: number,
  startedBefore = 0,
): Promise<void> {
  for (let number = startedBefore + 1; number <= startedBefore + count; number++) {
    const response = await startRun(context, profile);
    if (number === 1 && !isSuccess(response)) context.skip(`The first run returned ${response.status}.`);
    if (response.status === 429 && response.header('RateLimit-Limit') !== null)
      context.skip('A burst rate applies to test keys too.');
    context.expect(
      isSuccess(response),
      `Run ${number} of a test key returned ${response.status} although it is within the limit.`,
      'status',
    );
  }
}

/** Advances the clock to the next day if midnight is near. Why: all runs of a check must be on the same day. */
export async function avoidMidnight({ abilities }: CheckContext): Promise<void> {
  if (!('now' in abilities) || !('advance' in abilities)) return;
  const left = msPerDay - ((await abilities.now()) % msPerDay);
  if (left < 5 * msPerMinute) await abilities.advance(left);
}

export function advanceToNextDay({ abilities }: CheckContext): Promise<void> {
  return abilities.advance(msPerDay);
}
