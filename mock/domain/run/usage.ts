/**
 * What a run is said to use: tokens by the length of its texts, cost by the tokens.
 */
import type { Usage } from './run.ts';

/** The model that a run names as long as no fallback takes its place. */
export const usualModel = 'mock-1';

/** The provider of every model of the mock. */
export const provider = 'mock';

const dollarsPerInputToken = 3e-6;
const dollarsPerOutputToken = 15e-6;

/** No use at all. */
export const noUsage: Usage = { input: 0, output: 0, cost: 0 };

/** Returns the number of tokens of a text: one for each four characters begun. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** Returns the use of a model call. Units: tokens; the cost is in US dollars, rounded to a millionth. */
export function priceTokens(input: number, output: number): Usage {
  return { input, output, cost: toMillionths(input * dollarsPerInputToken + output * dollarsPerOutputToken) };
}

/** Returns the sum of two uses. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cost: toMillionths(one.cost + other.cost),
  };
}

function toMillionths(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6;
}

/**
 * Cuts a text into the parts that a model would stream: words with the space behind them, long ones in pieces.
 *
 * Shape: the parts joined are the text; an empty text has none.
 */
export function cutIntoDeltas(text: string): string[] {
  return text.match(/\S{1,12}\s*|\s+/gu) ?? [];
}
