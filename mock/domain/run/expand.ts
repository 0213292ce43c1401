/**
 * What each kind of step makes of a run: one row of a table a kind. Pure, but for the ids and the chance it is given.
 */
import {
  addModelOutput,
  closeModelCall,
  closeTurn,
  compose,
  emit,
  end,
  hold,
  openModelCall,
  openTurn,
  setTurn,
  streamDeltas,
  between,
} from './compose.ts';
import type { Composition, Source } from './compose.ts';
import { quoteJson, quoteMap, quoteText } from './quote.ts';
import type { ApprovalGate, Beat, LocalToolGate, RunRecord } from './run.ts';
import { stepKind } from '../scenario.ts';
import type {
  Approver,
  ApproveStep,
  LocalToolStep,
  Step,
  StepContents,
  StepKind,
  ToolStep,
} from '../scenario.ts';
import { cutIntoDeltas } from './usage.ts';

/** The beats of a step, and the run once they are played. */
export interface Expansion {
  readonly run: RunRecord;
  readonly beats: readonly Beat[];
}

/** How long an approval waits when its step does not say. Units: milliseconds. Source: assumption A-116. */
export const defaultApprovalTimeout = 300_000;

/** Who answers an approval when its step does not say. Source: F-4.6-030. */
export const defaultApprover: Approver = 'owner';

type Expanders = {
  readonly [Kind in StepKind]: (composition: Composition, content: StepContents[Kind]) => void;
};

const expanders: Expanders = {
  say(composition, text) {
    const turn = openModelCall(composition);
    const said = quoteText(text, composition.run);
    const id = composition.source.nextId('text');
    emit(composition, { type: 'text_start', id, role: 'assistant', turnId: turn.id });
    streamDeltas(composition, said, (delta) => ({ type: 'text_delta', id, delta }));
    emit(composition, { type: 'text_complete', id, text: said });
    const content = joinParagraphs(turn.content, said);
    setTurn(composition, { content });
    composition.run = { ...composition.run, answer: content };
  },

  think(composition, text) {
    openModelCall(composition);
    const thought = quoteText(text, composition.run);
    const id = composition.source.nextId('reason');
    emit(composition, { type: 'reasoning_start', id, scope: 'turn' });
    streamDeltas(composition, thought, (delta) => ({ type: 'reasoning_delta', id, delta }));
    emit(composition, { type: 'reasoning_complete', id, scope: 'turn', text: thought });
  },

  tool(composition, tool) {
    beginCall(composition);
    playTool(composition, tool, composition.source.nextId('call'));
  },

  approve(composition, tool) {
    beginCall(composition);
    closeTurn(composition);
    const approvalId = composition.source.nextId('appr');
    const toolCallId = composition.source.nextId('call');
    const { iteration } = composition.run;
    const quoted = quoteApproval(tool, composition.run);
    emit(composition, {
      type: 'approval_start',
      approvalId,
      toolCallId,
      toolName: tool.name,
      toolType: tool.toolType ?? 'custom',
      parameters: quoted.parameters ?? {},
      timeout: tool.timeout ?? defaultApprovalTimeout,
      iteration,
      ...(quoted.description !== undefined && { description: quoted.description }),
      ...(quoted.reason !== undefined && { reason: quoted.reason }),
    });
    hold(composition, [{ kind: 'approval', approvalId, toolCallId, iteration, tool: quoted }]);
  },

  await(composition, tools) {
    beginCall(composition);
    const gates = tools.map((tool) => localToolGate(composition, tool));
    for (const gate of gates) {
      emitLocalToolStart(composition, gate);
      emitAwait(composition, gate);
    }
    hold(composition, gates);
  },

  wait(composition, milliseconds) {
    composition.delay += milliseconds;
  },

  fail(composition, failure) {
    closeTurn(composition, 'error');
    const { outcome = 'error', ...error } = failure;
    end(composition, { outcome, stopReason: 'error', error });
  },

  finish(composition, { stopReason = 'end_turn' }) {
    closeTurn(composition, stopReason);
    end(composition, { outcome: 'completed', stopReason, error: null });
  },
};

/** Expands the next step of a run; a run without steps finishes. */
export function expandNext(run: RunRecord, source: Source): Expansion {
  const [step = { finish: {} }, ...rest] = run.steps;
  const composition = compose({ ...run, steps: rest }, source);
  composeStep(composition, step);
  return settle(composition);
}

/** Composes the call of a tool whose approval was given. */
export function composeApprovedTool(composition: Composition, gate: ApprovalGate): void {
  playTool(composition, gate.tool, gate.toolCallId);
}

