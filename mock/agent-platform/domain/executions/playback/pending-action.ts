/**
 * Pending actions of a paused run: the events of each kind, and the effect of their result on the tool call.
 */
import type { PausedReason } from '../../../../../generated/service/types.ts';
import { isMap, type Json, type JsonMap } from '../../../../kernel/json.ts';
import type {
  ApproveStep,
  BackgroundStep,
  ElicitationStep,
  LocalToolStep,
  ToolAnnotations,
} from '../../scenarios/scenario.ts';
import type { TimelessEvent } from './event-body.ts';

/** A tool that the caller offers. Source: spec/schemas/ClientTool.yaml. */
export interface OfferedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly origin?: 'webmcp' | 'sdk' | undefined;
  readonly pageOrigin?: string | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly parametersSchema?: Json;
}

/** A local tool as it is called. Shape: `alias` is its name in the scenario, if different. */
export type CalledTool = Omit<LocalToolStep, 'preferOffered'> & {
  readonly parameters: JsonMap;
  readonly alias?: string;
};

/** The position of a pending action in its run. Shape: `stepId` is the step of a flow, null outside of one. */
interface ActionPlace {
  readonly toolCallId: string;
  readonly iteration: number;
  readonly stepId: string | null;
}

/** A tool call that waits for a decision. The decision is stored in the approval record. */
export interface OpenApproval extends ActionPlace {
  readonly kind: 'approval';
  readonly approvalId: string;
  readonly toolId: string;
  readonly tool: ApproveStep;
}

/** The position of a started call. Units: `calledAt` as the run's `elapsed`. */
interface CallPlace extends ActionPlace {
  readonly calledAt: number;
}

export interface PendingLocalTool extends CallPlace {
  readonly kind: 'tool';
  readonly tool: CalledTool;
}

/** A tool call that waits for a response from the user. Shape: `pauseCount` is how often the user was asked. */
export interface PendingElicitation extends CallPlace {
  readonly kind: 'elicitation';
  readonly tool: ElicitationStep & { readonly parameters: JsonMap };
  readonly pauseCount: number;
}

/** Background work with the name and the parameters of its call. */
type CalledWork = BackgroundStep & { readonly name: string; readonly parameters: JsonMap };

/** A tool call that waits for the crawl of web pages. */
export interface PendingCrawl extends CallPlace {
  readonly kind: 'crawl';
  readonly crawlId: string;
  readonly tool: CalledWork;
}

/** A tool call that waits for a job of another service. */
export interface PendingPoll extends CallPlace {
  readonly kind: 'poll';
  readonly tool: CalledWork;
}

/** A pending action that resolves by itself after a delay. */
export type PendingWork = PendingCrawl | PendingPoll;

export type OpenOutput = PendingLocalTool | PendingElicitation | PendingWork;

/** A pending action of a paused run. The run continues when its last one is resolved. */
export type OpenAction = OpenApproval | OpenOutput;

type ToolStartEvent = Extract<TimelessEvent, { readonly type: 'tool_start' }>;
type AwaitEvent = Extract<TimelessEvent, { readonly type: 'await' }>;
type ActionOf<Kind> = Extract<OpenAction, { readonly kind: Kind }>;
type OutputKind = OpenOutput['kind'];

/** The differences between the events of the kinds of pending actions. */
interface Traits<G> {
  readonly toolType: string;
  readonly awaits: (action: G) => Partial<AwaitEvent>;
  readonly reason: (action: G, executionId: string) => PausedReason;
}

/** The default duration of background work. Units: milliseconds of the world's time. */
export const defaultBackgroundTime = 30_000;

const traits: { readonly [Kind in OutputKind]: Traits<ActionOf<Kind>> } = {
  // The event of a local tool has no awaitReason: that is how clients recognize that they have to supply the output.
  tool: {
    toolType: 'local',
    awaits: ({ tool }) => ({ ...namedTool(tool), ...shownTool(tool) }),
    reason: (action, executionId) => localAction(action, executionId),
  },
  elicitation: {
    toolType: 'mcp',
    awaits: (action) => ({
      ...namedTool(action.tool),
      awaitReason: 'elicitation_required',
      elicitation: elicitationOf(action),
    }),
    reason: (action, executionId) => ({
      ...localAction(action, executionId),
      awaitReason: 'elicitation_required',
      elicitation: { ...elicitationOf(action) },
    }),
  },
  // Without a toolName no client mistakes a crawl or a job for one of its own tools.
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

/** Returns the event that starts the tool call of a pending action; every segment repeats it. */
export function actionStartEvent(action: OpenOutput): ToolStartEvent {
  const { toolCallId, tool } = action;
  return {
    type: 'tool_start',
    toolCallId,
    toolName: tool.name,
    toolType: traits[action.kind].toolType,
    parameters: { ...tool.parameters },
    ...(action.kind === 'tool' && shownTool(action.tool)),
  };
}

export function awaitEvent(action: OpenOutput): TimelessEvent {
  const { toolCallId, stepId } = action;
  const { awaits } = traits[action.kind] as Traits<OpenAction>;
  return { type: 'await', toolCallId, ...(stepId !== null && { stepId }), ...awaits(action) };
}

/**
 * Returns why a run is paused, by its first pending action.
 *
 * Source: spec/schemas/PausedReason.yaml; an approval is a local action with an `approvalId` (assumption A-115).
 */
export function pausedReason(executionId: string, gates: readonly OpenAction[]): PausedReason {
  const [action] = gates;
  if (action === undefined) throw new Error('A paused run has a pending action.');
  if (action.kind === 'approval') {
    const { approvalId } = action;
    return { ...localAction(action, executionId), approvalId, awaitReason: 'approval_required' };
  }
  return (traits[action.kind] as Traits<OpenAction>).reason(action, executionId);
}

/** Returns whether a pending action resolves by itself after a delay. */
export function isBackground(action: OpenAction): action is PendingWork {
  return action.kind === 'crawl' || action.kind === 'poll';
}

export function takesOutput(action: OpenAction): action is OpenOutput {
  return action.kind !== 'approval';
}

/** The outcome of a tool call: its result, or why it failed. */
export type CallOutcome = { readonly result: Json } | { readonly error: string };

export function outcomeOf(action: OpenOutput, output: Json): CallOutcome {
  if (isMap(output) && output['isError'] === true) return { error: 'The tool failed at the caller.' };
  if (action.kind !== 'elicitation') return { result: output };
  if (isMap(output) && (output['action'] === 'decline' || output['action'] === 'cancel'))
    return { error: `The user responded with ${output['action']}.` };
  return { result: output };
}

function localAction(action: OpenAction, executionId: string) {
  const { tool } = action;
  return {
    type: 'local_action',
    executionId,
    toolId: action.kind === 'approval' ? action.toolId : toolIdOf(tool.name),
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

function elicitationOf({ tool, pauseCount }: PendingElicitation) {
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
