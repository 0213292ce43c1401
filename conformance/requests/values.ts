/** Ordinary values of a shape: the smallest, the largest, and every place in one of them. Deterministic. */
import { isObject } from '../../templates/runtime/json/value.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { RecordShape, Shape, StringShape } from '../../templates/runtime/shape.ts';
import { createArbitraries, type Arbitraries } from '../../templates/runtime/arbitraries/create.ts';
import type { Contract } from '../../contract/contract.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import { readParameters } from '../../templates/runtime/read-parameters.ts';

/** A place in a value: dotted, empty for the whole. */
export interface ValuePlace {
  readonly path: string;
  /** Without references. */
  readonly shape: Shape;
  readonly value: JsonValue;
}

/** Returns whether a value includes an optional property. */
export type PropertyFilter = (name: string, isRequired: boolean) => boolean;

const MAX_DEPTH = 6;
const MAX_REFERENCES = 20;

/** Returns the shape of a named schema; any value for an unknown one. */
export function shapeNamed({ shapes }: Contract, name: string): Shape {
  return shapes.schemas[name] ?? { kind: 'any' };
}

/** Returns the shape that a shape refers to, or the shape itself. */
export function resolveShape(contract: Contract, shape: Shape): Shape {
  let target = shape;
  for (let followed = 0; followed < MAX_REFERENCES; followed++) {
    if (target.kind === 'named') target = shapeNamed(contract, target.name);
    else if (target.kind === 'inexact') target = target.shape;
    else break;
  }
  return target;
}

/** Returns the shape of the values that a check accepts, without references. */
export function shapeOfCheck(contract: Contract, check: string): Shape {
  return resolveShape(contract, contract.shapes.checks[check] ?? { kind: 'any' });
}

/** Creates a plain value of a shape, with its required properties and the optional ones that `isWanted` selects. */
export function makeValue(contract: Contract, shape: Shape, isWanted: PropertyFilter, depth = 0): JsonValue {
  const target = resolveShape(contract, shape);
  if (depth > MAX_DEPTH) return null;
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
      return isOpaque(contract, target.rest) ? [] : [makeValue(contract, target.rest, isWanted, depth + 1)];
    case 'union':
      return makeValue(
        contract,
        target.cases.find((each) => !isNull(contract, each)) ?? target,
        isWanted,
        depth + 1,
      );
    case 'record':
      return makeRecord(contract, target, isWanted, depth);
  }
}

