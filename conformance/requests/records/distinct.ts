/** Makes the texts of new records distinct, since a service may require some of them to be unique. */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../templates/runtime/json/value.ts';
import { sample, stringMatching, type Arbitrary } from 'fast-check';
import { splitPointer, valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Contract } from '../../../contract/contract.ts';
import { testOf, type ContractOperation } from '../../../contract/operations.ts';
import { roleOf } from '../../../contract/resources/graph.ts';
import type { Shape, StringShape } from '../../../templates/runtime/shape.ts';
import { parseJson } from '../../model/json-fields.ts';
import { declared } from '../expected-response.ts';
import { keyPath } from '../own-key.ts';
import { type BodyForm, type RequestForm } from '../request-form.ts';
import { putAt, resolveShape, shapeOfCheck, statefulReason } from '../values.ts';

/**
 * Returns whether an operation creates records that may conflict with earlier ones: clients choose their keys, or it
 * does not say which property must be unique.
 */
export function mayConflict(operation: ContractOperation): boolean {
  const isCreation = roleOf(operation.contract.resources, operation.id)?.role.value === 'create';
  const isUnknown = testOf(operation).unique === undefined;
  const isConflict =
    declared(operation, [409]).length > 0 || takesKey(operation) || uniqueOf(operation).length > 0;
  return isCreation && isUnknown && isConflict;
}

/** Lists the unique properties of the records of an operation, unless its `x-test` names them. */
export function uniqueOf({ id, contract }: ContractOperation): readonly string[] {
  const { resources, provenance } = contract;
  if (provenance !== null) return [];
  const name = roleOf(resources, id)?.resource;
  const resource = resources.resources.find((each) => each.name === name);
  return (resource?.unique ?? []).map((pointer) => pointer.replace('/', ''));
}

/** Returns whether the client chooses the key of a new record. */
export function takesKey(operation: ContractOperation): boolean {
  const path = keyPath(operation);
  const key = path?.reduce<Shape | undefined>(
    (at, name) => (at === undefined ? undefined : propertyOf(operation.contract, at, name)),
    recordShapeOf(operation) ?? undefined,
  );
  return key !== undefined;
}

/** Returns the shape of the record in the body of an operation; `null` without one. */
export function recordShapeOf(operation: ContractOperation): Shape | null {
  const { contract } = operation;
  const check = operation.body?.content.find((content) => content.check !== null)?.check?.name;
  if (check === undefined) return null;
  const pointer = roleOf(contract.resources, operation.id)?.requestEnvelope?.value ?? '';
  return splitPointer(pointer).reduce<Shape>(
    (at, step) => propertyOf(contract, at, step) ?? { kind: 'any' },
    shapeOfCheck(contract, check),
  );
}

/**
 * Returns a form in which the texts of the record vary with a number. Shape: only texts that are not in `isKept` and
 * for which another valid text is known.
 */
export function withDistinctTexts(
  form: RequestForm,
  number: number,
  isKept: (name: string, value: JsonValue) => boolean = () => false,
): RequestForm {
  const { contract } = form.operation;
  const [first, ...below] = keyPath(form.operation) ?? [];
  return withEntries(form, (entries, shape) =>
    entries.map(([name, value]) => {
      const key = name === first ? below : null;
      return [
        name,
        isKept(name, value) ? value : distinctValue({ contract, shape, name, key, number }, value),
      ];
    }),
  );
}

type Entries = readonly (readonly [string, JsonValue])[];

/** Returns a form with other properties in its record; the form itself if its body has no record. */
export function withEntries(
  form: RequestForm,
  change: (entries: Entries, shape: Shape) => Entries,
): RequestForm {
  const { operation, body } = form;
  const pointer = roleOf(operation.contract.resources, operation.id)?.requestEnvelope?.value ?? '';
  if (body.kind === 'none') return form;
  const sent = valueOf(body);
  const record = valueAt(sent, pointer) as JsonValue | undefined;
  const shape = recordShapeOf(operation);
  if (sent === undefined || !isObject(record) || shape === null) return form;
  const changed = Object.fromEntries(change(Object.entries(record), shape));
  const value = putAt(sent, splitPointer(pointer).join('.'), changed);
  return {
    ...form,
    body: body.kind === 'text' ? { ...body, text: JSON.stringify(value) } : { ...body, value },
  };
}

/** Returns a form in which only one text differs, one that may be any; `null` if the record has none. */
export function withOtherText(form: RequestForm, number: number): RequestForm | null {
  const { operation } = form;
  const shape = recordShapeOf(operation);
  if (shape === null) return null;
  const [key] = keyPath(operation) ?? [];
  const fixed = [key, ...uniqueOf(operation)];
  const isPlain = (name: string): boolean => {
    const text = propertyOf(operation.contract, shape, name);
    const isFree = text?.kind === 'string' && text.patterns.length === 0 && text.format === null;
    return isFree && !fixed.includes(name) && statefulReason(name) === null;
  };
  let chosen: string | null = null;
  const changed = withDistinctTexts(form, number, (name, value) => {
    if (chosen === null && typeof value === 'string' && isPlain(name)) chosen = name;
    return name !== chosen;
  });
  return isDeepStrictEqual(changed, form) ? null : changed;
}

