/**
 * Tools that the service runs by itself, and what a run does when a model call fails.
 */
import type { FallbackAttempt, FallbackStep } from '../../../scenarios/scenario.ts';
import { changeTurn, closeModelCall, openModelCall, advance } from '../step-builder.ts';
import type { StepBuilder } from '../step-builder.ts';
import { makeCall, playTool } from '../tool-call-events.ts';
import { failRun } from './ends.ts';
import type { Expanders } from './expander.ts';
import { speak } from './speech.ts';

/** The steps in which tools and models work. */
export const tools: Expanders<'tool' | 'fallback'> = {
  tool(builder, tool) {
    const { toolCallId, parameters } = makeCall(builder, tool);
    playTool(builder, { ...tool, parameters }, toolCallId);
  },

  // The call that made a fallback necessary fails first; then the attempts follow.
  fallback(builder, fallback) {
    failModelCall(builder);
    changeTurn(builder, { fallback });
    for (const attempt of fallback.attempts) playAttempt(builder, attempt);
    if (!fallback.attempts.some(({ success }) => success)) failRun(builder, exhausted(fallback));
  },
};

/** Units: milliseconds that an attempt without a model call takes. */
const attemptTime = 400;

/** A retry and another model are model calls; a message and a flow have their text ready. */
function playAttempt(builder: StepBuilder, { type, success, model, text }: FallbackAttempt): void {
  if (model !== undefined) builder.run = { ...builder.run, model };
  if (type === 'retry' || type === 'model') {
    if (success) openModelCall(builder);
    else failModelCall(builder);
    return;
  }
  advance(builder, attemptTime);
  if (success && text !== undefined) speak(builder, { text }, true);
}

function failModelCall(builder: StepBuilder): void {
  openModelCall(builder);
  closeModelCall(builder, 'error');
}

function exhausted({ attempts, reason }: FallbackStep) {
  const message = attempts.findLast(({ error }) => error !== undefined)?.error ?? reason;
  return { code: 'FALLBACKS_EXHAUSTED', message: message ?? 'No fallback has succeeded.' };
}
