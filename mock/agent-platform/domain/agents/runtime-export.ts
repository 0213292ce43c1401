/**
 * An agent as a self-contained definition: everything it is bound to is inlined, and it contains no secrets.
 */
import type { RuntimeCapability, RuntimeExport } from '../../../../generated/service/types.ts';
import type { View } from '../../../kernel/store/view.ts';
import { agents, type AgentRecord } from './agent.ts';
import { listCapabilities, type CapabilityRecord } from './capability.ts';
import { findFlow } from '../flows/flow.ts';
import { isMap, type JsonMap } from '../../../kernel/json.ts';
import { maskSecrets, SecretNames } from './mask-secrets.ts';

/** How many levels of sub-agents are inlined below the exported agent. Source: F-8-016. */
export const maxLevels = 3;

/**
 * The maximum size of inlined sub-agents and flows. Further ones are only referred to, so that many
 * references to large definitions do not multiply. Units: characters of JSON.
 */
const maxInlinedLength = 8_000_000;

export function exportRuntime(view: View, agent: AgentRecord): RuntimeExport {
  return resolveAgent(
    { view, names: new SecretNames(), budget: new InlineBudget(maxInlinedLength) },
    agent,
    [],
  );
}

/** Tracks the remaining size of an export; a definition is measured once, however often it is referenced. */
class InlineBudget {
  readonly #sizes = new Map<string, number>();
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** Reserves space for a definition; false when there is not enough. */
  take(id: string, definition: () => unknown): boolean {
    const size = this.#sizes.get(id) ?? JSON.stringify(definition()).length;
    this.#sizes.set(id, size);
    if (size > this.#left) return false;
    this.#left -= size;
    return true;
  }
}

interface Exporting {
  readonly view: View;
  readonly names: SecretNames;
  readonly budget: InlineBudget;
}

/** Shape: `above` are the agents that this one is nested in, the exported one first. */
function resolveAgent(
  exporting: Exporting,
  agent: AgentRecord,
  above: readonly AgentRecord[],
): RuntimeExport {
  const { view, names } = exporting;
  const { id, name, description, icon, agentType, maxTurns, primaryFlowId } = agent;
  const nested = [...above, agent];
  return {
    id,
    name,
    description,
    icon,
    agentType,
    maxTurns,
    primaryFlow: primaryFlowId === null ? null : resolveFlow(exporting, primaryFlowId, nested),
    config: maskSecrets(agent.config, id, names),
    externalConfig: maskSecrets(agent.externalConfig, id, names),
    partnerManagedConfig: maskSecrets(agent.partnerManagedConfig, id, names),
    capabilities: listCapabilities(view, id).map((capability) =>
      resolveCapability(exporting, capability, nested),
    ),
  };
}

function resolveCapability(
  exporting: Exporting,
  capability: CapabilityRecord,
  nested: readonly AgentRecord[],
): RuntimeCapability {
  const { toolName, toolDescription, parametersSchema, enabled, flowId, toolId, subAgentId } = capability;
  return {
    toolName,
    toolDescription,
    parametersSchema,
    enabled,
    ...(flowId !== null && { flow: resolveFlow(exporting, flowId, nested) }),
    ...(toolId !== null && {
      tool: { id: toolId, name: toolName, description: toolDescription, parametersSchema },
    }),
    ...(subAgentId !== null && resolveSubAgent(exporting, subAgentId, nested)),
  };
}

function resolveSubAgent(
  exporting: Exporting,
  subAgentId: string,
  nested: readonly AgentRecord[],
): Pick<RuntimeCapability, 'subAgent' | 'subAgentId' | 'omitted'> {
  const subAgent = exporting.view.get(agents, subAgentId);
  if (subAgent === undefined || subAgent.workspaceId !== nested[0]?.workspaceId)
    return { subAgentId, omitted: 'unknown' };
  if (nested.some(({ id }) => id === subAgentId)) return { subAgentId, omitted: 'cycle' };
  if (nested.length > maxLevels) return { subAgentId, omitted: 'depth' };
  const whole = () => [subAgent, listCapabilities(exporting.view, subAgentId)];
  if (!exporting.budget.take(subAgentId, whole)) return { subAgentId, omitted: 'size' };
  return { subAgent: resolveAgent(exporting, subAgent, nested) };
}

/**
 * Resolves a flow with its steps; another flow or an agent that a step runs is inlined.
 *
 * Shape: `flows` are the flows that this one is nested in.
 */
function resolveFlow(
  exporting: Exporting,
  id: string,
  nested: readonly AgentRecord[],
  flows: readonly string[] = [],
): JsonMap {
  const flow = findFlow(exporting.view, nested[0]?.workspaceId ?? '', id);
  const { name, steps } = flow;
  if (!exporting.budget.take(id, () => flow)) return { id, name, omitted: 'size' };
  const within = [...flows, id];
  return {
    id,
    name,
    steps:
      steps.length === 0
        ? [{ id: `${id}_step_1`, name, type: 'prompt', enabled: true, order: 0, config: {} }]
        : steps.map((step) => resolveStep(exporting, step, nested, within)),
  };
}

function resolveStep(
  exporting: Exporting,
  step: JsonMap,
  nested: readonly AgentRecord[],
  flows: readonly string[],
): JsonMap {
  const config = isMap(step['config']) ? step['config'] : {};
  const { flowId, agentId } = config;
  return {
    ...step,
    config: maskSecrets(config, String(step['id']), exporting.names),
    ...(typeof flowId === 'string' && resolveNestedFlow(exporting, flowId, nested, flows)),
    ...(typeof agentId === 'string' && resolveSubAgent(exporting, agentId, nested)),
  };
}

function resolveNestedFlow(
  exporting: Exporting,
  flowId: string,
  nested: readonly AgentRecord[],
  flows: readonly string[],
): JsonMap {
  if (flows.includes(flowId)) return { flowId, omitted: 'cycle' };
  if (nested.length + flows.length > maxLevels + 1) return { flowId, omitted: 'depth' };
  return { flow: resolveFlow(exporting, flowId, nested, flows) };
}
