/** AGENT32: a write returns the values that are read afterwards. */
import { makeAgent, readAgent } from '../agents/make-agent.ts';
import { isSuccess } from '../call-response.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { covers, mentions, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { differencesOf } from '../../../responses/differences.ts';

const once = relyOnPractice('Operations that return the same record return the same values.');

export const writeChecks = [
  defineCheck({
    id: 'AGENT32',
    title: 'The responses about a capability and a card match the agent afterwards.',
    description:
      'Adds a capability, creates an agent with two, and refreshes a card, and compares each response with the request and with the agent that is read then.',
    rationale: 'A client that shows the response of a save would show something else after a reload.',
    basis: once,
    run: compareWrites,
  }),
];

async function compareWrites(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: 'Backlot check of responses' });
  await compareCapability(context, id);
  await compareCapabilities(context, id);
  const card = context.environment.parameters['refreshAgentCard']?.['id'];
  if (card === undefined) return;
  const refreshed = await context.call('refreshAgentCard', { path: { id: card } });
  const agent = propertyOf(refreshed.body, 'agent') ?? refreshed.body;
  if (isSuccess(refreshed)) noteWritten(context, 'refreshAgentCard', agent, await readAgent(context, card));
}

async function compareCapability(context: CheckContext, id: string): Promise<void> {
  const subAgentId = await makeAgent(context, { name: 'Backlot check of a colleague' });
  const parametersSchema = { type: 'object', properties: { question: { type: 'string' } } };
  const body = {
    toolName: 'Ask_Colleague',
    subAgentId,
    toolDescription: 'Asks.',
    enabled: false,
    parametersSchema,
  };
  const added = await context.call('addAgentCapability', { path: { id }, body });
  if (!isSuccess(added)) return;
  for (const [name, value] of Object.entries(body))
    context.note(
      covers(propertyOf(added.body, name), value),
      `The added capability does not return the property ${name} that was sent.`,
      `body.${name}`,
    );
  const list = propertyOf(await readAgent(context, id), 'capabilities');
  const capabilities: readonly unknown[] = Array.isArray(list) ? list : [];
  const capabilityId = textOf(added.body, 'id', 'capabilityId');
  const listed = capabilities.find((each) => textOf(each, 'id', 'capabilityId') === capabilityId);
  noteWritten(context, 'addAgentCapability', added.body, listed);
}

/** Creates an agent with two capabilities. */
async function compareCapabilities(context: CheckContext, subAgentId: string): Promise<void> {
  const names = ['ask_first', 'ask_second'];
  const capabilities = names.map((toolName) => ({ toolName, subAgentId }));
  const body = { name: 'Backlot check of two capabilities', capabilities };
  const created = await context.call('createAgent', { body });
  const id = textOf(created.body, 'id');
  if (id === null) return;
  const listed = propertyOf(await readAgent(context, id), 'capabilities');
  for (const name of names)
    context.note(
      listed === undefined || mentions(listed, name),
      'A new agent lacks a capability that was sent with it.',
      'body.capabilities',
    );
}

function noteWritten(context: CheckContext, operation: string, written: unknown, read: unknown): void {
  for (const path of differencesOf(written, read, { isStrict: true }))
    context.report(`${path} in ${operation} is not what is read afterwards.`, `body.${path}`);
}
