/**
 * The limits of an agent: how many turns a run may take, and how many tools it may call.
 */
import type { StepBuilder } from './step-builder.ts';
import type { RunRecord } from './run.ts';

/**
 * Composes a part of a run, unless that takes the run beyond the limits of its agent: then nothing of the part is played.
 *
 * Shape: true when the part was composed.
 */
export function buildWithin(builder: StepBuilder, part: () => void): boolean {
  const { run, beats } = builder;
  const { length } = beats;
  part();
  if (!isBeyond(builder.run)) return true;
  builder.run = run;
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
