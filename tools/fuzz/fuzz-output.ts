/** Compares the validators of one output with the reference, over mutants of its samples. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sample } from 'fast-check';
import type { ContractModel } from '../../generator/model/contract-model.ts';
import type { Arbitraries } from '../../templates/runtime/arbitraries/create.ts';
import type { SchemaCheck } from '../../templates/runtime/schema-check.ts';
import { createRandom, mutate, pick } from './mutate.ts';
import { createReference } from './reference.ts';

/** A folder of generated code with samples and arbitraries, and its contract. */
export interface FuzzSubject {
  readonly label: string;
  readonly folder: string;
  readonly contract: ContractModel;
}

/** Number of mutants and seed. */
export interface FuzzPlan {
  readonly mutants: number;
  readonly seed: number;
}

export interface FuzzResult {
  readonly mutants: number;
  /** Number of valid mutants; if all were invalid, the comparison would prove little. */
  readonly fitting: number;
  readonly checks: number;
  /** Validators whose schema the reference rejects. */
  readonly uncompared: readonly string[];
  readonly differences: readonly string[];
}

/** Differences after which a run ends. */
const ENOUGH = 20;

/** Values from the arbitraries of each validator, in addition to its sample. */
const DRAWN = 3;

interface Modules {
  readonly validators: { readonly checks: Readonly<Record<string, SchemaCheck>> };
  readonly samples: { readonly samples: Readonly<Record<string, unknown>> };
  readonly arbitraries: { readonly arbitraries: Readonly<Record<string, Arbitraries<unknown>>> };
  readonly explain: { readonly findErrors: (name: string, value: unknown) => readonly unknown[] };
}

export async function fuzzOutput({ folder, contract }: FuzzSubject, plan: FuzzPlan): Promise<FuzzResult> {
  const load = async <Name extends keyof Modules>(name: Name): Promise<Modules[Name]> =>
    (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as Modules[Name];
  const { checks } = await load('validators');
  const { samples } = await load('samples');
  const { arbitraries } = await load('arbitraries');
  const { findErrors } = await load('explain');
  const reference = createReference(contract);
  const random = createRandom(plan.seed);
  const names = Object.keys(samples);
  const uncompared = new Set<string>();
  const differences: string[] = [];
  const seeds = new Map<string, readonly unknown[]>();
  let [mutants, fitting] = [0, 0];
  for (let round = 0; round < plan.mutants && differences.length < ENOUGH && names.length > 0; round++) {
    const name = names[round % names.length] ?? '';
    const validate = reference(name);
    if (validate === null) {
      uncompared.add(name);
      continue;
    }
    const ofName = seeds.get(name) ?? [samples[name], ...drawFrom(arbitraries[name], plan.seed)];
    seeds.set(name, ofName);
    const value = mutate(pick(ofName, random), random);
    const expected = validate(value);
    if (expected === null) continue;
    mutants++;
    if (expected) fitting++;
    const actual = checks[name]?.check(value);
    // The validator that explains errors is slower, so it checks every eighth mutant.
    const explained = round % 8 === 0 ? findErrors(name, value).length === 0 : expected;
    if (actual !== expected || explained !== expected)
      differences.push(printDifference(name, value, expected, actual, explained));
  }
  return { mutants, fitting, checks: names.length, uncompared: [...uncompared], differences };
}

function drawFrom(arbitrary: Arbitraries<unknown> | undefined, seed: number): unknown[] {
  return arbitrary === undefined ? [] : sample(arbitrary.valid, { numRuns: DRAWN, seed });
}

function printDifference(
  name: string,
  value: unknown,
  expected: boolean,
  actual: boolean | undefined,
  explained: boolean,
): string {
  const text = JSON.stringify(value).slice(0, 400);
  return `${name}: Ajv ${expected}, fast validator ${actual}, explaining validator ${explained}: ${text}`;
}
