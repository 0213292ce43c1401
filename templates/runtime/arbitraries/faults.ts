/** Breaks a valid value in one place. Every fault is invalid by construction; no validator is involved. */
import { allFormats } from '../formats/rare-formats.ts';
import type { JsonValue } from '../operation-spec.ts';
import type { ListShape, NumberShape, RecordShape, Shape, StringShape } from '../shape.ts';
import type { ShapeLookup } from './build.ts';

/** A value with one fault. */
export interface Fault {
  /** Dotted path of the fault; empty for the value itself. */
  readonly path: string;
  /** Description of the fault. */
  readonly problem: string;
  readonly value: JsonValue;
}

type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'list' | 'record';

const everyType: readonly TypeName[] = ['null', 'boolean', 'number', 'string', 'list', 'record'];

const valueOfType: { readonly [Name in TypeName]: JsonValue } = {
  record: { fault: true },
  list: [{ fault: true }],
  string: '\u0001 a fault',
  number: -0.123456789,
  boolean: true,
  null: null,
};

/** Returns the types of the values of a shape. */
export function typesOf(shape: Shape, shapeOf: ShapeLookup, depth = 0): ReadonlySet<TypeName> {
  if (depth > 20) return new Set(everyType);
  switch (shape.kind) {
    case 'any':
      return new Set(everyType);
    case 'never':
      return new Set();
    case 'values':
      return new Set(shape.values.map(typeOf));
    case 'union':
      return new Set(shape.cases.flatMap((each) => [...typesOf(each, shapeOf, depth + 1)]));
    case 'named':
      return typesOf(shapeOf(shape.name), shapeOf, depth + 1);
    case 'inexact':
      return typesOf(shape.shape, shapeOf, depth + 1);
    default:
      return new Set([shape.kind]);
  }
}

/** Returns a value of a type other than these; `undefined` if there is none. */
export function wrongTypeFor(types: ReadonlySet<TypeName>): JsonValue | undefined {
  const wrong = everyType.find((name) => !types.has(name));
  return wrong === undefined ? undefined : valueOfType[wrong];
}

/** Returns the possible faults of a valid value, except for a wrong type of the whole value. */
export function findFaults(shape: Shape, value: JsonValue, shapeOf: ShapeLookup): readonly Fault[] {
  return faultsOf(shape, value, shapeOf, 0);
}

function faultsOf(shape: Shape, value: JsonValue, shapeOf: ShapeLookup, depth: number): readonly Fault[] {
  if (depth > 20) return [];
  const inside = (part: Shape, of: JsonValue): readonly Fault[] => partFaults(part, of, shapeOf, depth + 1);
  switch (shape.kind) {
    case 'any':
    case 'never':
      return [];
    case 'values':
      return typesOf(shape, shapeOf).has('string') ? [here('is not in the list', valueOfType.string)] : [];
    case 'number':
      return typeof value === 'number' ? numberFaults(shape, value) : [];
    case 'string':
      return stringFaults(shape);
    case 'list':
      return Array.isArray(value) ? listFaults(shape, value as readonly JsonValue[], inside) : [];
    case 'record':
      return isRecord(value) ? recordFaults(shape, value, inside) : [];
    case 'union':
      return unionFaults(shape.cases, value, shapeOf, depth);
    case 'named':
      return faultsOf(shapeOf(shape.name), value, shapeOf, depth + 1);
    case 'inexact':
      return faultsOf(shape.shape, value, shapeOf, depth + 1);
  }
}

/** Returns the possible faults of a nested value, including a wrong type. */
function partFaults(shape: Shape, value: JsonValue, shapeOf: ShapeLookup, depth: number): readonly Fault[] {
  const wrong = wrongTypeFor(typesOf(shape, shapeOf));
  const whole = wrong === undefined ? [] : [here('has the wrong type', wrong)];
  return [...whole, ...faultsOf(shape, value, shapeOf, depth)];
}

function here(problem: string, value: JsonValue): Fault {
  return { path: '', problem, value };
}

function numberFaults({ isInteger, least, most, step }: NumberShape, value: number): readonly Fault[] {
  return [
    ...(least === null ? [] : [here('is too small', least - beyond(least))]),
    ...(most === null ? [] : [here('is too large', most + beyond(most))]),
    ...(isInteger && Math.abs(value) < 2 ** 50 ? [here('is not an integer', value + 0.5)] : []),
    ...(step === null || isInteger ? [] : [here('is not a multiple', value + step / 2)]),
  ];
}

/** Returns a distance from a bound that is large enough to be exact in doubles. */
function beyond(bound: number): number {
  return Math.max(1, Math.abs(bound));
}

/** Units: code points; longer strings are not generated to exceed a maximum length. */
const MAX_LENGTH = 10_000;

const STRANGE = ['', '\u0001', '!', ' \u0001 '];

