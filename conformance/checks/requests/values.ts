/**
 * Values of a shape that nobody would wonder about: the smallest, the largest, and every place in one of them. Nothing is left
 * to chance.
 */
import type { JsonValue } from '../../../generated/runtime/operation-spec.ts';
import type { RecordShape, Shape, StringShape } from '../../../generated/runtime/shape.ts';
import { shapes } from '../../../generated/service/arbitraries.ts';
import { isObject } from './request-form.ts';

/** A place in a value: dotted, empty for the whole. */
export interface Place {
  readonly path: string;
  /** Without references. */
  readonly shape: Shape;
  readonly value: JsonValue;
}

/** Checks whether a member is wanted. */
export type MemberFilter = (name: string, isRequired: boolean) => boolean;

const DEEPEST = 6;

/** Finds the shape of a named schema. */
export function shapeNamed(name: string): Shape {
  return shapes.schemas[name] ?? { kind: 'any' };
}

/** Follows references. */
export function resolveShape(shape: Shape): Shape {
  let found = shape;
  for (let left = 20; left > 0; left--) {
    if (found.kind === 'named') found = shapeNamed(found.name);
    else if (found.kind === 'inexact') found = found.shape;
    else break;
  }
  return found;
}

/** The shape of what a check accepts, without references. */
export function shapeOfCheck(check: string): Shape {
  return resolveShape(shapes.checks[check] ?? { kind: 'any' });
}

/** Creates a plain value of a shape, with the members that are wanted. */
export function makeValue(shape: Shape, isWanted: MemberFilter, depth = 0): JsonValue {
  const found = resolveShape(shape);
  if (depth > DEEPEST) return null;
  switch (found.kind) {
    case 'any':
    case 'never':
    case 'named':
    case 'inexact':
      return {};
    case 'values':
      return found.values[0] ?? null;
    case 'number':
      return Math.max(found.least ?? 3, Math.min(found.most ?? 3, 3));
    case 'string':
      return makeText(found);
    case 'list':
      return isOpaque(found.rest) ? [] : [makeValue(found.rest, isWanted, depth + 1)];
    case 'union':
      return makeValue(found.cases.find((each) => !isNull(each)) ?? found, isWanted, depth + 1);
    case 'record':
      return makeRecord(found, isWanted, depth);
  }
}

/** Lists every place in a value, the whole first. */
export function placesIn(shape: Shape, value: JsonValue, path = ''): readonly Place[] {
  const found = resolveShape(shape);
  const here: Place = { path, shape: found, value };
  const inside = (part: Shape, of: JsonValue, step: string): readonly Place[] =>
    placesIn(part, of, path === '' ? step : `${path}.${step}`);
  if (found.kind === 'list' && Array.isArray(value))
    return [
      here,
      ...value.flatMap((item: JsonValue, at) => inside(found.first[at] ?? found.rest, item, String(at))),
    ];
  if (found.kind === 'record' && isObject(value))
    return [
      here,
      ...found.members.flatMap(({ name, shape: part }) =>
        value[name] === undefined ? [] : inside(part, value[name], name),
      ),
    ];
  if (found.kind !== 'union') return [here];
  const fitting = found.cases.map(resolveShape).find((each) => fits(each, value));
  return fitting === undefined ? [here] : [here, ...placesIn(fitting, value, path).slice(1)];
}

/** Puts another value in a place. */
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

/** Leaves out what is in a place: a member or an item. */
export function dropAt(value: JsonValue, path: string): JsonValue {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const above = steps.join('.');
  const holder = steps.reduce<JsonValue>(
    (at, step) =>
      (Array.isArray(at) ? (at as readonly JsonValue[])[Number(step)] : isObject(at) ? at[step] : null) ??
      null,
    value,
  );
  if (Array.isArray(holder))
    return putAt(
      value,
      above,
      holder.filter((_, index) => String(index) !== last),
    );
  if (!isObject(holder)) return value;
  return putAt(value, above, Object.fromEntries(Object.entries(holder).filter(([name]) => name !== last)));
}

/** Checks whether null is among the values of a shape. */
export function takesNull(shape: Shape): boolean {
  const found = resolveShape(shape);
  if (found.kind === 'any') return true;
  if (found.kind === 'values') return found.values.includes(null);
  return found.kind === 'union' && found.cases.some(takesNull);
}

/** Checks whether a shape shows nothing of its values, so that a made-up one may well be refused. */
export function isOpaque(shape: Shape): boolean {
  const found = resolveShape(shape);
  return (
    found.kind === 'any' || found.kind === 'never' || (found.kind === 'record' && found.members.length === 0)
  );
}

function isNull(shape: Shape): boolean {
  const found = resolveShape(shape);
  return found.kind === 'values' && found.values.every((value) => value === null);
}

/** Tells the cases of a union apart as far as plain values need it. */
function fits(shape: Shape, value: JsonValue): boolean {
  switch (shape.kind) {
    case 'values':
      return shape.values.includes(value);
    case 'record':
      return (
        isObject(value) &&
        shape.members.every(({ name, isRequired, shape: part }) => {
          if (value[name] === undefined) return !isRequired;
          const member = resolveShape(part);
          return member.kind !== 'values' || member.values.includes(value[name]);
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

function makeRecord({ members }: RecordShape, isWanted: MemberFilter, depth: number): JsonValue {
  const wanted = members.filter(({ name, isRequired }) => isRequired || isWanted(name, isRequired));
  return Object.fromEntries(wanted.map(({ name, shape }) => [name, makeValue(shape, isWanted, depth + 1)]));
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