/** Lists every place in a value, the whole first. */
export function placesIn(
  contract: Contract,
  shape: Shape,
  value: JsonValue,
  path = '',
): readonly ValuePlace[] {
  const target = resolveShape(contract, shape);
  const here: ValuePlace = { path, shape: target, value };
  const inside = (part: Shape, of: JsonValue, step: string): readonly ValuePlace[] =>
    placesIn(contract, part, of, path === '' ? step : `${path}.${step}`);
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
  const fitting = target.cases
    .map((each) => resolveShape(contract, each))
    .find((each) => fits(contract, each, value));
  return fitting === undefined ? [here] : [here, ...placesIn(contract, fitting, value, path).slice(1)];
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
export function isNullable(contract: Contract, shape: Shape): boolean {
  const target = resolveShape(contract, shape);
  if (target.kind === 'any') return true;
  if (target.kind === 'values') return target.values.includes(null);
  return target.kind === 'union' && target.cases.some((each) => isNullable(contract, each));
}

/** Returns whether a shape specifies nothing about its values, so that an invented one may be rejected. */
export function isOpaque(contract: Contract, shape: Shape): boolean {
  const target = resolveShape(contract, shape);
  return (
    target.kind === 'any' ||
    target.kind === 'never' ||
    (target.kind === 'record' && target.properties.length === 0)
  );
}

function isNull(contract: Contract, shape: Shape): boolean {
  const target = resolveShape(contract, shape);
  return target.kind === 'values' && target.values.every((value) => value === null);
}

/** Returns whether a plain value matches a variant of a union. */
function fits(contract: Contract, shape: Shape, value: JsonValue): boolean {
  switch (shape.kind) {
    case 'values':
      return shape.values.includes(value);
    case 'record':
      return (
        isObject(value) &&
        shape.properties.every(({ name, isRequired, shape: part }) => {
          if (value[name] === undefined) return !isRequired;
          const property = resolveShape(contract, part);
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

function makeRecord(
  contract: Contract,
  { properties }: RecordShape,
  isWanted: PropertyFilter,
  depth: number,
): JsonValue {
  const selection = properties.filter(({ name, isRequired }) => isRequired || isWanted(name, isRequired));
  return Object.fromEntries(
    selection.map(({ name, shape }) => [name, makeValue(contract, shape, isWanted, depth + 1)]),
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

/** Names of values that depend on the state of the service. */
const statefulNames: readonly { readonly names: RegExp; readonly reason: string }[] = [
  { names: /(?:Id|Ids|_id)$|^ids?$/, reason: 'names a record' },
  { names: /^url$/i, reason: 'is fetched' },
  { names: /^new_?(?:name|key|slug|login|path)$/i, reason: 'renames a record' },
  { names: /token$/i, reason: 'is a credential' },
  { names: /^sig$|^exp$/, reason: 'belongs to a signed address' },
  { names: /^otp$/, reason: 'is a one-time code' },
  { names: /^email$/, reason: 'receives mail' },
  { names: /^assertion$/, reason: 'is signed' },
  { names: /cursor$/i, reason: 'is issued by the service' },
  { names: /^after$|^last-event-id$/i, reason: 'is a place in a log' },
  { names: /^(?:if-match|(?:lock_?)?version|revision)$/i, reason: 'is a version of a record' },
  { names: /^origin$/i, reason: 'belongs to a client token' },
  { names: /fingerprint$/i, reason: 'identifies an earlier request' },
  { names: /^toolOutputs$/, reason: 'belongs to a pause' },
];

/** Explains why an invented value of a field may be rejected; `null` for a field that accepts every valid value. */
export function statefulReason(name: string): string | null {
  return statefulNames.find(({ names }) => names.test(name))?.reason ?? null;
}

const allArbitraries = new WeakMap<Contract, Readonly<Record<string, Arbitraries<JsonValue>>>>();

/** Returns the arbitraries of the check of a request body; `undefined` for another check. */
export function arbitrariesOf(contract: Contract, check: string): Arbitraries<JsonValue> | undefined {
  const cached = allArbitraries.get(contract) ?? createBodyArbitraries(contract);
  allArbitraries.set(contract, cached);
  return cached[check];
}

function createBodyArbitraries({
  service,
  shapes,
}: Contract): Readonly<Record<string, Arbitraries<JsonValue>>> {
  const contents = service.operations.flatMap(({ body }) => body?.content ?? []);
  const names = contents.flatMap(({ check }) => check?.name ?? []);
  return createArbitraries<Record<string, JsonValue>>(
    shapes,
    Object.fromEntries(names.map((name) => [name, null])),
  );
}

/** Returns whether a path parameter may have a value. */
export function fitsPath({ parameters }: ContractOperation, name: string, text: string): boolean {
  const own = parameters.filter((each) => each.in === 'path' && each.name === name);
  const source = { pathParams: { [name]: text }, query: '', headers: new Headers() };
  const { problems, mismatches } = readParameters(own, source);
  return problems.length + mismatches.length === 0;
}

/** Returns whether a number is invalid only for its format, `int32` or `int64`, which need not be validated. */
export function isBeyondFormat(value: unknown): boolean {
  return (
    typeof value === 'number' && (value === 2 ** 31 || value === -(2 ** 31) - 1 || Math.abs(value) >= 2 ** 63)
  );
}
