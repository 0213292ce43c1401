/** Creates agents for scenario checks, and reads their state. */
import { citeFacts } from '../define-check.ts';
import { type CreateAgentInput } from '../../../../generated/service/client.ts';
import type { CheckContext } from '../scenario-check.ts';
import { requireSuccess, expectBody } from '../call-response.ts';
import { textOf } from '../read-value.ts';

/**
 * Creates an agent and returns its id.
 *
 * Skips the check if none can be created; a separate scenario check covers that.
 */
export async function makeAgent(context: CheckContext, fields: CreateAgentInput['body']): Promise<string> {
  return idOf(context, await context.need('createAgent', { body: fields }), 'The created agent');
}

/** Returns the second agent of the configuration, or a new one. */
export async function otherAgent(context: CheckContext): Promise<string> {
  return context.environment.otherAgent ?? makeAgent(context, { name: 'Backlot check of another agent' });
}

/** Adds a sub-agent to an agent under a new tool name and returns the id of the capability. Skips the check like `makeAgent`. */
export async function addSubAgent(
  context: CheckContext,
  id: string,
  toolName: string,
  subAgentId: string,
): Promise<string> {
  const body = { toolName, subAgentId, toolDescription: 'Asks another agent.' };
  const response = await context.call('addAgentCapability', { path: { id }, body });
  context.expect(
    response.status !== 409,
    citeFacts(['F-2.3-002'], 'A tool name that an agent does not have is rejected as taken.', 'status'),
  );
  requireSuccess(context, response, 'Adding a capability');
  return idOf(context, response.body, 'The added capability');
}

export async function readAgent(context: CheckContext, id: string): Promise<unknown> {
  return expectBody(context, 'getAgent', { path: { id } }, 'Reading an existing agent');
}

/** Publishes an agent and returns the id of the published version. Skips the check like `makeAgent`. */
export async function publishVersion(context: CheckContext, id: string): Promise<string> {
  await context.need('publishAgent', { path: { id } });
  return readPublished(context, id);
}

/** Returns the id of the published version of an agent. */
export async function readPublished(context: CheckContext, agentId: string): Promise<string> {
  const what = 'The published version of an agent that was published';
  const version = await expectBody(context, 'getPublishedAgentVersion', { path: { agentId } }, what);
  return textOf(version, 'versionId', 'id') ?? context.skip('The published version has no property id.');
}

function idOf(context: CheckContext, body: unknown, what: string): string {
  return textOf(body, 'id') ?? context.skip(`${what} has no property id.`);
}
