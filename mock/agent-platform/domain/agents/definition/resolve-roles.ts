/**
 * Fills the roles of a scenario with the tools of the agent that runs it. Pure: the result is a list of scenario steps
 * without roles.
 */
import type { View } from '../../../../kernel/store/view.ts';
import { agents } from '../agent.ts';
import { isMap, type Json, type JsonMap } from '../../../../kernel/json.ts';
import type {
  ApproveStep,
  AwaitedItem,
  BackgroundStep,
  ElicitationStep,
  FallbackStep,
  FlowScenarioStep,
  SayStep,
  SubagentStep,
  ToolStep,
  Step,
  StepContents,
  StepKind,
} from '../../scenarios/scenario.ts';
import { defineAgent, type AgentDefinition } from './agent-definition.ts';
import type { AgentTool, ToolKind } from './agent-tools.ts';
import { RoleFiller } from './cast-tools.ts';
import { callFlow, findNamedFlow, findNamedSubagent } from './flow-call.ts';
import { sampleParameters } from './sample-parameters.ts';

/** The agent whose tools fill the roles, and its workspace. Shape: `isNested` for the steps of a sub-agent. */
export interface RoleSource {
  readonly view: View;
  readonly workspaceId: string;
  readonly agent: AgentDefinition;
  readonly isNested?: boolean;
}

/** Returns the steps of a scenario with the tools that an agent calls in them. */
export function resolveRoles(steps: readonly Step[], source: RoleSource): readonly Step[] {
  const resolver = new RoleResolver(source);
  // The first pass fills all roles; the texts of the second pass depend on them.
  resolver.steps(steps);
  return resolver.steps(steps);
}

type Rows = { readonly [Kind in StepKind]?: (content: StepContents[Kind]) => readonly Step[] };

class RoleResolver {
  readonly #source: RoleSource;
  readonly #filler: RoleFiller;

