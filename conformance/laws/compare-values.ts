/** Compares a record as it was sent with the one returned, as far as the contract requires them to be equal. */
import { isDeepStrictEqual } from 'node:util';
import type { SchemaLocation } from '../../contract/locations/schema-location.ts';
import { keepsTexts } from '../../contract/statements/records.ts';
import { isFields, type JsonFields, propertyOf } from '../model/json-fields.ts';
import { someNode } from '../model/search-value.ts';
import { timeOfTimestamp } from '../responses/timestamps.ts';
import { plainShape, propertyAt } from './record-schema.ts';

/** A value that is not returned as it was sent. */
export interface LostValue {
  /** Dotted. */
  readonly path: string;
  readonly sent: unknown;
  /** `undefined` if it is missing. */
  readonly returned: unknown;
  /**
   * Whether the service may have a reason: the value is part of a list or an object, or differs only in case or
   * whitespace.
   */
  readonly isWarning: boolean;
  /** Whether the description states that such a text is stored unchanged. */
  readonly isStated: boolean;
}

/**
 * Lists the values that are not returned as they were sent. Shape: omits properties that the response does not
 * declare, and the pointers in `oneWay`.
 */
export function listLost(
  sent: JsonFields,
  returned: JsonFields,
  location: SchemaLocation | null,
  oneWay: readonly string[],
): readonly LostValue[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const declared = propertyAt(location, name);
    if (declared === null || oneWay.includes(`/${name}`)) return [];
    return compare(name, value, propertyOf(returned, name), {
      location: declared,
      oneWay: below(oneWay, name),
    });
  });
}

interface Declaration {
  /** `null` for a value that the contract does not describe. */
  readonly location: SchemaLocation | null;
  readonly oneWay: readonly string[];
}

function compare(
  path: string,
  sent: unknown,
  returned: unknown,
  { location, oneWay }: Declaration,
): readonly LostValue[] {
  if (isDeepStrictEqual(sent, returned)) return [];
  if (isFields(sent) && isFields(returned))
    return Object.entries(sent).flatMap(([name, value]) => {
      if (oneWay.includes(`/${name}`)) return [];
      return compare(`${path}.${name}`, value, propertyOf(returned, name), {
        location: propertyAt(location, name),
        oneWay: below(oneWay, name),
      });
    });
  if (isEqual(sent, returned) || isReference(sent, returned)) return [];
  // Why: null and an absent property often mean the same.
  if (sent === null && returned === undefined) return [];
  const isStated = typeof sent === 'string' && location !== null && isKeptText(location);
  // Why: only a source can specify that sets are stored unchanged.
  const isOpen = !isStated && (location === null || location.contract.provenance === null);
  if (isOpen && (isNormalized(sent, returned) || isSameSet(sent, returned) || isOmittedEmpty(sent, returned)))
    return [];
  // Why: if the response does not allow what the request does, the description contradicts itself.
  if (location !== null && !allows(location, sent)) return [];
  const isPart = path.includes('.') && location === null;
  const isWhole = [sent, returned].some((value) => typeof value === 'object' && value !== null);
  const isWarning = isPart || isWhole || (!isStated && isNormalized(sent, returned));
  return [{ path, sent, returned, isWarning, isStated }];
}

/** Returns whether texts at a place are stored unchanged. Why not with a format: such a value has several forms. */
function isKeptText(location: SchemaLocation): boolean {
  const shape = plainShape(location, location.shape);
  return shape.kind === 'string' && shape.format === null && keepsTexts(location.contract);
}

/** Returns whether an empty text was sent and nothing was returned. */
function isOmittedEmpty(sent: unknown, returned: unknown): boolean {
  return sent === '' && (returned === null || returned === undefined);
}

/** Returns whether a place allows a scalar: any, unless it lists values. */
export function allows(location: SchemaLocation, value: unknown): boolean {
  const shape = plainShape(location, location.shape);
  return shape.kind !== 'values' || typeof value === 'object' || shape.values.some((each) => each === value);
}

/** Returns the pointers below a property, relative to it. */
function below(pointers: readonly string[], name: string): readonly string[] {
  return pointers.flatMap((each) => (each.startsWith(`/${name}/`) ? [each.slice(name.length + 1)] : []));
}

/** Returns whether two scalars are equivalent: a number and its text, or the same time in two forms. */
function isEqual(sent: unknown, returned: unknown): boolean {
  if (typeof sent === 'number' && typeof returned === 'number')
    return Math.abs(sent - returned) <= 1e-9 * Math.abs(sent);
  if (typeof sent === 'number' || typeof returned === 'number') return String(sent) === String(returned);
  const [at, other] = [timeOfTimestamp(sent), timeOfTimestamp(returned)];
  return at !== null && at === other;
}

/**
 * Returns whether one value is a scalar and the other an object or a list that contains it: a reference sent as an id
 * and returned as a record, or the reverse, or a text as part of a document. Shape: for lists, whether this holds for
 * all items.
 */
function isReference(sent: unknown, returned: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(returned))
    return sent.length > 0 && sent.every((item) => returned.some((each) => isReference(item, each)));
  const [scalar, whole] = typeof sent === 'object' ? [returned, sent] : [sent, returned];
  if (scalar === null || scalar === undefined || typeof scalar === 'object') return false;
  return (
    typeof whole === 'object' &&
    someNode(whole, (node) => isDeepStrictEqual(node, scalar) || isEqual(scalar, node))
  );
}

/** Returns whether two lists have the same items in any order. */
function isSameSet(sent: unknown, returned: unknown): boolean {
  if (!Array.isArray(sent) || !Array.isArray(returned)) return false;
  const has = (list: readonly unknown[], item: unknown): boolean =>
    list.some((each) => isDeepStrictEqual(each, item));
  return sent.every((item) => has(returned, item)) && returned.every((item) => has(sent, item));
}

/** Returns whether two texts differ only in case, whitespace, invisible characters or normalization. */
function isNormalized(sent: unknown, returned: unknown): boolean {
  if (typeof sent !== 'string' || typeof returned !== 'string') return false;
  const plain = (text: string): string =>
    text
      .normalize('NFKC')
      .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .toLowerCase();
  return plain(sent) === plain(returned);
}
