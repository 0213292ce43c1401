/**
 * How full the context of a model is, as turns report it.
 */
import type { ContextBreakdown } from '../../../../generated/service/types.ts';
import type { RunRecord } from './run.ts';
import { countTokens } from './usage.ts';

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
