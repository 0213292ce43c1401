/**
 * Which tool of an agent fills a role of a scenario, and how it changes the step. A role is filled by the same tool
 * throughout a run.
 */
import { isMap, type Json, type JsonMap } from '../../../../kernel/json.ts';
import type { ApproveStep, ToolRole, ToolStep } from '../../scenarios/scenario.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { sampleParameters, sampleResult } from './sample-parameters.ts';
import { defaultApprover, requiresApproval, type AgentTool, type ToolKind } from './agent-tools.ts';

/** A part of a scenario that a tool of the agent may fill. Shape: `name` is the scenario's own tool. */
export interface RolePart {
  readonly role: ToolRole;
  readonly name: string;
  readonly approver?: ApproveStep['approver'] | undefined;
}

/** The kinds of tools that may fill a role, best match first. */
const kindsOfRole: Readonly<Record<ToolRole, readonly ToolKind[]>> = {
  lookup: ['tool', 'flow', 'mcp', 'subagent'],
  action: ['tool', 'flow', 'mcp', 'subagent'],
  approval: ['tool', 'flow', 'mcp'],
  flow: ['flow'],
  mcp: ['mcp', 'tool', 'flow'],
  local: ['local'],
  subagent: ['subagent'],
};

/** Matches the names of tools that read, by their first word. */
const reading =
  /^(?:check|count|describe|fetch|find|get|list|look|query|read|research|retrieve|search|show|track|view)(?![a-z])/iu;

class ToolCast {
  readonly #agent: AgentDefinition;
  readonly #parts = new Map<string, AgentTool | null>();
  readonly #taken = new Set<AgentTool>();

  constructor(agent: AgentDefinition) {
    this.#agent = agent;
  }

  /** Returns the tool that fills a part, null when the agent has no suitable one; `kinds` limits the kinds. */
  toolFor(part: RolePart, kinds: readonly ToolKind[] = kindsOfRole[part.role]): AgentTool | null {
    const key = `${part.role}/${part.name}`;
    const existing = this.#parts.get(key);
    if (existing !== undefined) return existing;
    const fitting = kindsOfRole[part.role].filter((kind) => kinds.includes(kind));
    const tool = this.#choose(part, fitting);
    this.#parts.set(key, tool);
    // A server can fill any number of roles, since it has many tools.
    if (tool !== null && tool.kind !== 'mcp') this.#taken.add(tool);
    return tool;
  }

  #choose(part: RolePart, kinds: readonly ToolKind[]): AgentTool | null {
    const candidates = this.#agent.tools.filter(({ kind }) => kinds.includes(kind));
    const ranked = candidates
      .map((tool, index) => ({ tool, rank: this.#rank(tool, part, kinds), index }))
      .sort((one, other) => one.rank - other.rank || one.index - other.index);
    const best = ranked[0]?.tool ?? null;
    return best !== null && this.#namesPart(part) && this.#approvalRank(best, part) > 0 ? null : best;
  }

  /** Returns whether the rules of an agent include the scenario's own tool. */
  #namesPart({ role, name }: RolePart): boolean {
    const { approval } = this.#agent;
    return (
      role === 'approval' &&
      approval !== null &&
      approval.require !== true &&
      requiresApproval(approval, { name })
    );
  }

  /** Ranks a tool, lower is better: by name, approval, whether another part uses it, kind and action. */
  #rank(tool: AgentTool, part: RolePart, kinds: readonly ToolKind[]): number {
    const isLookup = reading.test(tool.name);
    const isOther = part.role === 'lookup' ? !isLookup : isLookup;
    return (
      this.#approvalRank(tool, part) * 1000 +
      (tool.name === part.name ? 0 : part.role === 'approval' ? 500 : 5000) +
      (tool.kind === 'subagent' ? 200 : 0) +
      (this.#taken.has(tool) ? 100 : 0) +
      kinds.indexOf(tool.kind) * 10 +
      (tool.kind === 'tool' && isOther ? 15 : 0)
    );
  }

  /**
   * Ranks by approval. A part that waits for an approval prefers a tool with the same approver; any other part prefers
   * a tool without an approval, since the scenario itself specifies its pauses.
   */
  #approvalRank(tool: AgentTool, { role, approver = defaultApprover }: RolePart): number {
    const { approval } = this.#agent;
    const isRequired = requiresApproval(approval, tool);
    if (role === 'lookup') return 0;
    if (role !== 'approval') return isRequired ? 1 : 0;
    if (!isRequired) return 1;
    return approval?.approver === approver ? 0 : 2;
  }
}

