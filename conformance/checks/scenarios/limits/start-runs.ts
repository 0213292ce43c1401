/**
 * How scenario checks start runs one after the other with a key of their own, and count which of them are let through.
 */
import { executeAgent, type Client } from '../../../../generated/service/client.ts';
import type { CreateKeyOptions } from '../../../driver/driver.ts';
import type { CheckContext } from '../scenario-check.ts';
import { awaitResponse, isSuccess, type CallResponse } from '../call-response.ts';

/** How many executions a key for tests has, a day and in its life. */
export const testKeyLimits = { day: 20, life: 200 } as const;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Creates a key that may do everything, and a client with it. */
export async function clientFor(context: CheckContext, wish: CreateKeyOptions): Promise<Client> {
  const { key } = await context.abilities.makeKey({ scopes: ['*'], ...wish });
  return context.clientWith(key, 'limitedKey');
}

/** Starts a run of the kind `text` that answers with a result. */
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
 * Starts runs that must all be let through.
 *
 * Errors: ends the check with a problem where one is not; as one that can't be told where not even the first is.
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
      context.skip('A burst rate applies to keys for tests too.');
    context.expect(
      isSuccess(response),
      `Run ${number} of a key for tests returned ${response.status}, within the limit.`,
      'status',
    );
  }
}

/** Why: a scenario check that begins right before midnight would spread over two days. */
export async function awaitRoomInDay({ abilities }: CheckContext): Promise<void> {
  if (!('now' in abilities) || !('advance' in abilities)) return;
  const left = day - ((await abilities.now()) % day);
  if (left < 5 * minute) await abilities.advance(left);
}

/** Puts the clock a day forward. */
export function sleepOverNight({ abilities }: CheckContext): Promise<void> {
  return abilities.advance(day);
}
