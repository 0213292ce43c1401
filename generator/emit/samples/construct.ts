/** Builds a value of a shape. Deterministic: the same shape and plan give the same value. */
import { sampleText } from '../../../contract/samples/sample-text.ts';
import type { ListShape, NumberShape, RecordShape, Shape } from '../../../templates/runtime/shape.ts';
import { isArray, isObject } from '../../json/json.ts';
import type { JsonValue } from '../../model/contract-model.ts';
import type { ContractShapes } from '../../schema/shape/contract-shapes.ts';
import { fitsShape, matchesPattern } from '../../schema/shape/fits-shape.ts';
import { allFormats } from '../../../templates/runtime/formats/rare-formats.ts';

export interface ConstructPlan {
  /** Whether examples of the schemas are used. */
  readonly usesShown: boolean;
  /** Whether optional properties are included. */
  readonly isFull: boolean;
  /** Index of the union case to try first. */
  readonly preferred: number;
}

/** The position at which a value is built. */
interface Site {
  readonly shapes: ContractShapes;
  readonly plan: ConstructPlan;
  /** Names of the enclosing schemas, to stop at recursive ones. */
  readonly names: readonly string[];
  readonly depth: number;
  /** The content of a plain text. */
  readonly word: string;
  /** Selects a different value, so that items of a list can differ. */
  readonly variant: number;
  /** What the example of an enclosing schema has here; absent for nothing. */
  readonly example?: JsonValue | undefined;
}

/** Depth below which optional properties are omitted. */
const FULL_DEPTH = 5;

/** Depth below which nothing is built. */
const MAX_DEPTH = 24;

/** Builds a value; `undefined` if none is possible. */
export function constructValue(
  shape: Shape,
  shapes: ContractShapes,
  plan: ConstructPlan,
): JsonValue | undefined {
  return build(shape, { shapes, plan, names: [], depth: 0, word: 'text', variant: 0 });
}

function build(shape: Shape, site: Site): JsonValue | undefined {
  if (site.depth > MAX_DEPTH) return undefined;
  return shownBy(shape, site) ?? builders[shape.kind](shape as never, site);
}

/** Returns the first valid example of a shape. Why: an invalid one would make the whole value invalid. */
function shownBy(shape: Shape, site: Site): JsonValue | undefined {
  return examplesOf(shape, site).find((value) => fitsShape(value, shape, site.shapes.shapeOf, hasFormat));
}

/** Lists the examples at a place. Why: an example that is invalid as a whole still has valid parts. */
function examplesOf(shape: Shape, { shapes, example, plan, variant }: Site): readonly JsonValue[] {
  if (!plan.usesShown || variant !== 0) return [];
  return example === undefined ? shapes.shownBy(shape) : [example, ...shapes.shownBy(shape)];
}

/** Returns the site of a property, with its value in an example. */
function insideOf(shape: Shape, site: Site, name: string): Site {
  const part = examplesOf(shape, site)
    .map((example) => (isObject(example) ? example[name] : undefined))
    .find((each) => each !== undefined);
  return { ...inside(site, name), example: part };
}

const textFormats = new Map(
  Object.entries(allFormats).filter((entry): entry is [string, (text: string) => boolean] => {
    return typeof entry[1] === 'function';
  }),
);

function hasFormat(text: string, format: string): boolean {
  return textFormats.get(format)?.(text) ?? true;
}

type Builder<Kind> = (shape: Extract<Shape, { kind: Kind }>, site: Site) => JsonValue | undefined;

const builders: { readonly [Kind in Shape['kind']]: Builder<Kind> } = {
  any: (_any, { word, variant }) => (variant === 0 ? word : `${word} ${variant}`),
  never: () => undefined,
  values: ({ values }, { variant }) => values[variant % values.length],
  number: (shape, { variant }) => buildNumber(shape, variant),
  string: (shape, { word, variant }) => sampleText(shape, word, variant, matchesPattern),
  list: buildList,
  record: buildRecord,
  union: ({ cases }, site) => buildCase(cases, site),
  named: ({ name }, site) => {
    const isInside = site.names.filter((around) => around === name).length > 0;
    return isInside ? undefined : build(site.shapes.shapeOf(name), { ...site, names: [...site.names, name] });
  },
  inexact: ({ shape }, site) => build(shape, site),
};