  readonly #rows: Rows = {
    say: (say) => [{ say: this.#text(say) }],
    fallback: (fallback) => [{ fallback: this.#fallback(fallback) }],
    tool: (tool) => [this.#toolStep(tool)],
    approve: (approve) => this.#approve(approve),
    await: (items) => [{ await: items.map((item) => this.#awaited(item)) }],
    subagent: (subagent) => [{ subagent: this.#subagent(subagent) }],
    step: (step) => [{ step: this.#flowStep(step) }],
    repeat: (repeat) => [{ repeat: { ...repeat, steps: this.steps(repeat.steps) } }],
  };

  constructor(source: RoleSource) {
    this.#source = source;
    this.#filler = new RoleFiller(source.agent);
  }

  steps(steps: readonly Step[]): readonly Step[] {
    return steps.flatMap((step) => {
      const [kind, content] = Object.entries(step)[0] as [StepKind, never];
      const resolved = this.#rows[kind]?.(content) ?? [step];
      return resolved.map((one) => this.#renamedStep(one));
    });
  }

  /** Renames tools in a step. Nested steps are renamed already; those of a sub-agent follow its own tools. */
  #renamedStep(step: Step): Step {
    const [kind, content] = Object.entries(step)[0] as [StepKind, Json];
    if (!isMap(content)) return this.#filler.rename(step) as Step;
    const { agent, steps, denied, ...rest } = content;
    const inner = { agent, steps, denied };
    const kept = Object.entries(inner).filter(([, value]) => value !== undefined);
    return {
      [kind]: { ...(this.#filler.rename(rest) as JsonMap), ...Object.fromEntries(kept) },
    } as Step;
  }

  #text(say: string | SayStep): string | SayStep {
    if (typeof say === 'string') return say;
    const { adapted, ...rest } = say;
    return this.#filler.isAdapted && adapted !== undefined ? { ...rest, text: adapted } : rest;
  }

  /** Resolves a fallback; an attempt without a model retries the agent's own model, or uses its next fallback model. */
  #fallback({ attempts, ...fallback }: FallbackStep): FallbackStep {
    const { model, fallbackModels } = this.#source.agent;
    const left = [...fallbackModels];
    return {
      ...fallback,
      attempts: attempts.map((attempt) => {
        if (attempt.model !== undefined) return attempt;
        if (attempt.type === 'retry') return { ...attempt, model };
        return attempt.type === 'model' ? { ...attempt, model: left.shift() ?? smallModel } : attempt;
      }),
    };
  }

  #toolStep(step: ToolStep): Step {
    const kinds: readonly ToolKind[] =
      this.#source.isNested === true ? serviceTools : [...serviceTools, 'subagent'];
    const tool =
      step.role === undefined ? findNamedFlow(this.#source.agent, step) : this.#filler.toolFor(step, kinds);
    const flow = this.#flowCall(tool, step);
    const { streamInput, progress } = step;
    const streamed = { ...(streamInput === true && { streamInput }), ...(progress && { progress }) };
    if (flow !== null) return { subagent: { ...flow, ...streamed } };
    if (tool?.kind !== 'subagent') return { tool: this.#filler.fillTool(step, tool) };
    const { parameters = {} } = step;
    return {
      subagent: this.#bound(tool, {
        ...streamed,
        name: tool.name,
        parameters: sampleParameters(tool.parametersSchema, parameters),
        steps: [{ say: 'I have looked into it. This is what I know about it.' }],
      }),
    };
  }

  /** Returns the call of a flow. In a sub-agent, whose calls have no executions, a flow is a plain tool: null. */
  #flowCall(tool: AgentTool | null, step: ToolStep): SubagentStep | null {
    if (tool === null || this.#source.isNested === true) return null;
    return callFlow(this.#source, tool, step, this.#filler.filling(step, tool).parameters ?? {});
  }

  /** Resolves an approval; a flow is called after the approval is given. */
  #approve(step: ApproveStep): readonly Step[] {
    const approve = this.#approval(step);
    const flow = this.#flowCall(this.#filler.toolFor(step, serviceTools), step);
    return flow === null ? [{ approve }] : [{ approve: { ...approve, grants: true } }, { subagent: flow }];
  }

  #approval(step: ApproveStep): ApproveStep {
    const tool = this.#filler.toolFor(step, serviceTools);
    const filled = this.#filler.fillTool(step, tool);
    const denied = step.denied === undefined ? {} : { denied: this.steps(step.denied) };
    if (tool === null || tool.name === step.name) return { ...filled, ...denied };
    const { reason: _, description: __, ...rest } = filled;
    const description = tool.description ?? `Calls ${filled.name}.`;
    return {
      ...rest,
      description,
      reason: `The agent has to ask before it calls ${filled.name}.`,
      ...denied,
    };
  }

  #awaited(item: AwaitedItem): AwaitedItem {
    if ('tool' in item) {
      const tool = this.#filler.toolFor(item.tool, ['local']);
      const { role, ...step } = item.tool;
      if (role === undefined) return { tool: step };
      if (tool === null) return { tool: { ...step, name: this.#filler.calledName(step.name) } };
      const parameters = sampleParameters(tool.parametersSchema, step.parameters ?? {});
      return { tool: { ...step, name: tool.name, parameters } };
    }
    if ('elicitation' in item) return { elicitation: this.#elicitation(item.elicitation) };
    if ('crawl' in item) return { crawl: this.#work(item.crawl, 'crawl_site') };
    return { poll: this.#work(item.poll, 'wait_for_job') };
  }

  #elicitation(step: ElicitationStep): ElicitationStep {
    const tool = this.#filler.toolFor(step, waitingTools);
    const { role, ...rest } = step;
    if (role === undefined) return rest;
    const filled = { ...rest, ...this.#filler.filling(rest, tool) };
    return tool?.kind === 'mcp' ? { ...filled, serverName: tool.serverName ?? tool.name } : filled;
  }

  #work(step: BackgroundStep, defaultName: string): BackgroundStep {
    const { role, ...rest } = step;
    if (role === undefined) return rest;
    const named = { ...rest, name: step.name ?? defaultName };
    return {
      ...named,
      ...this.#filler.filling(named, this.#filler.toolFor({ ...named, role }, waitingTools)),
    };
  }

  #flowStep(step: FlowScenarioStep): FlowScenarioStep {
    const { steps, fallback, ...rest } = step;
    return {
      ...rest,
      ...(steps !== undefined && { steps: this.steps(steps) as NonNullable<FlowScenarioStep['steps']> }),
      ...(fallback !== undefined && { fallback: this.#fallback(fallback) }),
    };
  }

  #subagent(step: SubagentStep): SubagentStep {
    const { role, ...rest } = step;
    const tool =
      role === undefined
        ? findNamedSubagent(this.#source, step)
        : this.#filler.toolFor({ ...step, role }, ['subagent']);
    if (tool === null)
      return this.#spawned({
        ...rest,
        name: role === undefined ? step.name : this.#filler.calledName(step.name),
      });
    if (role === undefined) return this.#bound(tool, rest);
    const parameters = sampleParameters(tool.parametersSchema, step.parameters ?? {});
    return this.#bound(tool, { ...rest, name: tool.name, parameters });
  }

  /** Adds the definition that runs to the call of a sub-agent, and fills its roles with that agent's tools. */
  #bound(tool: AgentTool, step: SubagentStep): SubagentStep {
    const { view, workspaceId } = this.#source;
    const record = tool.targetId === null ? undefined : view.get(agents, tool.targetId);
    if (record === undefined) return this.#spawned(step);
    const agent = defineAgent(view, record);
    return {
      ...step,
      agentId: record.id,
      agentName: record.name,
      agent,
      steps: resolveRoles(step.steps, { view, workspaceId, agent, isNested: true }) as SubagentStep['steps'],
    };
  }

  /** Returns a call in which the agent runs a copy of itself, for an agent without a sub-agent. */
  #spawned({ agentId: _, ...step }: SubagentStep): SubagentStep {
    const { agent: parent, ...source } = this.#source;
    const agentName = step.agentName ?? step.name;
    const agent = {
      ...parent,
      name: agentName,
      tools: parent.tools.filter(({ kind }) => kind !== 'subagent'),
    };
    const steps = resolveRoles(step.steps, { ...source, agent, isNested: true }) as SubagentStep['steps'];
    return { ...step, agentName, agent, steps };
  }
}

/** The fallback model when the agent specifies none. */
const smallModel = 'mock-1-small';

const serviceTools: readonly ToolKind[] = ['tool', 'mcp', 'flow'];

/** The kinds of tools whose calls may wait: a flow plays its own steps. */
const waitingTools: readonly ToolKind[] = ['tool', 'mcp'];
