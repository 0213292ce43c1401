/**
 * Chooses a valid value for each check: an example from the documents, else one built from the schema. Every candidate
 * is validated with the compiled check; invalid ones are skipped.
 */
import type { CheckDecl, ContractModel, Example, JsonValue, Place } from '../../model/contract-model.ts';
import { isObject, placeAt, propertyPlace } from '../../json/json.ts';
import type { Report } from '../../diagnostics/diagnostics.ts';
import type { ContractShapes } from '../../schema/shape/contract-shapes.ts';
import { examplePath, examplesOf } from '../../schema/shape/read-shape.ts';
import type { Shape } from '../../../templates/runtime/shape.ts';
import type { LoadedChecks } from '../validators/load-checks.ts';
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

/** Chooses the sample of a check; `undefined` if it has none. */
export type ChooseSample = (check: CheckDecl) => JsonValue | undefined;

/** Chooses the samples of a contract. Errors: EXAMPLE_REFUSED, SAMPLE_MISSING (reported). */
export function chooseSamples(
  contract: ContractModel,
  shapes: ContractShapes,
  checks: LoadedChecks,
  report: Report,
): Samples {
  const choose = createSampleChooser(contract, shapes, checks, report);
  const entries = contract.checks.map((check) => [check.name, choose(check)] as const);
  return new Map(entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

/**
 * Returns a function that chooses the sample of each check on demand.
 *
 * Errors: EXAMPLE_REFUSED, SAMPLE_MISSING (reported).
 */
export function createSampleChooser(
  contract: ContractModel,
  shapes: ContractShapes,
  { accepts, problemOf }: LoadedChecks,
  report: Report,
): ChooseSample {
  const shownInUse = collectShown(contract);
  return (check) => {
    const ofSchema = isObject(check.schema) ? examplesOf(check.schema) : [];
    const inUse = shownInUse.get(check.name) ?? [];
    const shown = [...ofSchema, ...inUse.map(({ value }) => value)];
    const isGood = (value: JsonValue): boolean => accepts(check.name, value);
    const invalid = shown.filter((value) => !isGood(value));
    if (invalid.length > 0)
      report('EXAMPLE_REFUSED', placeOfExample(check, invalid), {
        name: check.name,
        count: invalid.length,
        examples: namesOf(inUse.filter(({ value }) => invalid.includes(value))),
        problem: problemOf(check.name, invalid[0]),
      });
    const isFull = (value: JsonValue): boolean => isGood(value) && !hasEmptyList(value);
    const built = shown.some(isFull) ? [] : construct(check, shapes, isGood);
    const value = shown.find(isFull) ?? built.find(isGood) ?? shown.find(isGood);
    if (value === undefined) {
      const problem = built.length === 0 ? null : problemOf(check.name, built.at(-1));
      report('SAMPLE_MISSING', placeAt(check.pointer), { name: check.name, problem });
    }
    return value;
  };
}

/**
 * Returns whether an example has an empty list. Why: a value built from the schema is more informative than an empty
 * page.
 */
function hasEmptyList(value: JsonValue): boolean {
  if (!isObject(value)) return false;
  return Object.values(value).some((each) => Array.isArray(each) && each.length === 0);
}

/** Builds values until one is valid. */
function construct(
  check: CheckDecl,
  shapes: ContractShapes,
  isGood: (value: JsonValue) => boolean,
): readonly JsonValue[] {
  const shape = shapes.shapeOfCheck(check);
  const built: JsonValue[] = [];
  for (const plan of plans) {
    const value = constructValue(shape, shapes, plan);
    if (value === undefined) continue;
    built.push(value);
    if (isGood(value)) break;
  }
  return built.some(isGood)
    ? built
    : [...built, ...built.flatMap((value) => ofOneCase(value, shape, shapes))];
}

/**
 * Returns an object that fits several cases of a union with a null in the place of each property that only other cases
 * have. Why: `oneOf` rejects what fits a case and also one that only adds optional properties to it.
 */
function ofOneCase(value: JsonValue, shape: Shape, shapes: ContractShapes): readonly JsonValue[] {
  if (!isObject(value)) return [];
  const others = namesIn(shape, shapes).filter((name) => !Object.hasOwn(value, name));
  return others.map((name) => ({ ...value, [name]: null }));
}

/** Lists the names of the properties of all cases of a union. Shape: empty for another shape. */
function namesIn(shape: Shape, shapes: ContractShapes): readonly string[] {
  const plain = plainShape(shape, shapes);
  if (plain.kind !== 'union') return [];
  const cases = plain.cases.map((each) => plainShape(each, shapes));
  return cases.flatMap((each) => (each.kind === 'record' ? each.properties.map(({ name }) => name) : []));
}

/** Returns the shape behind names and inexact shapes. */
function plainShape(shape: Shape, shapes: ContractShapes): Shape {
  let plain = shape;
  for (let step = 0; step < MAX_STEPS; step++)
    if (plain.kind === 'named') plain = shapes.shapeOf(plain.name);
    else if (plain.kind === 'inexact') plain = plain.shape;
  return plain;
}

/** Units: names and inexact shapes around a shape. */
const MAX_STEPS = 10;

/** Collects the examples of a schema wherever it is used: in bodies, responses and messages. */
function collectShown(contract: ContractModel): ReadonlyMap<string, readonly Example[]> {
  const shown = new Map<string, readonly Example[]>();
  const add = (check: string | null | undefined, examples: readonly Example[]): void => {
    if (check === null || check === undefined || examples.length === 0) return;
    shown.set(check, [...(shown.get(check) ?? []), ...examples]);
  };
  for (const { body, responses } of contract.operations) {
    for (const { check, examples } of body?.content ?? []) add(check, examples);
    for (const content of responses.flatMap((response) => response.content))
      if (content.kind === 'json') add(content.check, content.examples);
  }
  const checkOf = new Map(contract.checks.map((check) => [check.component, check.name]));
  for (const { payload, examples } of contract.channels.flatMap(({ messages }) => messages))
    if (payload !== null) add(checkOf.get(payload), examples);
  return shown;
}

/** Returns the names of examples; `null` if they have none. */
function namesOf(examples: readonly Example[]): string | null {
  const names = new Set(examples.map(({ name }) => name).filter((name) => name !== 'default'));
  return names.size === 0 ? null : [...names].map((name) => `\`${name}\``).join(', ');
}

/** Returns the place of the first invalid example in a schema; the place of the schema if it is elsewhere. */
function placeOfExample(check: CheckDecl, invalid: readonly JsonValue[]): Place {
  const { schema } = check;
  const index = isObject(schema) ? examplesOf(schema).findIndex((value) => invalid.includes(value)) : -1;
  const path = isObject(schema) && index >= 0 ? examplePath(schema, index) : [];
  return path.reduce(propertyPlace, placeAt(check.pointer));
}
