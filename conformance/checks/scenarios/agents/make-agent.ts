/**
 * Agents that scenario checks make for themselves, and the few questions that they all ask.
 */
import {
  addAgentCapability,
  createAgent,
  getAgent,
  getPublishedAgentVersion,
  publishAgent,
  type CreateAgentInput,
} from '../../../../generated/service/client.ts';
import type { CheckContext } from '../scenario-check.ts';
import { awaitResponse, expectStatus } from '../call-response.ts';
import { textOf } from '../read-value.ts';

/** What an agent is made of. */
export type AgentFields = CreateAgentInput['body'];

/**
 * Makes an agent and answers its id.
 *
 * Skips the check where none can be made; that it must be possible is a scenario check of its own.
 */
export async function makeAgent(tools: CheckContext, fields: AgentFields): Promise<string> {
  const response = await awaitResponse(createAgent(tools.client, { body: fields }));
  if (response.status !== 201) return tools.skip(`No such agent can be made here: ${response.status}.`);
  return idOf(tools, response.body, 'The created agent');
}

/** Adds a capability that leads to another agent and answers its id. Ends the check like `makeAgent`. */
export async function bindAgent(
  tools: CheckContext,
  id: string,
  toolName: string,
  subAgentId: string,
): Promise<string> {
  const body = { toolName, subAgentId, toolDescription: 'Asks another agent.' };
  const response = await awaitResponse(addAgentCapability(tools.client, { path: { id }, body }));
  if (response.status !== 201) return tools.skip(`No capability can be added here: ${response.status}.`);
  return idOf(tools, response.body, 'The added capability');
}

/** Reads an agent that is there. */
export async function readAgent(tools: CheckContext, id: string): Promise<unknown> {
  const response = await awaitResponse(getAgent(tools.client, { path: { id } }));
  expectStatus(tools, response.status, 200, 'An agent that is there');
  return response.body;
}

/** Publishes an agent and answers the id of the version that is published then. Ends the check like `makeAgent`. */
export async function publishVersion(tools: CheckContext, id: string): Promise<string> {
  const { status } = await awaitResponse(publishAgent(tools.client, { path: { id } }));
  if (status !== 200) return tools.skip(`No agent can be published here: ${status}.`);
  return readPublished(tools, id);
}

/** The id of the version of an agent that is published. */
export async function readPublished(tools: CheckContext, agentId: string): Promise<string> {
  const response = await awaitResponse(getPublishedAgentVersion(tools.client, { path: { agentId } }));
  expectStatus(tools, response.status, 200, 'The published version of an agent that was published');
  return (
    textOf(response.body, 'versionId', 'id') ??
    tools.skip('The published version does not tell its id under the name id.')
  );
}

function idOf(tools: CheckContext, body: unknown, what: string): string {
  return textOf(body, 'id') ?? tools.skip(`${what} does not tell its id under the name id.`);
}
