/**
 * Two costs that are measured in turns, so that whatever else the machine does meets both.
 */
import type { Row } from './table.ts';

/** What was measured: the median cost of each, and the median of ours by theirs over all rounds. */
export interface Pair {
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
}

/** Measures one cost; the smaller, the better. */
export type Measure = () => number | Promise<number>;

/** Measures both in each round, and begins each round with the other one. */
export async function measurePair(rounds: number, ours: Measure, theirs: Measure): Promise<Pair> {
  const pairs: { readonly ours: number; readonly theirs: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) pairs.push({ ours: await ours(), theirs: await theirs() });
    else {
      const cost = await theirs();
      pairs.push({ ours: await ours(), theirs: cost });
    }
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    theirs: median(pairs.map((pair) => pair.theirs)),
    ratio: median(pairs.map((pair) => pair.ours / pair.theirs)),
  };
}

/** Says how many times as fast we are. Shape: `goal` is at least so many; `unit` of the costs. */
export function speedRow(what: string, against: string, pair: Pair, goal: number | null, unit: string): Row {
  return {
    what,
    against,
    ratio: 1 / pair.ratio,
    goal: goal === null ? null : { atLeast: goal },
    figures: figures(pair, unit),
  };
}

/** Says how many times as much ours costs. Shape: `goal` is at most so many; `unit` of the costs. */
export function costRow(what: string, against: string, pair: Pair, goal: number | null, unit: string): Row {
  return {
    what,
    against,
    ratio: pair.ratio,
    goal: goal === null ? null : { atMost: goal },
    figures: figures(pair, unit),
  };
}

/** The value in the middle, of an even number of values the greater one. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

function figures({ ours, theirs }: Pair, unit: string): string {
  return `${format(ours)} against ${format(theirs)} ${unit}`;
}

function format(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}

/**
 * Measures the processor time of one of many runs, the collector's threads included.
 *
 * Units: microseconds.
 */
export async function cpuPerRun(runs: number, run: (number: number) => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let number = 0; number < runs; number++) {
    const outcome = run(number);
    if (outcome instanceof Promise) await outcome;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}
