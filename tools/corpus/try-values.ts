/**
 * Validates the samples and arbitraries of one output, in a separate process: `node try-values.ts OUT`. Prints `Tried`
 * as JSON.
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
const PATIENCE = 20_000;

const out = resolve(process.argv[2] ?? '.');
const load = async (file: string): Promise<unknown> => import(pathToFileURL(join(out, file)).href);
const { checks } = (await load('validators.ts')) as { checks: Readonly<Record<string, SchemaCheck>> };
const { samples } = (await load('samples.ts')) as { samples: Readonly<Record<string, unknown>> };
const { arbitraries } = (await load('arbitraries.ts')) as {
  arbitraries: Readonly<Record<string, Arbitraries<unknown>>>;
};

const problems: string[] = [];
let drawn = 0;
for (const [name, value] of Object.entries(samples))
  if (checks[name]?.check(value) !== true) problems.push(`the sample of ${name} is rejected`);
const started = performance.now();
for (const [name, { valid, invalid }] of Object.entries(arbitraries)) {
  if (performance.now() - started > PATIENCE) break;
  const check = checks[name];
  if (check === undefined) continue;
  for (const value of sample(valid, DRAWN)) {
    drawn++;
    if (!check.check(value))
      problems.push(`${name} rejects ${show(value)}: ${check.firstProblem(value)?.message}`);
  }
  for (const fault of invalid === null ? [] : sample(invalid, DRAWN)) {
    drawn++;
    if (check.check(fault.value))
      problems.push(`${name} accepts ${show(fault.value)}, which ${fault.problem} at ${fault.path}`);
  }
}
const tried: Tried = {
  checks: Object.keys(checks).length,
  samples: Object.keys(samples).length,
  drawn,
  problems,
};
process.stdout.write(JSON.stringify(tried));

function show(value: unknown): string {
  return (JSON.stringify(value) as string | undefined)?.slice(0, 200) ?? 'undefined';
}
