/**
 * Validates the samples and arbitraries of one output. In a separate process, `node try-values.ts OUT` prints `Tried` as
 * JSON.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sample } from 'fast-check';
import type { Arbitraries } from '../../templates/runtime/arbitraries/create.ts';
import type { SchemaCheck } from '../../templates/runtime/schema-check.ts';

/** The results for the values of one output. */
export interface Tried {
  readonly checks: number;
  readonly samples: number;
  /** The number of values drawn from arbitraries. */
  readonly drawn: number;
  /** Values with the wrong verdict. */
  readonly problems: readonly string[];
}

/** Values drawn from each arbitrary, with a fixed seed. */
const DRAWN = { numRuns: 2, seed: 7 };

/** Units: milliseconds after which no more arbitraries are tried. */
const TIMEOUT = 20_000;

/** Tries the values of the output in a folder. Units: `timeout` in milliseconds, for arbitraries. */
export async function tryValues(out: string, timeout = TIMEOUT): Promise<Tried> {
  const load = async (file: string): Promise<unknown> => import(pathToFileURL(join(out, file)).href);
  const { checks } = (await load('validators.ts')) as { checks: Readonly<Record<string, SchemaCheck>> };
  const { samples } = (await load('samples.ts')) as { samples: Readonly<Record<string, unknown>> };
  const { arbitraries } = (await load('arbitraries.ts')) as {
    arbitraries: Readonly<Record<string, Arbitraries<unknown>>>;
  };
  const problems: string[] = [];
  for (const [name, value] of Object.entries(samples))
    if (checks[name]?.check(value) !== true) problems.push(`the sample of ${name} is rejected`);
  let drawn = 0;
  const started = performance.now();
  for (const [name, arbitrary] of Object.entries(arbitraries)) {
    if (performance.now() - started > timeout) break;
    const check = checks[name];
    if (check === undefined) continue;
    const tried = tryArbitrary(name, check, arbitrary);
    drawn += tried.drawn;
    problems.push(...tried.problems);
  }
  return {
    checks: Object.keys(checks).length,
    samples: Object.keys(samples).length,
    drawn,
    problems,
  };
}

function tryArbitrary(
  name: string,
  check: SchemaCheck,
  { valid, invalid }: Arbitraries<unknown>,
): Pick<Tried, 'drawn' | 'problems'> {
  const values = sample(valid, DRAWN);
  const faults = invalid === null ? [] : sample(invalid, DRAWN);
  const rejected = values.filter((value) => !check.check(value));
  const accepted = faults.filter(({ value }) => check.check(value));
  return {
    drawn: values.length + faults.length,
    problems: [
      ...rejected.map(
        (value) => `${name} rejects ${show(value)}: ${check.firstProblem(value)?.message ?? 'no problem'}`,
      ),
      ...accepted.map(
        ({ value, problem, path }) => `${name} accepts ${show(value)}, which ${problem} at ${path}`,
      ),
    ],
  };
}

function show(value: unknown): string {
  return (JSON.stringify(value) as string | undefined)?.slice(0, 200) ?? 'undefined';
}

if (import.meta.main) process.stdout.write(JSON.stringify(await tryValues(resolve(process.argv[2] ?? '.'))));
