/** Measures two costs alternately, so that other load on the machine affects both. */
import type { Row } from './table.ts';

/** The result: the median cost of each, and the median of their ratio over all rounds. */
export interface Pair {
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
}

/** Measures one cost; the smaller, the better. */
export type Measure = () => number | Promise<number>;

/** The measurements of both in one round. */
export interface Round<T> {
  readonly ours: T;
  readonly theirs: T;
}

/** Measures both costs in each round. */
export async function measurePair(rounds: number, ours: Measure, theirs: Measure): Promise<Pair> {
  return pairOf(await alternate<number>(rounds, ours, theirs), (cost) => cost);
}

/** Runs both in each round, and begins every second round with the other one. */
export async function alternate<T>(
  rounds: number,
  ours: () => T | Promise<T>,
  theirs: () => T | Promise<T>,
): Promise<readonly Round<T>[]> {
  const done: Round<T>[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) done.push({ ours: await ours(), theirs: await theirs() });
    else {
      const other = await theirs();
      done.push({ ours: await ours(), theirs: other });
    }
  }
  return done;
}

/** Compares one of the costs that were measured in the same rounds. */
export function pairOf<T>(rounds: readonly Round<T>[], cost: (measured: T) => number): Pair {
  const costs = rounds.map(({ ours, theirs }) => pairCosts(cost(ours), cost(theirs)));
  return {
    ours: median(costs.map((pair) => pair.ours)),
    theirs: median(costs.map((pair) => pair.theirs)),
    ratio: median(costs.map((pair) => pair.ratio)),
  };
}

/** Combines two costs that do not vary between rounds. */
export function pairCosts(ours: number, theirs: number): Pair {
  return { ours, theirs, ratio: ours / theirs };
}

/** Returns a row with how many times as fast we are. Shape: `goal` is the minimum; `unit` of the costs. */
export function speedRow(what: string, against: string, pair: Pair, goal: number | null, unit: string): Row {
  return {
    what,
    against,
    ratio: 1 / pair.ratio,
    goal: goal === null ? null : { atLeast: goal },
    figures: figures(pair, unit),
  };
}

/** Returns a row with how many times as much ours costs. Shape: `goal` is the maximum; `unit` of the costs. */
export function costRow(what: string, against: string, pair: Pair, goal: number | null, unit: string): Row {
  return {
    what,
    against,
    ratio: pair.ratio,
    goal: goal === null ? null : { atMost: goal },
    figures: figures(pair, unit),
  };
}

/** Returns the middle value; the greater one of an even number of values. */
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

/** Measures the processor time of one of many runs, the collector's threads included. Units: microseconds. */
export async function cpuPerRun(runs: number, run: (number: number) => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let number = 0; number < runs; number++) {
    const outcome = run(number);
    if (outcome instanceof Promise) await outcome;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}
