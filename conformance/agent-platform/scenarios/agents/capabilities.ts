/** Checks of an agent's capabilities: adding, finding and removing them. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { expectStatus, isSuccess } from '../call-response.ts';
import { defineCheck, relyOnFacts } from '../define-check.ts';
import { holdsText, mentions } from '../read-value.ts';
import { bindAgent, makeAgent, readAgent } from './make-agent.ts';

/** Checks of capabilities. */
export const capabilityChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'AGENT08',
    title: 'An added capability belongs to its agent.',
    description: 'Adds a capability for another agent, and looks for its tool name in the agent.',
    rationale: 'The model is offered what the agent lists; a missing capability is never called.',
    basis: relyOnFacts('F-4.2-071', 'F-4.2-038'),
    async run(context: CheckContext) {
      const { id, other } = await makeTwo(context);
      const capabilityId = await bindAgent(context, id, 'ask_colleague', other);
      context.expect(
        await isBound(context, id, capabilityId),
        'The agent does not list the capability that was added.',
        'body.capabilities',
      );
    },
  }),
  defineCheck({
    id: 'AGENT09',
    title: 'A tool name is unique within an agent.',
    description:
      'Adds two capabilities with the same name to an agent, one with that name to another agent, and four with another name at the same time.',
    rationale: 'Otherwise a tool name that the model calls would be ambiguous.',
    basis: relyOnFacts('F-4.2-072', 'F-4.2-079', 'F-2.3-002'),
    run: addTwice,
  }),
  defineCheck({
    id: 'AGENT10',
    title: 'A removed capability is gone.',
    description:
      'Adds two capabilities, removes one, looks for both in the agent and its export, and gives the free name to another one.',
    rationale: 'A removed capability must no longer be called.',
    level: 'destructive',
    basis: relyOnFacts('F-4.2-084'),
    run: removeOne,
  }),
];

async function makeTwo(context: CheckContext): Promise<{ readonly id: string; readonly other: string }> {
  const id = await makeAgent(context, { name: 'Backlot check of capabilities' });
  return { id, other: await makeAgent(context, { name: 'Backlot check of a colleague' }) };
}

async function addTwice(context: CheckContext): Promise<void> {
  const { id, other } = await makeTwo(context);
  await bindAgent(context, id, 'ask_colleague', other);
  const body = { toolName: 'ask_colleague', subAgentId: other };
  const second = await context.call('addAgentCapability', { path: { id }, body });
  expectStatus(context, second, 409, 'A second capability of the same tool name');
  const elsewhere = await context.call('addAgentCapability', {
    path: { id: other },
    body: { toolName: 'ask_colleague', subAgentId: id },
  });
  context.expect(
    elsewhere.status !== 409,
    'A tool name is rejected because another agent uses it.',
    'status',
  );
  const parallel = { toolName: 'ask_at_once', subAgentId: other };
  const responses = await Promise.all(
    [1, 2, 3, 4].map(() => context.call('addAgentCapability', { path: { id }, body: parallel })),
  );
  context.expect(
    responses.filter(({ status }) => status === 201).length <= 1,
    'Several capabilities of the same tool name that are added at the same time are all accepted.',
    'status',
  );
}

async function removeOne(context: CheckContext): Promise<void> {
  const { id, other } = await makeTwo(context);
  await bindAgent(context, id, 'ask_before', other);
  const capabilityId = await bindAgent(context, id, 'ask_colleague', other);
  if (!(await isBound(context, id, capabilityId))) context.skip('An agent does not show its capabilities.');
  await bindAgent(context, id, 'ask_after', other);
  const removed = await context.call('removeAgentCapability', { path: { id, capabilityId } });
  expectStatus(context, removed, 200, 'Removing a capability');
  context.expect(
    !(await isBound(context, id, capabilityId)),
    'The agent still lists a capability that was removed.',
    'body.capabilities',
  );
  const rest = await readAgent(context, id);
  context.note(
    mentions(rest, 'ask_before') && mentions(rest, 'ask_after'),
    'The agent lacks a capability after another one was removed.',
    'body.capabilities',
  );
  const exported = await context.call('exportAgentRuntime', { path: { id } });
  context.warn(
    !isSuccess(exported) || !mentions(exported.body, 'ask_colleague'),
    'The export of an agent has a capability that was removed.',
    'body',
  );
  const body = { toolName: 'ask_colleague', subAgentId: other };
  const again = await context.call('addAgentCapability', { path: { id }, body });
  context.expect(
    again.status !== 409,
    'The tool name of a capability that was removed is still taken.',
    'status',
  );
}

/** Returns whether an agent lists a capability, by its tool name or its id. */
async function isBound(context: CheckContext, id: string, capabilityId: string): Promise<boolean> {
  const agent = await readAgent(context, id);
  return mentions(agent, 'ask_colleague') || holdsText(agent, capabilityId);
}
