/**
 * How full the context of a model is, as turns report it.
 */
import type { ContextBreakdown, Fallback } from '../../../../generated/service/types.ts';
import type { RunRecord } from './run.ts';
import { countTokens } from './usage.ts';
import type { FallbackStep } from '../../scenarios/scenario.ts';

/** Units: tokens that a model of the mock can read. */
const contextWindowSize = 200_000;

/** Units: characters of a token, as `countTokens` reckons. */
const charsPerToken = 4;

/**
 * Estimates what fills the context at the end of a turn.
 *
 * Source: spec/shared/objects/ContextBreakdown.yaml.
 */
export function contextBreakdown({ inputTokens, turn }: RunRecord): ContextBreakdown {
  const answer = turn?.content ?? '';
  const answerTokens = countTokens(answer);
  const history = Math.max(0, inputTokens - answerTokens);
  const total = history + answerTokens;
  return {
    categories: {
      conversation: { chars: history * charsPerToken, estimatedTokens: history },
      answer: { chars: answer.length, estimatedTokens: answerTokens },
    },
    estimatedTotalTokens: total,
    contextWindowSize,
    estimatedUtilizationPercent: Math.round((total / contextWindowSize) * 10_000) / 100,
  };
}

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
