/**
 * Which tool of an agent takes a role of a scenario. A role is taken by the same tool all through a run.
 */
import type { ApproveStep, ToolRole } from '../../scenarios/scenario.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { AgentTool, ToolKind } from './agent-tools.ts';
import { defaultApprover, requiresApproval } from './agent-tools.ts';

/** A part of a scenario that a tool of the agent may take. Shape: `name` is the tool of the scenario itself. */
export interface RolePart {
  readonly role: ToolRole;
  readonly name: string;
  readonly approver?: ApproveStep['approver'] | undefined;
}

/** The kinds of tools that may take a role, the most fitting first. */
const kindsOfRole: Readonly<Record<ToolRole, readonly ToolKind[]>> = {
  lookup: ['tool', 'flow', 'mcp', 'subagent'],
  action: ['tool', 'flow', 'mcp', 'subagent'],
  approval: ['tool', 'flow', 'mcp'],
  flow: ['flow'],
  mcp: ['mcp', 'tool', 'flow'],
  local: ['local'],
  subagent: ['subagent'],
};

/** Names of tools that read, by their first word. */
const reading =
  /^(?:check|count|describe|fetch|find|get|list|look|query|read|research|retrieve|search|show|track|view)(?![a-z])/iu;

export class ToolCast {
  readonly #agent: AgentDefinition;
  readonly #parts = new Map<string, AgentTool | null>();
  readonly #taken = new Set<AgentTool>();

  constructor(agent: AgentDefinition) {
    this.#agent = agent;
  }

  /** Returns the tool that takes a part, null when the agent has none that fits; `kinds` leaves kinds out. */
  toolFor(part: RolePart, kinds: readonly ToolKind[] = kindsOfRole[part.role]): AgentTool | null {
    const key = `${part.role}/${part.name}`;
    const known = this.#parts.get(key);
    if (known !== undefined) return known;
    const fitting = kindsOfRole[part.role].filter((kind) => kinds.includes(kind));
    const tool = this.#choose(part, fitting);
    this.#parts.set(key, tool);
    // A server has as many tools as there are roles.
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

  /** The rules of an agent may name the scenario's own tool. */
  #namesPart({ role, name }: RolePart): boolean {
    const { approval } = this.#agent;
    return (
      role === 'approval' &&
      approval !== null &&
      approval.require !== true &&
      requiresApproval(approval, { name })
    );
  }

  /** Lower is better: its name, whether it has to be approved, whether another part has taken it, what it is and does. */
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
   * A part that waits for an approval is best taken by a tool that needs one from the same person; an action by one that needs
   * none, since the scenario says itself whether it waits.
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
