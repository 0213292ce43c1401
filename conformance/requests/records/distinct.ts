/** Makes the texts of new records distinct from those of earlier ones, since a service may want some of them to be unique. */
import { sample, stringMatching } from 'fast-check';
import { splitPointer, valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Contract } from '../../../contract/contract.ts';
import { testOf, type ContractOperation } from '../../../contract/operations.ts';
import { roleOf } from '../../../contract/resources/graph.ts';
import type { Shape, StringShape } from '../../../templates/runtime/shape.ts';
import { declared } from '../expected-response.ts';
import { isObject, type RequestForm } from '../request-form.ts';
import { putAt, resolveShape, shapeOfCheck, statefulReason } from '../values.ts';

/** Returns whether an operation creates records that may conflict with earlier ones, and does not say by which property. */
export function mayConflict(operation: ContractOperation): boolean {
  const isCreation = roleOf(operation.contract.resources, operation.id)?.role.value === 'create';
  return isCreation && testOf(operation).unique === undefined && declared(operation, [409]).length > 0;
}

/**
 * Returns a form in which the texts of the record differ by a number. Shape: only texts that `isKept` does not name, and
 * for which another valid text is known.
 */
export function withDistinctTexts(
  form: RequestForm,
  number: number,
  isKept: (name: string, value: JsonValue) => boolean = () => false,
): RequestForm {
  const { operation, body } = form;
  const { contract } = operation;
  const pointer = roleOf(contract.resources, operation.id)?.requestEnvelope?.value ?? '';
  const record = body.kind === 'json' ? (valueAt(body.value, pointer) as JsonValue | undefined) : undefined;
  const check = operation.body?.content.find((content) => content.check !== null)?.check?.name;
  if (body.kind !== 'json' || !isObject(record) || check === undefined) return form;
  const path = splitPointer(pointer);
  const shape = path.reduce<Shape>(
    (at, step) => propertyOf(contract, at, step) ?? { kind: 'any' },
    shapeOfCheck(contract, check),
  );
  const changed = Object.entries(record).map(([name, value]): [string, JsonValue] => {
    const text = propertyOf(contract, shape, name);
    const isFree = text?.kind === 'string' && typeof value === 'string' && !isKept(name, value);
    const isOpen =
      isFree && (statefulReason(name) === null || text.format === 'email' || /email/i.test(name));
    return [name, isOpen ? distinctText(text, value, number) : value];
  });
  return {
    ...form,
    body: { kind: 'json', value: putAt(body.value, path.join('.'), Object.fromEntries(changed)) },
  };
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

/** Returns a valid text that another number would make another one; the same text if none is known. */
export function distinctText(shape: StringShape, text: string, number: number): string {
  const { least, most, patterns, format } = shape;
  if (format !== null && !/^(?:email|uri|hostname)$/.test(format)) return text;
  const tail = String(number);
  const [, start = '', end = ''] = /^([^@]*)(@.*)?$/s.exec(text) ?? [];
  const room = Math.max(0, (most ?? Infinity) - end.length - tail.length);
  const written = [
    `${start}_${tail}${end}`,
    `${start}-${tail}${end}`,
    `${start.slice(0, room)}${tail}${end}`,
  ];
  const [pattern] = patterns;
  const made =
    pattern === undefined || patterns.length > 1
      ? []
      : sample(stringMatching(new RegExp(pattern, 'u')), { seed: number, numRuns: 20 });
  return (
    [...written, ...made].find((each) => {
      const { length } = Array.from(each);
      const isFitting = patterns.every((one) => new RegExp(one, 'u').test(each));
      return length >= least && length <= (most ?? Infinity) && isFitting && each !== text;
    }) ?? text
  );
}
