/** Calls of an agent with their own execution: flows and sub-agents. */
import type { View } from '../../../../kernel/store/view.ts';
import { agents } from '../agent.ts';
import { defaultFlowScenario } from '../../flows/default-scenario.ts';
import { findFlow } from '../../flows/flow.ts';
import type { JsonMap } from '../../../../kernel/json.ts';
import type { SubagentStep, ToolStep } from '../../scenarios/scenario.ts';
import { noAgent, type AgentDefinition } from './agent-definition.ts';
import type { AgentTool } from './agent-tools.ts';

interface FlowSource {
  readonly view: View;
  readonly workspaceId: string;
}

/**
 * Finds the agent's flow with the name of a tool without a role, unless the scenario specifies the result of the call.
 */
export function findNamedFlow(
  { tools }: AgentDefinition,
  { name, result, error }: ToolStep,
): AgentTool | null {
  if (result !== undefined || error !== undefined) return null;
  return tools.find((tool) => tool.name === name && tool.kind === 'flow') ?? null;
}

/**
 * Returns the step that calls a flow instead of a tool of the scenario.
 *
 * Shape: null for a tool that is not a flow and has no flow's name, and where the scenario lets the call fail; a result
 * in the scenario overrides that of the flow.
 */
export function callFlow(
  { view, workspaceId }: FlowSource,
  tool: AgentTool | null,
  step: ToolStep,
  parameters: JsonMap,
): SubagentStep | null {
  if (tool?.kind !== 'flow' || tool.targetId === null) return null;
  const isOwn = tool.name === step.name;
  if (isOwn && step.error !== undefined) return null;
  const flow = findFlow(view, workspaceId, tool.targetId);
  return {
    name: tool.name,
    parameters,
    agent: noAgent,
    flow: { id: flow.id, name: flow.name },
    steps: defaultFlowScenario(flow, { inputs: parameters }).steps as SubagentStep['steps'],
    ...(isOwn && step.result !== undefined && { result: step.result }),
  };
}

/** Finds the sub-agent that a step without a role calls: the one with its name, else any sub-agent of the agent. */
export function findNamedSubagent(
  { agent, view, workspaceId }: FlowSource & { readonly agent: AgentDefinition },
  { name, agentId }: SubagentStep,
): AgentTool | null {
  if (agentId !== undefined && view.get(agents, agentId)?.workspaceId === workspaceId)
    return { ...unnamedSubagent, name, targetId: agentId };
  const subagents = agent.tools.filter(({ kind }) => kind === 'subagent');
  return subagents.find((tool) => tool.name === name) ?? subagents[0] ?? null;
}

const unnamedSubagent = {
  kind: 'subagent',
  toolType: 'subagent',
  toolId: null,
  description: null,
  parametersSchema: null,
} as const;
