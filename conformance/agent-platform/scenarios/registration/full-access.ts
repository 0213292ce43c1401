/** Expects that the key of a new account has every permission. */
import { createAgent, executeAgent, type Client } from '../../../../generated/service/client.ts';
import { awaitResponse, type CallResponse } from '../call-response.ts';
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
  const client = context.clientWith(key, name);
  const made = await awaitResponse(createAgent(client, { body: { name: 'Made by a check' } }));
  const id = textOf(made.body, 'id');
  if (made.status !== 403 && id === null)
    return context.skip(`Creating an agent with this key returned ${made.status}.`);
  const last = id === null ? made : await runWith(context, client, id);
  context.expect(
    last.status !== 401 && last.status !== 403,
    `${what} returned ${last.status} when it ${id === null ? 'created' : 'ran'} an agent.`,
    'status',
  );
}

function runWith(context: CheckContext, client: Client, id: string): Promise<CallResponse> {
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  const { headers } = context.environment.runs['text'] ?? { headers: {} };
  return awaitResponse(
    executeAgent(client, { path: { id }, body: { messages, streamResponse: false } }, { headers }),
  );
}
