/** The tools of an agent: its enabled capabilities, and the tools in `config.tools`. */
import type { CapabilityRecord } from '../capability.ts';
import { isMap, type Json, type JsonMap } from '../../../../kernel/json.ts';
import type { Approver } from '../../approvals/approval.ts';

/**
 * The target of a call of a tool: a tool of the service, a flow, another agent, a tool of an MCP server, or a local
 * tool of the caller.
 */
export type ToolKind = 'tool' | 'flow' | 'subagent' | 'mcp' | 'local';

/**
 * A tool that an agent may call.
 *
 * Shape: the `name` of a server is its id, and `serverName` its display name;
 * `toolType` is its type in events; `toolId` is null for a tool without a record; `targetId` is
 * the flow, sub-agent or MCP server behind it.
 */
export interface AgentTool {
  readonly name: string;
  readonly kind: ToolKind;
  readonly toolType: string;
  readonly toolId: string | null;
  readonly targetId: string | null;
  readonly description: string | null;
  readonly parametersSchema: Json;
  readonly serverName?: string;
}

/** The part of a capability that identifies its tool. */
export type ToolBinding = Pick<
  CapabilityRecord,
  'toolName' | 'enabled' | 'flowId' | 'subAgentId' | 'toolId' | 'toolDescription' | 'parametersSchema'
>;

/**
 * Lists the tools of an agent, capabilities first; of two with the same name the first one wins.
 *
 * Shape: without disabled capabilities, and without sub-agents for which `hasAgent` returns false.
 */
export function listTools(
  bindings: readonly ToolBinding[],
  config: JsonMap,
  hasAgent: (agentId: string) => boolean,
): readonly AgentTool[] {
  const settings = isMap(config['tools']) ? config['tools'] : {};
  const disabled = new Set(bindings.filter(({ enabled }) => !enabled).map(({ toolName }) => toolName));
  const all = [
    ...bindings.filter(({ enabled }) => enabled).map(toolOfBinding),
    ...listOf(settings['runtimeTools']).flatMap(readRuntimeTool),
    ...readToolIds(settings),
    ...listOf(settings['mcpServers']).flatMap(readServer),
  ];
  const own = new Map<string, AgentTool>();
  const ids = new Set<string>();
  for (const tool of all) {
    if (disabled.has(tool.name) || own.has(tool.name)) continue;
    if (tool.toolId !== null && ids.has(tool.toolId)) continue;
    if (tool.kind === 'subagent' && tool.targetId !== null && !hasAgent(tool.targetId)) continue;
    own.set(tool.name, tool);
    if (tool.toolId !== null) ids.add(tool.toolId);
  }
  return [...own.values()];
}

export function readBindings(value: Json): readonly ToolBinding[] {
  return listOf(value).flatMap((item) => {
    if (!isMap(item) || !isText(item['toolName'])) return [];
    return {
      toolName: item['toolName'],
      enabled: item['enabled'] !== false,
      flowId: textOrNull(item['flowId']),
      subAgentId: textOrNull(item['subAgentId']),
      toolId: textOrNull(item['toolId']),
      toolDescription: textOrNull(item['toolDescription']),
      parametersSchema: item['parametersSchema'] ?? null,
    };
  });
}

/**
 * Returns the tool of a capability. If it is bound to several things, a sub-agent wins over a flow, and a flow over a
 * tool.
 */
function toolOfBinding(binding: ToolBinding): AgentTool {
  const { toolName: name, flowId, subAgentId, toolId, toolDescription, parametersSchema } = binding;
  const kind = subAgentId !== null ? 'subagent' : flowId !== null ? 'flow' : 'tool';
  return {
    name,
    kind,
    toolType: toolTypes[kind],
    toolId: kind === 'tool' ? toolId : null,
    targetId: subAgentId ?? flowId,
    description: toolDescription,
    parametersSchema,
  };
}

const toolTypes: Readonly<Record<ToolKind, string>> = {
  tool: 'custom',
  flow: 'flow',
  subagent: 'subagent',
  mcp: 'mcp',
  local: 'local',
};

