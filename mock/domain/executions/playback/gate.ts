/**
 * What holds a paused run: the events of each kind of gate, and what its answer means for the tool call.
 */
import type { PausedReason } from '../../../../generated/service/types.ts';
import { isMap } from '../../json.ts';
import type { Json, JsonMap } from '../../json.ts';
import type { ApproveStep, BackgroundStep, ElicitationStep } from '../../scenarios/scenario.ts';
import type { CalledTool } from './offered-tool.ts';
import type { TimelessEvent } from './event-body.ts';

/** Where in its run a gate stands. Shape: `stepId` is the step of a flow, null outside of one. */
interface GatePlace {
  readonly toolCallId: string;
  readonly iteration: number;
  readonly stepId: string | null;
}

/** A tool call that waits for somebody's decision; the decision itself is kept in the approval record. */
export interface ApprovalGate extends GatePlace {
  readonly kind: 'approval';
  readonly approvalId: string;
  readonly toolId: string;
  readonly tool: ApproveStep;
}

/** Where a call stands that has begun. Units: `calledAt` as the run's `elapsed`. */
interface CallPlace extends GatePlace {
  readonly calledAt: number;
}

/** A tool call that waits for its output from the caller. */
export interface LocalToolGate extends CallPlace {
  readonly kind: 'tool';
  readonly tool: CalledTool;
}

/** A tool call that waits for an answer from the user. Shape: `pauseCount` is how often it has been asked. */
export interface ElicitationGate extends CallPlace {
  readonly kind: 'elicitation';
  readonly tool: ElicitationStep & { readonly parameters: JsonMap };
  readonly pauseCount: number;
}

/** Work that goes on by itself, as it was called. */
type CalledWork = BackgroundStep & { readonly name: string; readonly parameters: JsonMap };

/** A tool call that waits for the crawl of web pages. */
export interface CrawlGate extends CallPlace {
  readonly kind: 'crawl';
  readonly crawlId: string;
  readonly tool: CalledWork;
}

/** A tool call that waits for a job of another service. */
export interface PollGate extends CallPlace {
  readonly kind: 'poll';
  readonly tool: CalledWork;
}

/** A gate that opens by itself after a while. */
export type BackgroundGate = CrawlGate | PollGate;

/** A gate that an output opens. */
export type OutputGate = LocalToolGate | ElicitationGate | BackgroundGate;

/** What holds a paused run. A run goes on when its last gate is answered. */
export type Gate = ApprovalGate | OutputGate;

type ToolStartEvent = Extract<TimelessEvent, { readonly type: 'tool_start' }>;
type AwaitEvent = Extract<TimelessEvent, { readonly type: 'await' }>;
type GateOf<Kind> = Extract<Gate, { readonly kind: Kind }>;
type OutputKind = OutputGate['kind'];

/** What tells a kind of gate from the others on the wire. */
interface Traits<G> {
  readonly toolType: string;
  readonly awaits: (gate: G) => Partial<AwaitEvent>;
  readonly reason: (gate: G, executionId: string) => PausedReason;
}

/** How long work that goes on by itself takes when its step does not say. Units: milliseconds of the world's time. */
export const usualBackgroundTime = 30_000;

const traits: { readonly [Kind in OutputKind]: Traits<GateOf<Kind>> } = {
  // The event of a local tool has no awaitReason: that is how clients know that they can answer it.
  tool: {
    toolType: 'local',
    awaits: ({ tool }) => ({ ...namedTool(tool), ...shownTool(tool) }),
    reason: (gate, executionId) => localAction(gate, executionId),
  },
  elicitation: {
    toolType: 'mcp',
    awaits: (gate) => ({
      ...namedTool(gate.tool),
      awaitReason: 'elicitation_required',
      elicitation: elicitationOf(gate),
    }),
    reason: (gate, executionId) => ({
      ...localAction(gate, executionId),
      awaitReason: 'elicitation_required',
      elicitation: { ...elicitationOf(gate) },
    }),
  },
  // Without a toolName no client takes a crawl or a job for a tool of its own.
  crawl: {
    toolType: 'external',
    awaits: ({ crawlId }) => ({ awaitReason: 'crawl_pending', crawlId }),
    reason: ({ crawlId, stepId }) => ({ type: 'crawl_pending', crawlId, ...(stepId !== null && { stepId }) }),
  },
  poll: {
    toolType: 'external',
    awaits: () => ({ awaitReason: 'durable_poll' }),
    reason: ({ stepId }) => ({ type: 'durable_poll', ...(stepId !== null && { stepId }) }),
  },
};

