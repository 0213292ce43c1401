/**
 * A fallback as turns and steps report it.
 */
import type { Fallback } from '../../../../generated/service/types.ts';
import type { FallbackStep } from '../../scenarios/steps.ts';

/**
 * Writes the report of a fallback.
 *
 * Shape: attempts are numbered from 1; `used` when one of them succeeded, `exhausted` when none did; `model` is the one
 * that answered.
 * Source: spec/shared/objects/Fallback.yaml.
 */
export function fallbackReport({ attempts, reason }: FallbackStep): Fallback {
  const winner = attempts.find(({ success }) => success);
  return {
    attempts: attempts.map((attempt, index) => ({ attempt: index + 1, ...attempt })),
    used: winner !== undefined,
    exhausted: winner === undefined,
    reason: reason ?? null,
    ...(winner?.model !== undefined && { model: winner.model }),
  };
}
