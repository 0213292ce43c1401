/**
 * The agent's definition for a run. It is read once, when the run starts, so that later changes of the agent do not
 * affect it.
 */
import type { View } from '../../../../kernel/store/view.ts';
import { agents, type AgentRecord, type AgentType } from '../agent.ts';
import { listCapabilities } from '../capability.ts';
import { isMap, mergeDeep, type Json, type JsonMap } from '../../../../kernel/json.ts';
import { listTools, readBindings, readApprovalRules } from './agent-tools.ts';
import type { AgentTool, ToolBinding, ApprovalRules } from './agent-tools.ts';

/**
 * The definition of an agent.
 *
 * Shape: `id` is null for an agent that is defined in the request; `maxTurns` and `maxToolCalls` are null without a
 * limit; `fallbackModels` are tried in order; `disabledNames` are the capabilities that runs may not use.
 */
export interface AgentDefinition {
  readonly id: string | null;
  readonly name: string;
  readonly agentType: AgentType;
  readonly primaryFlowId: string | null;
  readonly model: string;
  readonly fallbackModels: readonly string[];
  readonly maxTurns: number | null;
  readonly maxToolCalls: number | null;
  readonly tools: readonly AgentTool[];
  readonly disabledNames: readonly string[];
  readonly approval: ApprovalRules | null;
}

export const defaultModel = 'mock-1';

/** Reads the definition of a stored agent, live or as it was when a version was published. */
export function defineAgent(
  view: View,
  agent: AgentRecord,
  bindings: readonly ToolBinding[] = listCapabilities(view, agent.id),
): AgentDefinition {
  const { id, workspaceId, name, agentType, primaryFlowId, maxTurns } = agent;
  const config = agent.config ?? {};
  return {
    id,
    name,
    agentType,
    primaryFlowId,
    ...readConfig(config, maxTurns),
    ...toolsOf(view, workspaceId, bindings, config),
  };
}

/**
 * Reads the definition of an agent that a request defines.
 *
 * Shape: settings are in `config` or at the top level; those in `config` win.
 */
export function defineInlineAgent(view: View, workspaceId: string, spec: JsonMap): AgentDefinition {
  const { config, name, agentType, primaryFlowId, capabilities } = spec;
  const settings = isMap(config) ? mergeDeep(spec, config) : spec;
  return {
    id: null,
    name: typeof name === 'string' && name !== '' ? name : 'Inline agent',
    agentType: agentType === 'external' || agentType === 'partner_managed' ? agentType : 'native',
    primaryFlowId: typeof primaryFlowId === 'string' ? primaryFlowId : null,
    ...readConfig(settings, spec['maxTurns']),
    ...toolsOf(view, workspaceId, readBindings(capabilities), settings),
  };
}

/** The definition for a run without an agent: the run of a flow. */
export const noAgent: AgentDefinition = {
  id: null,
  name: '',
  agentType: 'native',
  primaryFlowId: null,
  model: defaultModel,
  fallbackModels: [],
  maxTurns: null,
  maxToolCalls: null,
  tools: [],
  disabledNames: [],
  approval: null,
};

/** Precedence: the `maxTurns` of the agent, of the loop, of `config`. Source: assumption A-MAX-TURNS. */
function readConfig(config: JsonMap, maxTurns: Json) {
  const { model, loopConfig, tools } = config;
  const loop = isMap(loopConfig) ? loopConfig : {};
  const settings = isMap(tools) ? tools : {};
  return {
    model: typeof model === 'string' && model !== '' ? model : defaultModel,
    fallbackModels: readFallbackModels(config),
    maxTurns: readLimit(maxTurns) ?? readLimit(loop['maxTurns']) ?? readLimit(config['maxTurns']),
    maxToolCalls: readLimit(settings['maxToolCalls']),
    approval: readApprovalRules(settings['approval']),
  };
}

function toolsOf(view: View, workspaceId: string, bindings: readonly ToolBinding[], config: JsonMap) {
  const tools = listTools(bindings, config, (agentId) => hasAgent(view, workspaceId, agentId));
  const names = new Set(tools.map(({ name }) => name));
  const disabledNames = bindings.map(({ toolName }) => toolName).filter((name) => !names.has(name));
  return { tools, disabledNames };
}

function readLimit(value: Json): number | null {
  return Number.isInteger(value) ? (value as number) : null;
}

function readFallbackModels({ fallbackModel, fallbackModels, fallbacks }: JsonMap): readonly string[] {
  const listed = [fallbackModels, fallbacks].flatMap((list) => (Array.isArray(list) ? (list as Json[]) : []));
  return [fallbackModel, ...listed]
    .map((entry) => (isMap(entry) ? entry['model'] : entry))
    .filter((model): model is string => typeof model === 'string' && model !== '');
}

function hasAgent(view: View, workspaceId: string, agentId: string): boolean {
  return view.get(agents, agentId)?.workspaceId === workspaceId;
}
