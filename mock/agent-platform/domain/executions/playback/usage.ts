/**
 * The reported usage of a run: tokens by the length of its texts, cost by tokens, the context of its model, and the
 * models that it falls back to.
 */
import type { ContextBreakdown, Fallback } from '../../../../../generated/service/types.ts';
import type { FallbackStep } from '../../scenarios/scenario.ts';
import type { RunRecord, RunUsage } from './run.ts';

export const noUsage: RunUsage = { input: 0, output: 0, cost: 0 };

/** Returns the number of tokens of a text: a quarter of its characters, rounded up. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** Returns the usage of a model call. Units: tokens; the cost is in US dollars, rounded to a millionth. */
export function priceTokens(model: string, input: number, output: number): RunUsage {
  const price = priceOf(model);
  return { input, output, cost: toMillionths((input * price.input + output * price.output) / 1e6) };
}

export function addUsage(one: RunUsage, other: RunUsage): RunUsage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cost: toMillionths(one.cost + other.cost),
  };
}

function toMillionths(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6;
}

/** The maximum number of deltas of a text; a longer text gets longer deltas. */
export const maxDeltas = 2_000;

/**
 * Splits a text into the deltas that a model would stream: words with the following space, long words in pieces.
 *
 * Shape: the joined deltas are the text; at most 2,000; an empty text has none.
 */
export function cutIntoDeltas(text: string): string[] {
  const words = text.match(/\S{1,12}\s*|\s+/gu) ?? [];
  const size = Math.ceil(words.length / maxDeltas);
  if (size <= 1) return words;
  const deltas: string[] = [];
  for (let at = 0; at < words.length; at += size) deltas.push(words.slice(at, at + size).join(''));
  return deltas;
}

/** The price of a model. Units: US dollars per million tokens. */
interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

const knownPrices: ReadonlyMap<string, ModelPrice> = new Map([
  ['mock-1', { input: 3, output: 15 }],
  ['mock-1-small', { input: 0.6, output: 3 }],
]);

/** Common prices; a model without a known price gets one of them. */
const commonPrices: readonly ModelPrice[] = [
  { input: 0.25, output: 1.25 },
  { input: 0.6, output: 2.4 },
  { input: 1.1, output: 4.4 },
  { input: 2.5, output: 10 },
  { input: 5, output: 25 },
  { input: 10, output: 40 },
];

/** The provider of a model whose name contains none. */
const defaultProvider = 'mock';

/** Returns the provider of a model: the part before the slash of a name such as `acme/large`. */
export function providerOf(model: string): string {
  const slash = model.indexOf('/');
  return slash > 0 ? model.slice(0, slash) : defaultProvider;
}

export function priceOf(model: string): ModelPrice {
  return knownPrices.get(model) ?? (commonPrices[hashOf(model) % commonPrices.length] as ModelPrice);
}

/** Source: FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** The context window of a model of the mock. Units: tokens. */
const contextWindowSize = 200_000;

/** Units: characters per token, as in `countTokens`. */
const charsPerToken = 4;

/**
 * Estimates the composition of the context at the end of a turn.
 *
 * Source: spec/shared/objects/ContextBreakdown.yaml.
 */
export function contextBreakdown({ inputTokens, turn }: RunRecord): ContextBreakdown {
  const text = turn?.content ?? '';
  const textTokens = countTokens(text);
  const history = Math.max(0, inputTokens - textTokens);
  const total = history + textTokens;
  return {
    categories: {
      conversation: { chars: history * charsPerToken, estimatedTokens: history },
      answer: { chars: text.length, estimatedTokens: textTokens },
    },
    estimatedTotalTokens: total,
    contextWindowSize,
    estimatedUtilizationPercent: Math.round((total / contextWindowSize) * 10_000) / 100,
  };
}

/**
 * Returns the report of a fallback.
 *
 * Shape: attempts are numbered from 1; `used` when one of them succeeded, `exhausted` when none did; `model` is that of
 * the successful attempt.
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
