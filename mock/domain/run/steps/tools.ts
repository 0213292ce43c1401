/**
 * Tools that the service runs by itself, and what the run does when a model call fails.
 */
import { changeTurn, closeModelCall, openModelCall, openTurn } from '../compose.ts';
import type { Composition } from '../compose.ts';
import { beginCall, playTool } from '../tool-call-events.ts';
import type { FallbackAttempt } from '../../scenario-steps.ts';
import type { Expanders } from './expander.ts';

/** The steps in which tools and models work. */
export const tools: Expanders<'tool' | 'fallback'> = {
  tool(composition, tool) {
    beginCall(composition);
    playTool(composition, tool, composition.source.nextId('call'));
  },

  // The call that made a fallback necessary fails first; then each attempt is a model call of its own.
  fallback(composition, fallback) {
    failModelCall(composition);
    for (const attempt of fallback.attempts) playAttempt(composition, attempt);
    openTurn(composition);
    changeTurn(composition, { fallback });
  },
};

function playAttempt(composition: Composition, { success, model }: FallbackAttempt): void {
  if (model !== undefined) composition.run = { ...composition.run, model };
  if (success) openModelCall(composition);
  else failModelCall(composition);
}

function failModelCall(composition: Composition): void {
  openModelCall(composition);
  closeModelCall(composition, 'error');
}
