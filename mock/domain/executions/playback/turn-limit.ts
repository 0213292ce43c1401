/**
 * The limits of an agent: how many turns a run may take, and how many tools it may call.
 */
import type { Composition } from './compose.ts';
import type { RunRecord } from './run.ts';

/**
 * Composes a part of a run, unless that takes the run beyond the limits of its agent: then nothing of the part is played.
 *
 * Shape: true when the part was composed.
 */
export function composeWithin(composition: Composition, part: () => void): boolean {
  const { run, beats } = composition;
  const { length } = beats;
  part();
  if (!isBeyond(composition.run)) return true;
  composition.run = run;
  beats.length = length;
  return false;
}

/** A limit below zero is a limit of zero, since a run that has taken no turn is within it. */
function isBeyond({ agent, iteration, toolCalls }: RunRecord): boolean {
  return exceeds(iteration, agent.maxTurns) || exceeds(toolCalls, agent.maxToolCalls);
}

function exceeds(count: number, limit: number | null): boolean {
  return limit !== null && count > Math.max(0, limit);
}
