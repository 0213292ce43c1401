/**
 * An agent as a definition that needs nothing else: what it is bound to is put in its place, and no secret is in it.
 */
import type { RuntimeCapability, RuntimeExport } from '../../generated/service/types.ts';
import type { View } from '../kernel/view.ts';
import { agents } from './agent.ts';
import type { AgentRecord } from './agent.ts';
import { listCapabilities } from './capability.ts';
import type { CapabilityRecord } from './capability.ts';
import { flowName } from './library.ts';
import { maskSecrets } from './mask-secrets.ts';
import type { JsonMap } from './scenario.ts';

/** How many levels of sub-agents are put in their places below the exported agent. Source: F-8-016. */
export const mostLevels = 3;

/** Resolves an agent. */
export function exportRuntime(view: View, agent: AgentRecord): RuntimeExport {
  return resolveAgent(view, agent, []);
}

/** Shape: `above` holds the agents that this one is nested in, the exported one first. */
function resolveAgent(view: View, agent: AgentRecord, above: readonly AgentRecord[]): RuntimeExport {
  const { id, name, description, icon, agentType, maxTurns, primaryFlowId } = agent;
  const nested = [...above, agent];
  return {
    id,
    name,
    description,
    icon,
    agentType,
    maxTurns,
    primaryFlow: primaryFlowId === null ? null : resolveFlow(view, agent, primaryFlowId),
    config: maskSecrets(agent.config, id),
    externalConfig: maskSecrets(agent.externalConfig, id),
    partnerManagedConfig: maskSecrets(agent.partnerManagedConfig, id),
    capabilities: listCapabilities(view, id).map((capability) => resolveCapability(view, capability, nested)),
  };
}

function resolveCapability(
  view: View,
  capability: CapabilityRecord,
  nested: readonly AgentRecord[],
): RuntimeCapability {
  const { toolName, toolDescription, parametersSchema, enabled, flowId, toolId, subAgentId } = capability;
  const agent = nested.at(-1);
  return {
    toolName,
    toolDescription,
    parametersSchema,
    enabled,
    ...(flowId !== null && agent && { flow: resolveFlow(view, agent, flowId) }),
    ...(toolId !== null && {
      tool: { id: toolId, name: toolName, description: toolDescription, parametersSchema },
    }),
    ...(subAgentId !== null && resolveSubAgent(view, subAgentId, nested)),
  };
}

function resolveSubAgent(
  view: View,
  subAgentId: string,
  nested: readonly AgentRecord[],
): Pick<RuntimeCapability, 'subAgent' | 'subAgentId' | 'omitted'> {
  const subAgent = view.get(agents, subAgentId);
  if (subAgent === undefined || subAgent.workspaceId !== nested[0]?.workspaceId)
    return { subAgentId, omitted: 'unknown' };
  if (nested.some(({ id }) => id === subAgentId)) return { subAgentId, omitted: 'cycle' };
  if (nested.length > mostLevels) return { subAgentId, omitted: 'depth' };
  return { subAgent: resolveAgent(view, subAgent, nested) };
}

/** The mock knows flows by name only, so each has the one step that every flow has. */
function resolveFlow(view: View, { workspaceId }: AgentRecord, id: string): JsonMap {
  const name = flowTitle(view, workspaceId, id);
  const step = { id: `${id}_step_1`, name, type: 'prompt', enabled: true, order: 0, config: {} };
  return { id, name, steps: [step] };
}

/** Gives the name of a flow, made of its id when the workspace does not know it. */
export function flowTitle(view: View, workspaceId: string, id: string): string {
  return flowName(view, workspaceId, id) ?? titleOf(id);
}

/** Makes `Find order` of `flow_find_order`. */
function titleOf(id: string): string {
  const words = id
    .replace(/^[a-z]+_/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  return words === '' ? id : words.charAt(0).toUpperCase() + words.slice(1);
}
