/** Expects that the key of a new account has every permission. */
import { textOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { statusWith } from './register.ts';

/** Expects that a key can create and run an agent, which no pre-claim key can. Skips the check if neither is possible. */
export async function expectFullAccess(
  context: CheckContext,
  { key, name, what }: { readonly key: string; readonly name: string; readonly what: string },
): Promise<void> {
  const status = await statusWith(context, key, name);
  context.expect(status !== 401 && status !== 403, `${what} returned ${status}.`, 'status');
  const profile = context.profileOf(key, name);
  const made = await context.call('createAgent', { body: { name: 'Made by a check' }, profile });
  const id = textOf(made.body, 'id');
  if (made.status !== 403 && id === null)
    return context.skip(`Creating an agent with this key returned ${made.status}.`);
  const messages = [{ role: 'user', content: 'Hello' }];
  const body = { messages, streamResponse: false };
  const last = id === null ? made : await context.call('executeAgent', { path: { id }, body, profile });
  context.expect(
    last.status !== 401 && last.status !== 403,
    `${what} returned ${last.status} when it ${id === null ? 'created' : 'ran'} an agent.`,
    'status',
  );
}
