/**
 * Ordinary values of a shape: the smallest, the largest, and every place in one of them. Deterministic.
 */
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { RecordShape, Shape, StringShape } from '../../templates/runtime/shape.ts';
import type { Arbitraries } from '../../templates/runtime/arbitraries/create.ts';
import { arbitraries, shapes } from '../../generated/service/arbitraries.ts';
import { isObject } from './request-form.ts';

/** A place in a value: dotted, empty for the whole. */
export interface ValuePlace {
  readonly path: string;
  /** Without references. */
  readonly shape: Shape;
  readonly value: JsonValue;
}

/** Returns whether a value includes an optional property. */
export type PropertyFilter = (name: string, isRequired: boolean) => boolean;

const DEEPEST = 6;

/** Returns the shape of a named schema; any value for an unknown one. */
export function shapeNamed(name: string): Shape {
  return shapes.schemas[name] ?? { kind: 'any' };
}

const declaredNames: ReadonlySet<string> = new Set(
  Object.values(shapes.schemas).flatMap((shape) =>
    shape.kind === 'record' ? shape.properties.map(({ name }) => name) : [],
  ),
);

/** Returns whether any schema of the contract has a property of this name. */
export function isDeclaredName(name: string): boolean {
  return declaredNames.has(name);
}

/** Follows references. */
export function resolveShape(shape: Shape): Shape {
  let target = shape;
  for (let left = 20; left > 0; left--) {
    if (target.kind === 'named') target = shapeNamed(target.name);
    else if (target.kind === 'inexact') target = target.shape;
    else break;
  }
  return target;
}

/** Returns the shape of the values that a check accepts, without references. */
export function shapeOfCheck(check: string): Shape {
  return resolveShape(shapes.checks[check] ?? { kind: 'any' });
}

/** Creates a plain value of a shape, with its required properties and the optional ones that `isWanted` selects. */
export function makeValue(shape: Shape, isWanted: PropertyFilter, depth = 0): JsonValue {
  const target = resolveShape(shape);
  if (depth > DEEPEST) return null;
  switch (target.kind) {
    case 'any':
    case 'never':
    case 'named':
    case 'inexact':
      return {};
    case 'values':
      return target.values[0] ?? null;
    case 'number':
      return Math.max(target.least ?? 3, Math.min(target.most ?? 3, 3));
    case 'string':
      return makeText(target);
    case 'list':
      return isOpaque(target.rest) ? [] : [makeValue(target.rest, isWanted, depth + 1)];
    case 'union':
      return makeValue(target.cases.find((each) => !isNull(each)) ?? target, isWanted, depth + 1);
    case 'record':
      return makeRecord(target, isWanted, depth);
  }
}

/** Lists every place in a value, the whole first. */
export function placesIn(shape: Shape, value: JsonValue, path = ''): readonly ValuePlace[] {
  const target = resolveShape(shape);
  const here: ValuePlace = { path, shape: target, value };
  const inside = (part: Shape, of: JsonValue, step: string): readonly ValuePlace[] =>
    placesIn(part, of, path === '' ? step : `${path}.${step}`);
  if (target.kind === 'list' && Array.isArray(value))
    return [
      here,
      ...value.flatMap((item: JsonValue, at) => inside(target.first[at] ?? target.rest, item, String(at))),
    ];
  if (target.kind === 'record' && isObject(value))
    return [
      here,
      ...target.properties.flatMap(({ name, shape: part }) =>
        value[name] === undefined ? [] : inside(part, value[name], name),
      ),
    ];
  if (target.kind !== 'union') return [here];
  const fitting = target.cases.map(resolveShape).find((each) => fits(each, value));
  return fitting === undefined ? [here] : [here, ...placesIn(fitting, value, path).slice(1)];
}

/** Returns a value with another value in one place. */
export function putAt(value: JsonValue, path: string, put: JsonValue): JsonValue {
  if (path === '') return put;
  const [step = '', ...rest] = path.split('.');
  const below = rest.join('.');
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return items.with(Number(step), putAt(items[Number(step)] ?? null, below, put));
  }
  return isObject(value) ? { ...value, [step]: putAt(value[step] ?? null, below, put) } : value;
}