/** Fills the parts of a scenario with the tools of one agent. */
export class RoleFiller {
  readonly #agent: AgentDefinition;
  readonly #cast: ToolCast;
  readonly #names = new Map<string, string>();
  #isAdapted = false;

  constructor(agent: AgentDefinition) {
    this.#agent = agent;
    this.#cast = new ToolCast(agent);
  }

  /** Whether a tool with a different name than the scenario's fills a part. */
  get isAdapted(): boolean {
    return this.#isAdapted;
  }

  /** Replaces tool names in texts: in `{{tool.NAME}}`, and in quotations of tool outputs. */
  rename(value: Json): Json {
    if (typeof value === 'string')
      return value.replaceAll(quotation, (_, kind: string, name: string) => {
        const called = this.#names.get(name) ?? name;
        return kind === 'tool' ? called : `{{output.${called}}}`;
      });
    if (Array.isArray(value)) return value.map((item: Json) => this.rename(item));
    if (!isMap(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.rename(item)]));
  }

  toolFor(
    step: { readonly role?: ToolRole; readonly name: string; readonly approver?: ApproveStep['approver'] },
    kinds: readonly ToolKind[],
  ) {
    const { role, name, approver } = step;
    if (role === undefined) return null;
    const tool = this.#cast.toolFor({ role, name, approver }, kinds);
    if (tool !== null && tool.kind !== 'mcp') {
      this.#names.set(name, tool.name);
      if (tool.name !== name) this.#isAdapted = true;
    } else if (this.#agent.disabledNames.includes(name)) this.#names.set(name, `demo_${name}`);
    return tool;
  }

  /** Returns the name of a called tool; the scenario's own tool never has the name of a disabled capability. */
  calledName(name: string): string {
    return this.#names.get(name) ?? name;
  }

  /**
   * Returns the changes of a step for a tool of the agent. A tool with another name gets its own parameters and result;
   * a tool of an MCP server is assumed to do the same as the scenario's tool.
   */
  filling(part: FilledPart, tool: AgentTool | null): Partial<FilledPart> {
    const { name, parameters = {}, progress } = part;
    if (tool === null || tool.kind === 'mcp') return { name: this.calledName(name) };
    const fitting = sampleParameters(tool.parametersSchema, parameters);
    if (tool.name === name) return { parameters: fitting };
    return {
      name: tool.name,
      parameters: tool.parametersSchema === null ? ownParameters(parameters) : fitting,
      ...(progress !== undefined && { progress: progress.map((_, index) => `Part ${index + 1}. `) }),
      ...('result' in part && { result: sampleResult(tool) }),
    };
  }

  /** Fills a step with a tool; hints and hidden parameters belong to the scenario's own tool and are removed. */
  fillTool({ role, ...step }: ApproveStep, tool: AgentTool | null): ApproveStep {
    if (role === undefined) return step;
    if (tool === null) return { ...step, ...this.filling(step, tool) };
    const filled = { ...step, ...this.filling(step, tool), toolType: tool.toolType };
    if (tool.kind === 'mcp' || tool.name === step.name) return filled;
    const { hidden: __, annotations: ___, ...rest } = filled;
    return rest;
  }
}

/** The part of a step that a tool of the agent may change. */
type FilledPart = Pick<ToolStep, 'name' | 'parameters' | 'progress' | 'result'>;

/** Matches a quotation of the name or of the output of a tool. */
const quotation = /\{\{(tool|output)\.([^{}\s]+)\}\}/g;

/** Returns the parameters that still make sense for another tool: only those that quote the message. */
function ownParameters(parameters: JsonMap): JsonMap {
  const quoting = Object.entries(parameters).filter(([, value]) => quotesMessage(value));
  return quoting.length > 0 ? Object.fromEntries(quoting) : {};
}

function quotesMessage(value: Json): boolean {
  return typeof value === 'string' && value.includes('{{lastMessage}}') && !isMap(value);
}
