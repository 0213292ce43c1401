/**
 * Holds the validators of one output to the reference, over mutants of its samples.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sample } from 'fast-check';
import type { Contract } from '../../generator/contract/contract.ts';
import type { Arbitraries } from '../../templates/runtime/arbitraries/create.ts';
import type { SchemaCheck } from '../../templates/runtime/schema-check.ts';
import { createRandom, mutate, pick } from './mutate.ts';
import { createReference } from './reference.ts';

/** What is fuzzed: a folder of generated code with samples and arbitraries, and what it was made from. */
export interface FuzzSubject {
  readonly label: string;
  readonly folder: string;
  readonly contract: Contract;
}

/** How long and from where. */
export interface FuzzPlan {
  readonly mutants: number;
  readonly seed: number;
}

/** What came out. */
export interface FuzzResult {
  readonly mutants: number;
  /** Mutants that fit; a test in which everything is refused proves little. */
  readonly fitting: number;
  readonly checks: number;
  /** Checks whose schema the reference does not take. */
  readonly uncompared: readonly string[];
  readonly differences: readonly string[];
}

/** Differences after which a run ends. */
const ENOUGH = 20;

/** Values that are drawn from the arbitraries of each check, beside its sample. */
const DRAWN = 3;

type Modules = readonly [
  { readonly checks: Readonly<Record<string, SchemaCheck>> },
  { readonly samples: Readonly<Record<string, unknown>> },
  { readonly arbitraries: Readonly<Record<string, Arbitraries<unknown>>> },
  { readonly findErrors: (name: string, value: unknown) => readonly unknown[] },
];

/** Fuzzes one output. */
export async function fuzzOutput({ folder, contract }: FuzzSubject, plan: FuzzPlan): Promise<FuzzResult> {
  const files = ['validators.ts', 'samples.ts', 'arbitraries.ts', 'explain.ts'];
  const [{ checks }, { samples }, { arbitraries }, { findErrors }] = (await Promise.all(
    files.map((file) => import(pathToFileURL(join(folder, file)).href)),
  )) as unknown as Modules;
  const reference = createReference(contract);
  const random = createRandom(plan.seed);
  const names = Object.keys(samples);
  const uncompared = new Set<string>();
  const differences: string[] = [];
  const seeds = new Map<string, readonly unknown[]>();
  let [mutants, fitting] = [0, 0];
  for (let round = 0; round < plan.mutants && differences.length < ENOUGH && names.length > 0; round++) {
    const name = names[round % names.length] ?? '';
    const judge = reference(name);
    if (judge === null) {
      uncompared.add(name);
      continue;
    }
    const ofName = seeds.get(name) ?? [samples[name], ...drawFrom(arbitraries[name], plan.seed)];
    seeds.set(name, ofName);
    const value = mutate(pick(ofName, random), random);
    const wanted = judge(value);
    if (wanted === null) continue;
    mutants++;
    if (wanted) fitting++;
    const got = checks[name]?.check(value);
    // The twin that explains is slower, and is asked about every eighth mutant.
    const explained = round % 8 === 0 ? findErrors(name, value).length === 0 : wanted;
    if (got !== wanted || explained !== wanted)
      differences.push(printDifference(name, value, wanted, got, explained));
  }
  return { mutants, fitting, checks: names.length, uncompared: [...uncompared], differences };
}

function drawFrom(arbitrary: Arbitraries<unknown> | undefined, seed: number): unknown[] {
  return arbitrary === undefined ? [] : sample(arbitrary.valid, { numRuns: DRAWN, seed });
}

function printDifference(
  name: string,
  value: unknown,
  wanted: boolean,
  got: boolean | undefined,
  explained: boolean,
): string {
  const text = JSON.stringify(value).slice(0, 400);
  return `${name}: Ajv says ${wanted}, the check ${got}, its twin ${explained}: ${text}`;
}