/**
 * Returns the value of a body; `undefined` for a text that is not the canonical JSON of a value: it is sent unchanged.
 */
function valueOf(body: Exclude<BodyForm, { readonly kind: 'none' }>): JsonValue | undefined {
  if (body.kind !== 'text') return body.value;
  const value = parseJson(body.text);
  return JSON.stringify(value) === body.text ? value : undefined;
}

/** A property of a record. Shape: `key` has the names that lead from it to the key; `null` if that is elsewhere. */
interface DistinctProperty {
  readonly contract: Contract;
  /** The shape of the record. */
  readonly shape: Shape;
  readonly name: string;
  readonly key: readonly string[] | null;
  readonly number: number;
}

function distinctValue(property: DistinctProperty, value: JsonValue): JsonValue {
  const { contract, name, key, number } = property;
  const shape = propertyOf(contract, property.shape, name);
  const [next, ...below] = key ?? [];
  if (next !== undefined && shape !== undefined && isObject(value) && value[next] !== undefined)
    return {
      ...value,
      [next]: distinctValue({ contract, shape, name: next, key: below, number }, value[next]),
    };
  const isKey = key?.length === 0;
  if (isKey && shape?.kind === 'number') return number;
  // Why the form: a text that is invalid on purpose must stay so.
  if (shape?.kind !== 'string' || typeof value !== 'string' || !isFitting(shape, value)) return value;
  const isOpen = isKey || statefulReason(name) === null || shape.format === 'email' || /email/i.test(name);
  return isOpen ? distinctText(shape, value, number) : value;
}

/** Returns the shape of a property without null and references. */
function propertyOf(contract: Contract, shape: Shape, name: string): Shape | undefined {
  const target = resolveShape(contract, shape);
  if (target.kind !== 'record') return undefined;
  const property = target.properties.find((each) => each.name === name);
  const plain = property === undefined ? undefined : resolveShape(contract, property.shape);
  if (plain?.kind !== 'union') return plain;
  return plain.cases
    .map((each) => resolveShape(contract, each))
    .find((each) => each.kind === 'string' || each.kind === 'record');
}

/** Returns another valid value for a property of a new record; the same one if none is known. */
export function distinctProperty(
  operation: ContractOperation,
  name: string,
  { text, number }: { readonly text: string; readonly number: number },
): string {
  const record = recordShapeOf(operation);
  const shape = record === null ? undefined : propertyOf(operation.contract, record, name);
  const open: StringShape = { kind: 'string', least: 0, most: null, patterns: [], format: null };
  return distinctText(shape?.kind === 'string' ? shape : open, text, number);
}

/** Returns a valid text that varies with the number; the same text if none is known. */
export function distinctText(shape: StringShape, text: string, number: number): string {
  const { most, patterns, format } = shape;
  if (format !== null && !/^(?:email|uri|hostname)$/.test(format)) return text;
  const tail = String(number);
  const [, start = '', end = ''] = /^([^@]*)(@.*)?$/s.exec(text) ?? [];
  const room = Math.max(0, (most ?? Infinity) - end.length - tail.length);
  const written = [
    `${start}_${tail}${end}`,
    `${start}-${tail}${end}`,
    `${start.slice(0, room)}${tail}${end}`,
  ];
  const isOther = (each: string): boolean => isFitting(shape, each) && each !== text;
  const other = written.find(isOther);
  const [pattern] = patterns;
  if (other !== undefined || pattern === undefined || patterns.length > 1) return other ?? text;
  // Why: short texts repeat.
  const made = textsMatching(pattern, number).sort((one, next) => next.length - one.length);
  return made.find(isOther) ?? text;
}

/** The texts that a pattern matches. Why kept: fast-check takes a millisecond for each part of a pattern. */
const arbitraries = new Map<string, Arbitrary<string>>();

function textsMatching(pattern: string, seed: number): string[] {
  const arbitrary = arbitraries.get(pattern) ?? stringMatching(new RegExp(pattern, 'u'));
  arbitraries.set(pattern, arbitrary);
  return sample(arbitrary, { seed, numRuns: 20 });
}

function isFitting({ least, most, patterns }: StringShape, text: string): boolean {
  const { length } = Array.from(text);
  const isMatching = patterns.every((each) => new RegExp(each, 'u').test(text));
  return length >= least && length <= (most ?? Infinity) && isMatching;
}
