/**
 * Tools that the service runs by itself, and what a run does when a model call fails.
 */
import type { FallbackAttempt, FallbackStep } from '../../../scenarios/scenario.ts';
import { changeTurn, closeModelCall, openModelCall, spend } from '../compose.ts';
import type { Composition } from '../compose.ts';
import { makeCall, playTool } from '../tool-call-events.ts';
import { failRun } from './ends.ts';
import type { Expanders } from './expander.ts';
import { speak } from './speech.ts';

/** The steps in which tools and models work. */
export const tools: Expanders<'tool' | 'fallback'> = {
  tool(composition, tool) {
    const { toolCallId, parameters } = makeCall(composition, tool);
    playTool(composition, { ...tool, parameters }, toolCallId);
  },

  // The call that made a fallback necessary fails first; then the attempts follow.
  fallback(composition, fallback) {
    failModelCall(composition);
    changeTurn(composition, { fallback });
    for (const attempt of fallback.attempts) playAttempt(composition, attempt);
    if (!fallback.attempts.some(({ success }) => success)) failRun(composition, exhausted(fallback));
  },
};

/** Units: milliseconds that an attempt without a model call takes. */
const attemptTime = 400;

/** A retry and another model are model calls; a message and a flow have their text ready. */
function playAttempt(composition: Composition, { type, success, model, text }: FallbackAttempt): void {
  if (model !== undefined) composition.run = { ...composition.run, model };
  if (type === 'retry' || type === 'model') {
    if (success) openModelCall(composition);
    else failModelCall(composition);
    return;
  }
  spend(composition, attemptTime);
  if (success && text !== undefined) speak(composition, { text }, true);
}

function failModelCall(composition: Composition): void {
  openModelCall(composition);
  closeModelCall(composition, 'error');
}

function exhausted({ attempts, reason }: FallbackStep) {
  const message = attempts.findLast(({ error }) => error !== undefined)?.error ?? reason;
  return { code: 'FALLBACKS_EXHAUSTED', message: message ?? 'No fallback has succeeded.' };
}