/** Builds the preferred case, else the first one that has a value. */
function buildCase(cases: readonly Shape[], site: Site): JsonValue | undefined {
  const start = site.plan.preferred % cases.length;
  for (const each of [...cases.slice(start), ...cases.slice(0, start)]) {
    const value = build(each, site);
    if (value !== undefined) return value;
  }
  return undefined;
}

function buildNumber({ isInteger, least, most, step }: NumberShape, variant: number): number | undefined {
  const unit = step ?? (isInteger ? 1 : 0.5);
  const lowest = least === null ? null : Math.ceil(least / unit) * unit;
  const highest = most === null ? null : Math.floor(most / unit) * unit;
  const start = lowest ?? Math.min(highest ?? unit, unit);
  const origin = lowest !== null && lowest <= unit && (highest === null || highest >= unit) ? unit : start;
  const value = Number((origin + variant * unit).toPrecision(15));
  if (highest !== null && value > highest)
    return least !== null && least <= (most ?? least) && variant === 0 ? least : undefined;
  return value;
}

function buildList(list: ListShape, site: Site): JsonValue | undefined {
  const { first, rest, least, most, isUnique } = list;
  const shown = examplesOf(list, site).find(isArray)?.[0];
  const wanted = Math.max(least, first.length, site.plan.isFull && rest.kind !== 'never' ? 1 : 0);
  const count = Math.min(wanted, most ?? wanted);
  const items: JsonValue[] = [];
  const texts = new Set<string>();
  for (let variant = 0; items.length < count && variant < count + 50; variant++) {
    const shape = first[items.length] ?? rest;
    const place = { ...site, example: shown, depth: site.depth + 1 };
    const item = build(shape, { ...place, variant: isUnique ? variant : site.variant });
    if (item === undefined) break;
    const text = JSON.stringify(item);
    if (isUnique && texts.has(text)) continue;
    texts.add(text);
    items.push(item);
  }
  return items.length < least ? undefined : items;
}

function buildRecord(record: RecordShape, site: Site): JsonValue | undefined {
  const { properties, rest, least, most } = record;
  const isFull = site.plan.isFull && site.depth < FULL_DEPTH;
  const required = properties.filter(({ isRequired }) => isRequired);
  const optional = properties.filter(({ isRequired }) => !isRequired);
  const values = new Map<string, JsonValue>();
  for (const { name, shape } of required) {
    const value = build(shape, insideOf(record, site, name));
    if (value === undefined) return undefined;
    values.set(name, value);
  }
  const room = (most ?? Infinity) - values.size;
  for (const { name, shape } of optional) {
    const isWanted = isFull ? values.size < required.length + room : values.size < least;
    const value = isWanted ? build(shape, insideOf(record, site, name)) : undefined;
    // Why not null: it remains from a union when its other cases contain themselves.
    const isMissing = value === undefined || (value === null && shape.kind === 'union');
    if (!isMissing) values.set(name, value);
  }
  for (let extra = 1; values.size < least && extra <= least; extra++) {
    const value = build(rest, inside(site, `key${extra}`));
    if (value === undefined) return undefined;
    values.set(`key${extra}`, value);
  }
  // In the order of the schema, not in the order in which the values were built.
  const named = properties.map(({ name }) => name).filter((name) => values.has(name));
  const order = new Set([...named, ...values.keys()]);
  return Object.fromEntries([...order].map((name) => [name, values.get(name) ?? null]));
}

function inside(site: Site, word: string): Site {
  return { ...site, word, depth: site.depth + 1 };
}
