/** AGENT32, AGENT33: what a write returns is what is read afterwards, and all operations agree about a version. */
import { bindAgent, makeAgent, publishVersion, readAgent } from '../agents/make-agent.ts';
import { isSuccess } from '../call-response.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { covers, holdsValue, isFields, itemsOf, mentions, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { differencesOf } from '../../../responses/differences.ts';
import { noteDifferences, noteLost } from './runs.ts';

const once = relyOnPractice('Operations that return the same record return the same values.');

/** The checks of writes and versions. */
export const writeChecks = [
  defineCheck({
    id: 'AGENT32',
    title: 'What a capability and a card return is what the agent has afterwards.',
    description:
      'Adds a capability, creates an agent with two, and refreshes a card, and compares each response with the request and with the agent that is read then.',
    rationale: 'A client that shows the response of a save would show something else after a reload.',
    basis: once,
    run: compareWrites,
  }),
  defineCheck({
    id: 'AGENT33',
    title: 'All operations agree about a version.',
    description:
      'Publishes an agent with a capability, and compares the version in the list, in its detail and as the published one, and its snapshot with the agent.',
    rationale: 'A comparison of versions would show changes that do not exist.',
    basis: once,
    run: compareVersions,
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
    context.note(false, `${path} in ${operation} is not what is read afterwards.`, `body.${path}`);
}

async function compareVersions(context: CheckContext): Promise<void> {
  const config = { systemPrompt: 'Answer briefly.', model: 'small', tags: ['two', 'one'] };
  const agentId = await makeAgent(context, { name: 'Backlot check of versions', maxTurns: 3, config });
  await bindAgent(context, agentId, 'ask_colleague', await makeAgent(context, { name: 'Backlot check' }));
  const versionId = await publishVersion(context, agentId);
  const agent = await readAgent(context, agentId);
  const detail = await context.call('getAgentVersion', { path: { agentId, versionId } });
  const published = await context.call('getPublishedAgentVersion', { path: { agentId } });
  const list = await context.call('listAgentVersions', { path: { agentId } });
  const row = itemsOf(list.body)?.find((each) => textOf(each, 'versionId', 'id') === versionId);
  if (!isSuccess(detail)) return context.skip(`The version can't be read: ${detail.status}.`);
  for (const path of differencesOf(detail.body, published.body, { isStrict: true }))
    context.note(false, `In getAgentVersion and getPublishedAgentVersion, ${path} differs.`, `body.${path}`);
  noteLost(context, 'getAgentVersion', published.body, detail.body);
  noteLost(context, 'getPublishedAgentVersion', detail.body, published.body);
  noteLost(context, 'getAgentVersion', row, detail.body);
  for (const [operation, version] of Object.entries({
    getAgentVersion: detail,
    getPublishedAgentVersion: published,
  }))
    context.note(
      !mentions(version.body, config.systemPrompt) || holdsValue(version.body, config.tags),
      `A list of the configuration is not whole in ${operation}.`,
      'body',
    );
  noteDifferences(context, 'getAgentVersion and listAgentVersions', detail.body, row);
  const snapshots = Object.entries(isFields(detail.body) ? detail.body : {}).filter(([name]) =>
    /^(?:agent)?(?:config|snapshot|definition)$|^agent$/i.test(name),
  );
  context.note(
    !mentions(detail.body, config.systemPrompt) || mentions(detail.body, 'ask_colleague'),
    'A version has the configuration of its agent and not its capability.',
    'body',
  );
  for (const [name, snapshot] of snapshots) {
    noteDifferences(
      context,
      `the ${name} of getAgentVersion and getAgent`,
      snapshot,
      propertyOf(agent, 'config'),
    );
    noteDifferences(context, `the ${name} of getAgentVersion and getAgent`, snapshot, agent);
  }
}