/** Source: `config.tools.runtimeTools`, whose `toolType` is external, custom, flow, subagent or local. */
function readRuntimeTool(item: Json): AgentTool[] {
  if (!isMap(item) || !isText(item['name']) || item['enabled'] === false) return [];
  const toolType = textOrNull(item['toolType']) ?? 'custom';
  const kind = toolType === 'flow' || toolType === 'subagent' || toolType === 'local' ? toolType : 'tool';
  const settings = isMap(item['config']) ? item['config'] : {};
  const target = { flow: settings['flowId'], subagent: settings['subAgentId'] ?? settings['agentId'] };
  return [
    {
      name: item['name'],
      kind,
      toolType,
      toolId: textOrNull(item['toolId'] ?? item['id']),
      targetId: kind === 'flow' || kind === 'subagent' ? textOrNull(target[kind]) : null,
      description: textOrNull(item['description']),
      parametersSchema: item['parametersSchema'] ?? null,
    },
  ];
}

/**
 * Source: `config.tools.toolIds`; the mock has no records of tools, so a tool is called by its id unless `toolConfigs`
 * contains its name.
 */
function readToolIds(settings: JsonMap): AgentTool[] {
  const configs = isMap(settings['toolConfigs']) ? settings['toolConfigs'] : {};
  return listOf(settings['toolIds'])
    .filter(isText)
    .flatMap((toolId) => {
      const config = Object.hasOwn(configs, toolId) ? configs[toolId] : undefined;
      const settled = isMap(config) ? config : {};
      if (settled['enabled'] === false) return [];
      return {
        name: textOrNull(settled['toolName'] ?? settled['name']) ?? toolId,
        kind: 'tool',
        toolType: 'custom',
        toolId,
        targetId: null,
        description: textOrNull(settled['description']),
        parametersSchema: settled['parametersSchema'] ?? null,
      };
    });
}

/**
 * Returns the tool for a server. Its tools are unknown until a run connects to it, so it is assumed to have those of a
 * scenario.
 */
function readServer(item: Json): AgentTool[] {
  if (!isMap(item) || item['enabled'] === false) return [];
  const id = textOrNull(item['id']) ?? textOrNull(item['name']);
  if (id === null) return [];
  const name = textOrNull(item['name']) ?? id;
  return [
    {
      name: id,
      kind: 'mcp',
      toolType: 'mcp',
      toolId: null,
      targetId: id,
      description: null,
      parametersSchema: null,
      serverName: name,
    },
  ];
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function isText(value: Json): value is string {
  return typeof value === 'string' && value !== '';
}

function textOrNull(value: Json): string | null {
  return isText(value) ? value : null;
}

/**
 * The approval rules of an agent.
 *
 * Shape: `require` is true for every tool, else the names or ids of tools; `reason` is a text by the agent's author,
 * null for none; with `requestReason` false the request for an approval has no reason.
 * Units: `timeout` in milliseconds of the world's time, null for the default.
 */
export interface ApprovalRules {
  readonly require: true | readonly string[];
  readonly approver: Approver;
  readonly timeout: number | null;
  readonly requestReason: boolean;
  readonly reason: string | null;
}

/** The name prefix of tools that a page offers. */
const pagePrefix = 'webmcp:';

/** Who decides on an approval when neither the agent nor the scenario specifies an approver. Source: F-4.6-030. */
export const defaultApprover: Approver = 'owner';

/** Reads `config.tools.approval`. Shape: null when it is absent or requires nothing. */
export function readApprovalRules(value: Json): ApprovalRules | null {
  if (!isMap(value)) return null;
  const { require, approver, timeout, requestReason, reason } = value;
  const names = Array.isArray(require) ? require.filter((name) => typeof name === 'string') : [];
  if (require !== true && names.length === 0) return null;
  return {
    require: require === true ? true : names,
    approver: approver === 'end-user' ? 'end-user' : defaultApprover,
    timeout: typeof timeout === 'number' && timeout >= 1 && Number.isFinite(timeout) ? timeout : null,
    requestReason: requestReason !== false,
    reason: typeof reason === 'string' && reason !== '' ? reason : null,
  };
}

export function requiresApproval(
  rules: ApprovalRules | null,
  tool: { readonly name: string; readonly toolId?: string | null | undefined },
): boolean {
  if (rules === null) return false;
  if (rules.require === true) return true;
  const { name } = tool;
  if (rules.require.includes(name) || rules.require.includes(`${pagePrefix}${name}`)) return true;
  return tool.toolId != null && rules.require.includes(tool.toolId);
}
