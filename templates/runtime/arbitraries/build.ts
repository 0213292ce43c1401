/**
 * Creates arbitraries of valid values from shapes. The values are valid by construction; no validator filters them.
 */
import {
  array,
  constant,
  constantFrom,
  double,
  integer,
  jsonValue,
  oneof,
  record,
  string,
  tuple,
  uniqueArray,
  type Arbitrary,
} from 'fast-check';
import { allFormats } from '../formats/rare-formats.ts';
import type { JsonValue } from '../operation-spec.ts';
import type { ListShape, NumberShape, RecordShape, Shape, StringShape } from '../shape.ts';
import { buildMatching } from './matching.ts';

/** Returns the shape of a named schema. */
export type ShapeLookup = (name: string) => Shape;

/** Units: levels below which optional properties are left out, and below which nothing is generated. */
const SHALLOW = 4;
const MAX_DEPTH = 12;

/** Items of a list, and code points of a string, that are generated beyond the minimum. */
const MORE = 4;
const MORE_TEXT = 20;

interface Site {
  readonly shapeOf: ShapeLookup;
  readonly depth: number;
  /** Arbitraries of named shapes, by depth and name. Without them, the time would be exponential in the depth. */
  readonly named: Map<string, Arbitrary<JsonValue> | null>;
}

/** Creates the arbitrary of a shape; `null` if only a validator can decide which values are valid. */
export type BuildArbitrary = (shape: Shape) => Arbitrary<JsonValue> | null;

/** Creates a builder of arbitraries, which builds each named shape once for each depth. */
export function createBuilder(shapeOf: ShapeLookup): BuildArbitrary {
  const site = { shapeOf, depth: 0, named: new Map() };
  return (shape) => build(shape, site);
}

function build(shape: Shape, site: Site): Arbitrary<JsonValue> | null {
  return site.depth > MAX_DEPTH
    ? null
    : builders[shape.kind](shape as never, { ...site, depth: site.depth + 1 });
}

type Builder<Kind> = (shape: Extract<Shape, { kind: Kind }>, site: Site) => Arbitrary<JsonValue> | null;

const builders: { readonly [Kind in Shape['kind']]: Builder<Kind> } = {
  any: () => jsonValue({ maxDepth: 1 }) as Arbitrary<JsonValue>,
  never: () => null,
  values: ({ values }) => constantFrom(...values),
  number: buildNumber,
  string: buildString,
  list: buildList,
  record: buildRecord,
  union: ({ cases }, site) => {
    const built = cases.flatMap((each) => build(each, site) ?? []);
    return built.length === 0 ? null : oneof(...built);
  },
  named: buildNamed,
  inexact: () => null,
};

function buildNamed({ name }: Extract<Shape, { kind: 'named' }>, site: Site): Arbitrary<JsonValue> | null {
  const key = `${site.depth} ${name}`;
  const cached = site.named.get(key);
  if (cached !== undefined) return cached;
  const built = build(site.shapeOf(name), site);
  site.named.set(key, built);
  return built;
}

function buildNumber({ isInteger, least, most, step }: NumberShape): Arbitrary<number> | null {
  if (!isInteger && step === null) {
    return double({
      noNaN: true,
      noDefaultInfinity: true,
      min: least ?? Math.min(-1e9, most ?? 0),
      max: most ?? Math.max(1e9, least ?? 0),
    }).map((value) => (Object.is(value, -0) ? 0 : value));
  }
  const unit = step ?? 1;
  const min = Math.ceil((least ?? Math.min(-1e6, most ?? 0)) / unit);
  const max = Math.floor((most ?? Math.max(1e6, least ?? 0)) / unit);
  if (min > max || clamp(min) < min || clamp(max) > max || (isInteger && !Number.isInteger(unit)))
    return null;
  return integer({ min: clamp(min), max: clamp(max) }).map((count) => Number((count * unit).toPrecision(15)));
}

function clamp(value: number): number {
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value));
}

function buildString({ least, most, patterns, format }: StringShape): Arbitrary<string> | null {
  const [pattern, ...others] = patterns;
  const isAsserted = format !== null && Object.hasOwn(allFormats, format);
  if (pattern !== undefined)
    return others.length > 0 || isAsserted ? null : buildMatching(pattern, least, most);
  if (!isAsserted)
    return string({ unit: 'grapheme-ascii', minLength: least, maxLength: most ?? least + MORE_TEXT });
  const ofFormat = formatTexts[format as keyof typeof formatTexts] as Arbitrary<string> | undefined;
  return least > 0 || most !== null || ofFormat === undefined ? null : ofFormat;
}