/** Composes the call of a local tool again, with the output that its caller supplied. */
export function composeSuppliedTool(
  composition: Composition,
  gate: LocalToolGate,
  output: StepContents['tool'],
): void {
  emitLocalToolStart(composition, gate);
  completeTool(composition, gate.toolCallId, output, 0);
}

/** Composes the wait for a local tool again. */
export function composeAwaitAgain(composition: Composition, gates: readonly LocalToolGate[]): void {
  for (const gate of gates) emitAwait(composition, gate);
  hold(composition, gates);
}

/** Returns what was composed. A delay that no beat took yet stays for the next step. */
export function settle(composition: Composition): Expansion {
  const { run, beats, delay } = composition;
  if (delay > 0) beats.push({ after: delay, rest: true });
  return { run, beats };
}

function composeStep<Kind extends StepKind>(composition: Composition, step: Step): void {
  const kind = stepKind(step) as Kind;
  const content = (step as unknown as { readonly [Key in Kind]: StepContents[Key] })[kind];
  expanders[kind](composition, content);
}

/** A call of a tool belongs to a turn in which the model has spoken, if only to ask for the tool. */
function beginCall(composition: Composition): void {
  if (composition.run.turn === null) openModelCall(composition);
  openTurn(composition);
  if (composition.run.turn?.modelCall) {
    addModelOutput(composition, 'tool call', 0);
    closeModelCall(composition, 'tool_calls');
  }
  setTurn(composition, { acted: true });
}

function playTool(composition: Composition, tool: ToolStep, toolCallId: string): void {
  const parameters = quoteMap(tool.parameters ?? {}, composition.run);
  const { iteration } = composition.run;
  emit(composition, {
    type: 'tool_start',
    toolCallId,
    toolName: tool.name,
    toolType: tool.toolType ?? 'custom',
    parameters,
    iteration,
  });
  if (tool.streamInput === true) {
    for (const delta of cutIntoDeltas(JSON.stringify(parameters))) {
      emit(composition, { type: 'tool_input_delta', toolCallId, delta }, between(composition, 10, 30));
    }
    emit(composition, { type: 'tool_input_complete', toolCallId, toolName: tool.name, parameters });
  }
  const takes = tool.takes ?? between(composition, 300, 1200);
  const parts = tool.progress ?? [];
  const pause = Math.round(takes / (parts.length + 1));
  for (const part of parts) {
    emit(
      composition,
      { type: 'tool_output_delta', toolCallId, delta: quoteText(part, composition.run) },
      pause,
    );
  }
  completeTool(composition, toolCallId, { ...tool, takes }, pause);
}

function completeTool(composition: Composition, toolCallId: string, tool: ToolStep, after: number): void {
  const failed = tool.error !== undefined;
  const result = quoteJson(tool.result ?? null, composition.run);
  const { run } = composition;
  emit(
    composition,
    {
      type: 'tool_complete',
      toolCallId,
      toolName: tool.name,
      success: !failed,
      executionTime: tool.takes ?? 0,
      iteration: run.iteration,
      ...(failed ? { error: tool.error } : { result }),
    },
    after,
  );
  composition.run = {
    ...run,
    outputs: { ...run.outputs, [tool.name]: failed ? tool.error : result },
    turn: run.turn && { ...run.turn, acted: true },
  };
}

function localToolGate(composition: Composition, tool: LocalToolStep): LocalToolGate {
  return {
    kind: 'local-tool',
    toolCallId: composition.source.nextId('call'),
    toolId: `local_${tool.name}`,
    iteration: composition.run.iteration,
    tool: { ...tool, parameters: quoteMap(tool.parameters ?? {}, composition.run) },
  };
}

function emitLocalToolStart(composition: Composition, { toolCallId, iteration, tool }: LocalToolGate): void {
  emit(composition, {
    type: 'tool_start',
    toolCallId,
    toolName: tool.name,
    toolType: 'local',
    parameters: tool.parameters ?? {},
    iteration,
    ...(tool.origin && { origin: tool.origin }),
  });
}

function emitAwait(composition: Composition, { toolCallId, toolId, tool }: LocalToolGate): void {
  emit(composition, {
    type: 'await',
    toolCallId,
    toolId,
    toolName: tool.name,
    parameters: tool.parameters ?? {},
    ...(tool.origin && { origin: tool.origin }),
  });
}

function quoteApproval(tool: ApproveStep, run: RunRecord): ApproveStep {
  return {
    ...tool,
    parameters: quoteMap(tool.parameters ?? {}, run),
    ...(tool.description !== undefined && { description: quoteText(tool.description, run) }),
    ...(tool.reason !== undefined && { reason: quoteText(tool.reason, run) }),
  };
}

function joinParagraphs(before: string, text: string): string {
  return before === '' ? text : `${before}\n\n${text}`;
}
