/**
 * What a run waits for: a decision on a tool, or something that comes from outside.
 */
import type { ApproveStep, AwaitedItem, BackgroundStep } from '../../scenario-steps.ts';
import { closeTurn, emit, hold } from '../compose.ts';
import type { Composition } from '../compose.ts';
import { awaitEvent, gateStartEvent } from '../gate.ts';
import type { OutputGate } from '../gate.ts';
import { callTool } from '../offered-tool.ts';
import { quoteMap, quoteText } from '../quote.ts';
import type { RunRecord } from '../run.ts';
import { beginCall } from '../tool-call-events.ts';
import type { Expanders } from './expander.ts';

/** How long an approval waits when its step does not say. Units: milliseconds. Source: assumption A-116. */
export const defaultApprovalTimeout = 300_000;

/** The steps that pause a run. */
export const pauses: Expanders<'approve' | 'await'> = {
  approve(composition, tool) {
    beginCall(composition);
    closeTurn(composition);
    const { run, source } = composition;
    const approvalId = source.nextId('appr');
    const toolCallId = source.nextId('call');
    const { iteration } = run;
    const reviewed = quoteApproval(tool, run);
    const { name, toolType = 'custom', parameters = {}, description, reason } = reviewed;
    emit(composition, {
      type: 'approval_start',
      approvalId,
      toolCallId,
      toolName: name,
      toolType,
      parameters: { ...parameters },
      timeout: tool.timeout ?? defaultApprovalTimeout,
      iteration,
      ...externalAgentOf(run),
      ...(description !== undefined && { description }),
      ...(reason !== undefined && { reason }),
    });
    const stepId = run.flowStep?.id ?? null;
    hold(composition, [{ kind: 'approval', approvalId, toolCallId, iteration, stepId, tool: reviewed }]);
  },

  await(composition, items) {
    beginCall(composition);
    const gates = items.map((item) => openGate(composition, item));
    for (const gate of gates) {
      emit(composition, gateStartEvent(gate));
      emit(composition, { ...awaitEvent(gate), ...externalAgentOf(composition.run) });
    }
    hold(composition, gates);
  },
};

function openGate(composition: Composition, item: AwaitedItem): OutputGate {
  const { run, source } = composition;
  const place = {
    toolCallId: source.nextId('call'),
    iteration: run.iteration,
    stepId: run.flowStep?.id ?? null,
  };
  if ('tool' in item) {
    const tool = callTool(item.tool, run.offeredTools);
    return { ...place, kind: 'tool', tool: { ...tool, parameters: quoteMap(tool.parameters, run) } };
  }
  if ('elicitation' in item) {
    const { elicitation } = item;
    const message = quoteText(elicitation.message, run);
    const parameters = quoteMap(elicitation.parameters ?? {}, run);
    return { ...place, kind: 'elicitation', tool: { ...elicitation, message, parameters }, pauseCount: 1 };
  }
  if ('crawl' in item)
    return {
      ...place,
      kind: 'crawl',
      crawlId: source.nextId('crawl'),
      tool: callWork(run, item.crawl, 'crawl_site'),
    };
  return { ...place, kind: 'poll', tool: callWork(run, item.poll, 'wait_for_job') };
}

function callWork(run: RunRecord, work: BackgroundStep, usualName: string) {
  const { name = usualName, parameters = {} } = work;
  return { ...work, name, parameters: quoteMap(parameters, run) };
}

/** Names the conversation and the task of an agent that lives elsewhere. */
function externalAgentOf({ host }: RunRecord) {
  return host.externalAgent === undefined ? {} : { externalAgent: host.externalAgent };
}

/** What is shown to the one who decides is what will be run: it is quoted once, before the pause. Source: F-4.6-035. */
function quoteApproval(tool: ApproveStep, run: RunRecord): ApproveStep {
  return {
    ...tool,
    parameters: quoteMap(tool.parameters ?? {}, run),
    ...(tool.description !== undefined && { description: quoteText(tool.description, run) }),
    ...(tool.reason !== undefined && { reason: quoteText(tool.reason, run) }),
  };
}