/** Timestamps of the years 2000 to 2099. */
const MOMENTS = integer({ min: 946_684_800, max: 4_102_444_799 }).map((seconds) =>
  new Date(seconds * 1_000).toISOString(),
);
const WORDS = array(constantFrom('a', 'b', 'cd', 'e1', 'f-g', 'z9'), { minLength: 1, maxLength: MORE });
const BYTE = integer({ min: 0, max: 255 });

/** Strings of asserted formats; for other formats only the sample is used. */
const formatTexts = {
  byte: constantFrom('', 'AAAA', 'AQI=', 'c2FtcGxl'),
  date: MOMENTS.map((moment) => moment.slice(0, 10)),
  'date-time': MOMENTS,
  duration: tuple(BYTE, BYTE).map(([days, hours]) => `P${days}DT${hours}H`),
  email: WORDS.map((words) => `${words.join('.')}@example.com`),
  hostname: WORDS.map((words) => `${words.join('.')}.example.com`),
  ipv4: tuple(BYTE, BYTE, BYTE, BYTE).map((bytes) => bytes.join('.')),
  ipv6: tuple(BYTE, BYTE).map(([one, other]) => `2001:db8::${one.toString(16)}:${other.toString(16)}`),
  'json-pointer': WORDS.map((words) => `/${words.join('/')}`),
  time: MOMENTS.map((moment) => moment.slice(11)),
  uri: WORDS.map((words) => `https://example.com/${words.join('/')}?q=${words.length}`),
  'uri-reference': WORDS.map((words) => `/${words.join('/')}`),
  uuid: tuple(integer({ min: 0, max: 0xffff_ffff }), integer({ min: 0, max: 0xffff })).map(
    ([one, other]) =>
      `${one.toString(16).padStart(8, '0')}-0000-4000-8000-${other.toString(16).padStart(12, '0')}`,
  ),
};

function buildList(
  { first, rest, least, most, isUnique }: ListShape,
  site: Site,
): Arbitrary<JsonValue> | null {
  const isShallow = site.depth <= SHALLOW;
  const starts = first.slice(0, most ?? first.length).map((shape) => build(shape, site));
  if (starts.includes(null) || (isUnique && first.length > 0)) return least === 0 ? constant([]) : null;
  const item = isShallow || least > first.length ? build(rest, site) : null;
  const atLeast = Math.max(0, least - first.length);
  if (item === null && atLeast > 0) return null;
  const atMost =
    item === null ? 0 : Math.min((most ?? Infinity) - starts.length, atLeast + (isShallow ? MORE : 0));
  const range = { minLength: atLeast, maxLength: Math.max(atLeast, atMost) };
  const others = item === null ? constant([]) : many(item, range, isUnique);
  return tuple(tuple(...(starts as Arbitrary<JsonValue>[])), others).map(([one, more]) => [...one, ...more]);
}

function many(
  item: Arbitrary<JsonValue>,
  range: { readonly minLength: number; readonly maxLength: number },
  isUnique: boolean,
): Arbitrary<JsonValue[]> {
  return isUnique
    ? uniqueArray(item, { ...range, selector: (value) => JSON.stringify(value) })
    : array(item, range);
}

function buildRecord(
  { properties, rest, least, most }: RecordShape,
  site: Site,
): Arbitrary<JsonValue> | null {
  const required = properties.filter(({ isRequired }) => isRequired);
  const optional =
    site.depth <= SHALLOW || least > required.length
      ? properties.filter(({ isRequired }) => !isRequired)
      : [];
  const fields: Record<string, Arbitrary<JsonValue>> = Object.create(null) as Record<
    string,
    Arbitrary<JsonValue>
  >;
  for (const { name, shape } of required) {
    const built = build(shape, site);
    if (built === null) return null;
    fields[name] = built;
  }
  const room = (most ?? Infinity) - required.length;
  if (room < 0) return null;
  const chosen = optional.flatMap(({ name, shape }) => {
    const built = build(shape, site);
    return built === null ? [] : [[name, built] as const];
  });
  for (const [name, built] of chosen.slice(0, Math.min(room, chosen.length))) fields[name] = built;
  const named = Object.keys(fields).length;
  const missing = Math.max(0, least - named);
  const extra = missing > 0 ? build(rest, site) : null;
  if (missing > 0 && extra === null) return null;
  for (let count = 1; count <= missing; count++) if (extra !== null) fields[`key${count}`] = extra;
  // With a minimum number of properties beyond the required ones, all properties are generated.
  const requiredKeys = least > required.length ? Object.keys(fields) : required.map(({ name }) => name);
  return record(fields, { requiredKeys, noNullPrototype: true });
}