function stringFaults({ least, most, patterns, format, isUnchecked }: StringShape): readonly Fault[] {
  const checked = isUnchecked === true ? [] : patterns;
  const rejected = checked.flatMap((pattern) => STRANGE.find((text) => !matches(pattern, text)) ?? []);
  const isAsserted = format !== null && Object.hasOwn(allFormats, format);
  return [
    ...(least > 0 ? [here('is too short', '')] : []),
    ...(most !== null && most < MAX_LENGTH ? [here('is too long', 'x'.repeat(most + 1))] : []),
    ...rejected.map((text) => here('does not match the pattern', text)),
    ...(isAsserted ? [here(`is not a valid ${format}`, '\u0001 no ( format')] : []),
  ];
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

type Inside = (shape: Shape, value: JsonValue) => readonly Fault[];

function listFaults(
  { first, rest, least, most, isUnique }: ListShape,
  value: readonly JsonValue[],
  inside: Inside,
): readonly Fault[] {
  const [one] = value;
  const items = value.flatMap((item, index) =>
    inside(first[index] ?? rest, item).map((fault) =>
      nested(fault, String(index), (broken) => value.map((each, at) => (at === index ? broken : each))),
    ),
  );
  return [
    ...(least > 0 ? [here('has too few items', [])] : []),
    ...(most !== null && most < MAX_LENGTH && one !== undefined
      ? [
          here(
            'has too many items',
            Array.from({ length: most + 1 }, () => one),
          ),
        ]
      : []),
    ...(isUnique && one !== undefined ? [here('has an item twice', [one, ...value])] : []),
    ...(rest.kind === 'never'
      ? [here('has one item too many', [...value, ...Array.from({ length: first.length + 1 }, () => 0)])]
      : []),
    ...items,
  ];
}

const UNEXPECTED = 'an unexpected property';

function recordFaults(
  { properties, rest, least }: RecordShape,
  value: Properties,
  inside: Inside,
): readonly Fault[] {
  const required = properties.filter(({ name, isRequired }) => isRequired && Object.hasOwn(value, name));
  const present = properties.filter(({ name }) => Object.hasOwn(value, name));
  return [
    ...required.map(({ name }) => here(`lacks ${name}`, without(value, name))),
    ...(least > 0 ? [here('has too few properties', {})] : []),
    ...(rest.kind === 'never' ? [here('has an extra property', { ...value, [UNEXPECTED]: 1 })] : []),
    ...present.flatMap(({ name, shape }) =>
      inside(shape, value[name] ?? null).map((fault) =>
        nested(fault, name, (broken) => ({ ...value, [name]: broken })),
      ),
    ),
  ];
}

/** Returns faults only for a union with a tag: without one, a fault of one case may be a valid value of another. */
function unionFaults(
  cases: readonly Shape[],
  value: JsonValue,
  shapeOf: ShapeLookup,
  depth: number,
): readonly Fault[] {
  const tag = isRecord(value) ? findTag(cases, shapeOf) : null;
  if (tag === null || !isRecord(value)) return [];
  const chosen = tag.cases.find(({ values }) => values.includes(value[tag.name] ?? null));
  const faults = chosen === undefined ? [] : faultsOf(chosen.shape, value, shapeOf, depth + 1);
  const unknown = here('has an unknown tag', { ...value, [tag.name]: valueOfType.string });
  return [
    ...faults.filter(({ path, problem }) => path !== tag.name && problem !== `lacks ${tag.name}`),
    unknown,
  ];
}

interface Tag {
  readonly name: string;
  readonly cases: readonly { readonly shape: RecordShape; readonly values: readonly JsonValue[] }[];
}

function findTag(cases: readonly Shape[], shapeOf: ShapeLookup): Tag | null {
  const records = cases.map((each) => resolved(each, shapeOf));
  if (!records.every((each) => each.kind === 'record')) return null;
  const [first] = records;
  for (const { name } of first?.properties ?? []) {
    const tagged = records.map((shape) => ({ shape, values: tagValues(shape, name, shapeOf) }));
    const all = tagged.flatMap(({ values }) => values);
    const isTag = tagged.every(({ values }) => values.length > 0) && new Set(all).size === all.length;
    if (isTag) return { name, cases: tagged };
  }
  return null;
}

function tagValues({ properties }: RecordShape, name: string, shapeOf: ShapeLookup): readonly JsonValue[] {
  const property = properties.find((each) => each.name === name && each.isRequired);
  const shape = property === undefined ? null : resolved(property.shape, shapeOf);
  return shape?.kind === 'values' ? shape.values : [];
}

function resolved(shape: Shape, shapeOf: ShapeLookup): Shape {
  let target = shape;
  for (let left = 20; left > 0; left--) {
    if (target.kind === 'named') target = shapeOf(target.name);
    else if (target.kind === 'inexact') target = target.shape;
    else break;
  }
  return target;
}

function nested(fault: Fault, step: string, put: (broken: JsonValue) => JsonValue): Fault {
  const { path, problem, value } = fault;
  return { path: path === '' ? step : `${step}.${path}`, problem, value: put(value) };
}

type Properties = Readonly<Record<string, JsonValue>>;

function isRecord(value: JsonValue): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(value: JsonValue): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'record' : (typeof value as 'boolean' | 'number' | 'string');
}

function without(value: Properties, name: string): Properties {
  return Object.fromEntries(Object.entries(value).filter(([property]) => property !== name));
}
