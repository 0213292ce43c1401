/**
 * Chooses a valid value for each check: an example from the documents, else one built from the schema. Every candidate
 * is validated with the compiled check; invalid ones are skipped.
 */
import type { CheckDecl, Contract, JsonValue, Place } from '../../contract/contract.ts';
import { isObject } from '../../source/json.ts';
import type { Report } from '../../diagnostics.ts';
import type { ContractShapes } from '../../schema/shape/contract-shapes.ts';
import { examplesOf } from '../../schema/shape/read-shape.ts';
import type { Accepts } from '../validators/load-checks.ts';
import { constructValue, type ConstructPlan } from './construct.ts';

/** Valid values by name of the check; a check without a valid value has no entry. */
export type Samples = ReadonlyMap<string, JsonValue>;

/** Ways to build a value, the most informative one first. */
const plans: readonly ConstructPlan[] = [
  { usesShown: true, isFull: true, preferred: 0 },
  { usesShown: false, isFull: true, preferred: 0 },
  { usesShown: true, isFull: false, preferred: 0 },
  { usesShown: false, isFull: false, preferred: 0 },
  ...[1, 2, 3, 4, 5].map((preferred) => ({ usesShown: false, isFull: false, preferred })),
];

/**
 * Chooses the samples of a contract.
 *
 * Errors: EXAMPLE_REFUSED, SAMPLE_MISSING (reported).
 */
export function chooseSamples(
  contract: Contract,
  shapes: ContractShapes,
  accepts: Accepts,
  report: Report,
): Samples {
  const shownInUse = collectShown(contract);
  const samples = new Map<string, JsonValue>();
  for (const check of contract.checks) {
    const ofSchema = isObject(check.schema) ? examplesOf(check.schema) : [];
    const shown = [...ofSchema, ...(shownInUse.get(check.name) ?? [])];
    const isGood = (value: JsonValue): boolean => accepts(check.name, value);
    const invalid = shown.filter((value) => !isGood(value));
    if (invalid.length > 0)
      report('EXAMPLE_REFUSED', placeOf(check), { name: check.name, count: invalid.length });
    const value =
      shown.find((each) => isGood(each) && !hasEmptyList(each)) ??
      construct(check, shapes, isGood) ??
      shown.find(isGood);
    if (value !== undefined) samples.set(check.name, value);
    else report('SAMPLE_MISSING', placeOf(check), { name: check.name });
  }
  return samples;
}

/**
 * Returns whether an example has an empty list. Why: a value built from the schema is more informative than an empty
 * page.
 */
function hasEmptyList(value: JsonValue): boolean {
  if (!isObject(value)) return false;
  return Object.values(value).some((each) => Array.isArray(each) && each.length === 0);
}

function construct(
  check: CheckDecl,
  shapes: ContractShapes,
  isGood: (value: JsonValue) => boolean,
): JsonValue | undefined {
  const shape = shapes.shapeOfCheck(check);
  for (const plan of plans) {
    const value = constructValue(shape, shapes, plan);
    if (value !== undefined && isGood(value)) return value;
  }
  return undefined;
}

/** Collects the examples of a schema wherever it is used: in bodies, responses and messages. */
function collectShown(contract: Contract): ReadonlyMap<string, readonly JsonValue[]> {
  const shown = new Map<string, JsonValue[]>();
  const add = (check: string | null | undefined, values: readonly { readonly value: JsonValue }[]): void => {
    if (check === null || check === undefined || values.length === 0) return;
    shown.set(check, [...(shown.get(check) ?? []), ...values.map(({ value }) => value)]);
  };
  for (const { body, responses } of contract.operations) {
    for (const { check, examples } of body?.content ?? []) add(check, examples);
    for (const content of responses.flatMap((response) => response.content)) {
      if (content.kind === 'json') add(content.check, content.examples);
    }
  }
  const checkOf = new Map(contract.checks.map((check) => [check.component, check.name]));
  for (const { payload, examples } of contract.channels.flatMap(({ messages }) => messages)) {
    if (payload !== null) add(checkOf.get(payload), examples);
  }
  return shown;
}

function placeOf({ pointer }: CheckDecl): Place {
  const hash = pointer.indexOf('#');
  return { file: pointer.slice(0, hash), pointer: pointer.slice(hash) };
}