/** Returns a value without the property or item in one place. */
export function dropAt(value: JsonValue, path: string): JsonValue {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const above = steps.join('.');
  const parent = steps.reduce<JsonValue>(
    (at, step) =>
      (Array.isArray(at) ? (at as readonly JsonValue[])[Number(step)] : isObject(at) ? at[step] : null) ??
      null,
    value,
  );
  if (Array.isArray(parent))
    return putAt(
      value,
      above,
      parent.filter((_, index) => String(index) !== last),
    );
  if (!isObject(parent)) return value;
  return putAt(value, above, Object.fromEntries(Object.entries(parent).filter(([name]) => name !== last)));
}

/** Returns whether a shape allows null. */
export function takesNull(shape: Shape): boolean {
  const target = resolveShape(shape);
  if (target.kind === 'any') return true;
  if (target.kind === 'values') return target.values.includes(null);
  return target.kind === 'union' && target.cases.some(takesNull);
}

/** Returns whether a shape specifies nothing about its values, so that an invented one may be rejected. */
export function isOpaque(shape: Shape): boolean {
  const target = resolveShape(shape);
  return (
    target.kind === 'any' ||
    target.kind === 'never' ||
    (target.kind === 'record' && target.properties.length === 0)
  );
}

function isNull(shape: Shape): boolean {
  const target = resolveShape(shape);
  return target.kind === 'values' && target.values.every((value) => value === null);
}

/** Returns whether a plain value matches a case of a union. */
function fits(shape: Shape, value: JsonValue): boolean {
  switch (shape.kind) {
    case 'values':
      return shape.values.includes(value);
    case 'record':
      return (
        isObject(value) &&
        shape.properties.every(({ name, isRequired, shape: part }) => {
          if (value[name] === undefined) return !isRequired;
          const property = resolveShape(part);
          return property.kind !== 'values' || property.values.includes(value[name]);
        })
      );
    case 'list':
      return Array.isArray(value);
    case 'string':
    case 'number':
      return typeof value === shape.kind;
    default:
      return true;
  }
}

function makeRecord({ properties }: RecordShape, isWanted: PropertyFilter, depth: number): JsonValue {
  const selection = properties.filter(({ name, isRequired }) => isRequired || isWanted(name, isRequired));
  return Object.fromEntries(
    selection.map(({ name, shape }) => [name, makeValue(shape, isWanted, depth + 1)]),
  );
}

const texts = ['A plain text', 'text', 'a', '1', 'https://example.com/a', 'a@example.com', '2030-01-01'];

function makeText({ least, most, patterns, format }: StringShape): string {
  if (format === 'uri') return 'https://example.com/a';
  if (format === 'email') return 'a@example.com';
  const fitting = texts.find(
    (text) =>
      text.length >= least &&
      text.length <= (most ?? Infinity) &&
      patterns.every((pattern) => new RegExp(pattern, 'u').test(text)),
  );
  return fitting ?? 'x'.repeat(Math.max(1, least));
}

const bound: readonly { readonly names: RegExp; readonly reason: string }[] = [
  { names: /(?:Id|Ids|_id)$|^ids?$/, reason: 'names a record' },
  { names: /^url$/i, reason: 'is fetched' },
  { names: /token$/i, reason: 'is a credential' },
  { names: /^sig$|^exp$/, reason: 'belongs to a signed address' },
  { names: /^otp$/, reason: 'is a one-time code' },
  { names: /^email$/, reason: 'receives mail' },
  { names: /^assertion$/, reason: 'is signed' },
  { names: /cursor$/i, reason: 'is issued by the service' },
  { names: /^after$|^last-event-id$/i, reason: 'is a place in a log' },
  { names: /^if-match$/i, reason: 'is a version of a record' },
  { names: /^origin$/i, reason: 'belongs to a client token' },
  { names: /fingerprint$/i, reason: 'identifies an earlier request' },
  { names: /^toolOutputs$/, reason: 'belongs to a pause' },
];

/** Explains why an invented value of a field may be rejected; `null` for a field that accepts every valid value. */
export function statefulReason(name: string): string | null {
  return bound.find(({ names }) => names.test(name))?.reason ?? null;
}

const arbitrariesByCheck = new Map<string, Arbitraries<JsonValue>>(Object.entries(arbitraries) as never);

/** Returns the arbitraries of a schema; `undefined` for one without. */
export function arbitrariesOf(check: string): Arbitraries<JsonValue> | undefined {
  return arbitrariesByCheck.get(check);
}
