/**
 * Starts runs sequentially for scenario checks, with a separate key, and expects that they are accepted.
 */
import { executeAgent, type Client } from '../../../../generated/service/client.ts';
import type { CreateKeyOptions } from '../../driver/abilities.ts';
import type { CheckContext } from '../scenario-check.ts';
import { awaitResponse, isSuccess, type CallResponse } from '../call-response.ts';

/** Limits of a test key. Units: executions per day and in total. */
export const testKeyLimits = { day: 20, life: 200 } as const;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Creates a key with every permission, and returns a client with it. */
export async function clientFor(context: CheckContext, wish: CreateKeyOptions): Promise<Client> {
  const { key } = await context.abilities.makeKey({ scopes: ['*'], ...wish });
  return context.clientWith(key, 'limitedKey');
}

/** Starts a run of the kind `text` without streaming. */
export function startRun(context: CheckContext, client: Client): Promise<CallResponse> {
  const { agentId, message, headers, body } = context.runTemplate('text');
  const messages = [{ role: 'user' as const, content: message }];
  return awaitResponse(
    executeAgent(
      client,
      { path: { id: agentId }, body: { messages, ...body, streamResponse: false as const } },
      { headers },
    ),
  );
}

/**
 * Starts runs that must all be accepted. Fails the check if one is rejected; skips it if the first one is, or if a
 * burst rate applies.
 */
export async function startAll(
  context: CheckContext,
  client: Client,
  count: number,
  before = 0,
): Promise<void> {
  for (let number = before + 1; number <= before + count; number++) {
    const response = await startRun(context, client);
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

/** Advances the clock to the next day if midnight is near. Why: the runs of a check must be on the same day. */
export async function awaitRoomInDay({ abilities }: CheckContext): Promise<void> {
  if (!('now' in abilities) || !('advance' in abilities)) return;
  const left = day - ((await abilities.now()) % day);
  if (left < 5 * minute) await abilities.advance(left);
}

/** Advances the clock by a day. */
export function sleepOverNight({ abilities }: CheckContext): Promise<void> {
  return abilities.advance(day);
}
