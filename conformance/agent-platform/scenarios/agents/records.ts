/**
 * Checks of an agent's record: creating, reading and updating it. The source does not show the properties of a returned
 * agent, so a property is only compared if the implementation returns it.
 */
import type { UpdateAgentInput } from '../../../../generated/service/client.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { expectStatus } from '../call-response.ts';
import { citeAssumption, defineCheck, relyOnAssumption, relyOnFacts } from '../define-check.ts';
import { covers, isSame, mentions, propertyOf, textOf } from '../read-value.ts';
import { makeAgent, readAgent } from './make-agent.ts';

export const recordChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'AGENT03',
    title: 'A new agent is native by default.',
    description: 'Creates an agent without agentType and reads its type.',
    rationale: 'A client that omits the property expects an agent that the service runs itself.',
    basis: relyOnFacts('F-2.2-006'),
    async run(context: CheckContext) {
      const id = await makeAgent(context, { name: 'Backlot check of the default type' });
      const type = textOf(await readAgent(context, id), 'agentType');
      if (type === null) context.skip('The agent has no property agentType.');
      context.expect(type === 'native', `The type of a new agent is ${type}.`, 'body.agentType');
    },
  }),
  defineCheck({
    id: 'AGENT05',
    title: 'An update merges into the configuration at every depth.',
    description:
      'Changes one nested value in the configuration and checks that its siblings and the capabilities remain.',
    rationale: 'Changing one setting would reset all others.',
    basis: relyOnFacts('F-2.2-014'),
    run: mergeConfig,
  }),
  defineCheck({
    id: 'AGENT06',
    title: 'In the configuration, a list replaces a list and null is stored.',
    description: 'Updates a list with a shorter one and a value with null, and reads the configuration.',
    rationale: 'Clients that clear a setting or shorten a list need to know what remains.',
    basis: relyOnAssumption('A-018'),
    run: replaceInConfig,
  }),
  defineCheck({
    id: 'AGENT07',
    title: 'An update may set externalConfig and primaryFlowId to null.',
    description:
      'Creates an external agent, changes its description, sends externalConfig null, and reads the agent. Does the same with the flow of an agent.',
    rationale: 'Otherwise an agent can never be detached from its old URL.',
    basis: relyOnFacts('F-2.2-015', 'F-2.2-016'),
    run: clearExternalConfig,
  }),
];

const description = 'Rewritten by a check.';

const settings = {
  systemPrompt: 'Answer briefly.',
  settings: { tone: { warmth: 1, formal: true }, words: ['yes', 'no'] },
};

/** Sends capabilities with an update, which may be rejected or ignored. */
async function sendCapabilities(context: CheckContext, id: string): Promise<void> {
  const capabilities = [{ toolName: 'added_by_update', subAgentId: id }];
  await context.call('updateAgent', { path: { id }, body: { capabilities } });
  context.note(!mentions(await readAgent(context, id), 'added_by_update'), {
    message: 'An update has added a capability.',
    at: 'body.capabilities',
    facts: ['F-2.2-012'],
  });
}

async function mergeConfig(context: CheckContext): Promise<void> {
  const id = await makeConfigured(context);
  const body = { toolName: 'ask_colleague', subAgentId: await makeAgent(context, { name: 'Backlot check' }) };
  await context.call('addAgentCapability', { path: { id }, body });
  const before = await readAgent(context, id);
  await change(context, id, { config: { settings: { tone: { warmth: 2 } } } });
  const after = await readAgent(context, id);
  const config = propertyOf(after, 'config');
  const tone = propertyOf(propertyOf(config, 'settings'), 'tone');
  const rows = [
    ['config.settings.tone.warmth', propertyOf(tone, 'warmth') === 2, 'was not changed'],
    ['config.settings.tone.formal', propertyOf(tone, 'formal') === true, 'is gone'],
    ['config.systemPrompt', propertyOf(config, 'systemPrompt') === settings.systemPrompt, 'is gone'],
    ['capabilities', !mentions(before, 'ask_colleague') || mentions(after, 'ask_colleague'), 'is gone'],
  ] as const;
  for (const [path, isRight, fault] of rows)
    context.note(
      isRight,
      `After an update of config.settings.tone.warmth, ${path} ${fault}.`,
      `body.${path}`,
    );
  await sendCapabilities(context, id);
}

async function replaceInConfig(context: CheckContext): Promise<void> {
  const id = await makeConfigured(context);
  await change(context, id, { config: { systemPrompt: null, settings: { words: ['perhaps'] } } });
  const config = propertyOf(await readAgent(context, id), 'config');
  context.note(
    isSame(propertyOf(propertyOf(config, 'settings'), 'words'), ['perhaps']),
    'A list of the configuration was not replaced by the one that was sent.',
    'body.config.settings.words',
  );
  context.note(
    propertyOf(config, 'systemPrompt') === null,
    'A null that was sent is not in the configuration.',
    'body.config.systemPrompt',
  );
}

async function clearExternalConfig(context: CheckContext): Promise<void> {
  const externalConfig = { endpoint: 'https://partner.test/a2a', protocol: 'a2a' };
  const id = await makeAgent(context, {
    name: 'Backlot check of a partner',
    agentType: 'external',
    externalConfig,
  });
  const created = await readAgent(context, id);
  await change(context, id, { description });
  const changed = await readAgent(context, id);
  for (const name of ['agentType', 'externalConfig'])
    context.note(isSame(propertyOf(changed, name), propertyOf(created, name)), {
      message: `An update of the description changes ${name}.`,
      at: `body.${name}`,
      facts: ['F-4.2-049'],
    });
  await change(context, id, { externalConfig: null });
  const left = propertyOf(await readAgent(context, id), 'externalConfig');
  context.note(
    left === null || left === undefined,
    citeAssumption('A-019', 'externalConfig is not cleared by null.', 'body.externalConfig'),
  );
  await clearFlow(context);
}

/** Clears the primary flow of an agent that has that of the batch in the test environment. */
async function clearFlow(context: CheckContext): Promise<void> {
  const primaryFlowId = textOf(context.environment.bodies['submitFlowBatch'], 'flowId');
  if (primaryFlowId === null) return;
  const id = await makeAgent(context, { name: 'Backlot check of a primary flow', primaryFlowId });
  await change(context, id, { primaryFlowId: null });
  const left = propertyOf(await readAgent(context, id), 'primaryFlowId');
  context.note(left === null || left === undefined, {
    message: 'primaryFlowId is not cleared by null.',
    at: 'body.primaryFlowId',
    facts: ['F-4.2-049'],
  });
}

/** Creates an agent with a configuration. Skips the check if the configuration is not returned as sent. */
async function makeConfigured(context: CheckContext): Promise<string> {
  const id = await makeAgent(context, { name: 'Backlot check of a configuration', config: settings });
  if (!covers(propertyOf(await readAgent(context, id), 'config'), settings))
    context.skip('The agent does not return the configuration that was sent.');
  return id;
}

async function change(context: CheckContext, id: string, body: UpdateAgentInput['body']): Promise<void> {
  const { status } = await context.call('updateAgent', { path: { id }, body });
  if (status === 402 || status === 403) context.skip(`Agents can't be changed here: ${status}.`);
  expectStatus(context, status, 200, 'An update');
}