/** Returns the event that begins the tool call of a gate; every segment repeats it. */
export function gateStartEvent(gate: OutputGate): ToolStartEvent {
  const { toolCallId, tool } = gate;
  return {
    type: 'tool_start',
    toolCallId,
    toolName: tool.name,
    toolType: traits[gate.kind].toolType,
    parameters: { ...tool.parameters },
    ...(gate.kind === 'tool' && shownTool(gate.tool)),
  };
}

/** Returns the event that tells what a gate waits for. */
export function awaitEvent(gate: OutputGate): TimelessEvent {
  const { toolCallId, stepId } = gate;
  const { awaits } = traits[gate.kind] as Traits<Gate>;
  return { type: 'await', toolCallId, ...(stepId !== null && { stepId }), ...awaits(gate) };
}

/**
 * Returns why a run is paused, by the first of the gates that hold it.
 *
 * Source: spec/schemas/PausedReason.yaml; an approval is a local action with an `approvalId` (assumption A-115).
 */
export function pausedReason(executionId: string, gates: readonly Gate[]): PausedReason {
  const [gate] = gates;
  if (gate === undefined) throw new Error('A run is paused by a gate.');
  if (gate.kind === 'approval') {
    const { approvalId } = gate;
    return { ...localAction(gate, executionId), approvalId, awaitReason: 'approval_required' };
  }
  return (traits[gate.kind] as Traits<Gate>).reason(gate, executionId);
}

/** Tells whether a gate opens by itself after a while. */
export function isBackground(gate: Gate): gate is BackgroundGate {
  return gate.kind === 'crawl' || gate.kind === 'poll';
}

/** Tells whether an output opens a gate. */
export function takesOutput(gate: Gate): gate is OutputGate {
  return gate.kind !== 'approval';
}

/** What came of a tool call: its result, or why it failed. */
export type CallOutcome = { readonly result: Json } | { readonly error: string };

/** Reads an output that was supplied for a gate. */
export function outcomeOf(gate: OutputGate, output: Json): CallOutcome {
  if (isMap(output) && output['isError'] === true) return { error: 'The tool failed at the caller.' };
  if (gate.kind !== 'elicitation') return { result: output };
  if (isMap(output) && (output['action'] === 'decline' || output['action'] === 'cancel'))
    return { error: `The question was answered with ${output['action']}.` };
  return { result: output };
}

function localAction(gate: Gate, executionId: string) {
  const { tool } = gate;
  return {
    type: 'local_action',
    executionId,
    toolId: gate.kind === 'approval' ? gate.toolId : toolIdOf(tool.name),
    toolName: tool.name,
    parameters: { ...tool.parameters },
  } as const;
}

function namedTool(tool: { readonly name: string; readonly parameters: JsonMap }) {
  return { toolId: toolIdOf(tool.name), toolName: tool.name, parameters: { ...tool.parameters } };
}

function shownTool({ origin, pageOrigin, annotations }: CalledTool) {
  return {
    ...(origin !== undefined && { origin }),
    ...(pageOrigin !== undefined && { pageOrigin }),
    ...(annotations !== undefined && { annotations }),
  };
}

function toolIdOf(name: string): string {
  return `local_${name}`;
}

function elicitationOf({ tool, pauseCount }: ElicitationGate) {
  const { message, mode = 'form', requestedSchema, url, serverName, requests } = tool;
  return {
    message,
    mode,
    pauseCount,
    ...(requestedSchema !== undefined && { requestedSchema }),
    ...(url !== undefined && { url }),
    ...(serverName !== undefined && { serverName }),
    ...(requests !== undefined && { requests: [...requests] }),
  };
}
