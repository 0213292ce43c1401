import type { Need } from './resource-operations.ts';
/** Values for the properties of a record: ordinary ones, and those that services often corrupt. */
import type { PropertyShape, Shape, StringShape } from '../../templates/runtime/shape.ts';
import type { JsonFields } from '../model/json-fields.ts';
import { keyPath } from '../requests/own-key.ts';
import { statefulReason } from '../requests/values.ts';
import { traitsOf } from '../requests/operation-traits.ts';
import {
  isOpenObject,
  isTextMap,
  plainShape,
  propertiesAt,
  propertyAt,
  returnedLocation,
  sentLocation,
  versionProperty,
} from './record-schema.ts';
import { referencesOf } from '../requests/records/references.ts';
import {
  longTexts,
  openObjects,
  ordinaryTexts,
  rareTexts,
  textMaps,
  trimmedTexts,
} from '../requests/records/sample-values.ts';
import { distinctText } from '../requests/records/distinct.ts';
import { recordFormOf } from '../requests/records/record-body.ts';
import type { ResourceSession } from './resource-session.ts';

/** A value of a property. Shape: `isRare` is whether a service may adjust it. */
export interface PropertyValue {
  readonly value: unknown;
  readonly isRare: boolean;
}

/** A property that clients write and read. */
export interface WritableProperty {
  readonly name: string;
  readonly shape: Shape;
}

/**
 * Lists the properties of a record that an operation writes and a read returns. Shape: without its key, references to
 * other records, and properties that are read-only or write-only.
 */
export function writableProperties(
  session: ResourceSession,
  need: 'create' | 'update',
): readonly WritableProperty[] {
  const source = session.operation(need);
  const sent = sentLocation(source);
  const { read } = session.operations.byNeed;
  const returned = returnedLocation(read ?? session.operation('create'));
  const { oneWay, unique } = session.operations.resource;
  const { conditional } = traitsOf(source.operation);
  const form = recordFormOf(source.operation);
  if (sent === null || form === 'other') return [];
  const [key] = keyPath(source.operation) ?? [];
  const version = need === 'update' ? versionProperty(session.operations) : null;
  const referred = referencesOf(source.operation).map(({ property }) => property);
  const excluded = (name: string): boolean =>
    name === key ||
    name === version ||
    referred.includes(name) ||
    statefulReason(name) !== null ||
    conditional.includes(name) ||
    oneWay.includes(`/${name}`) ||
    unique.includes(`/${name}`) ||
    unique.includes(name) ||
    traitsOf(source.operation).unique.includes(name);
  return propertiesAt(sent).flatMap(({ name, shape }: PropertyShape): readonly WritableProperty[] => {
    const plain = plainShape(sent, shape);
    // Why: a form has only texts, so values inside an object lose their type.
    const isWritten = form === 'json' || ['string', 'number', 'values'].includes(plain.kind);
    return excluded(name) || !isWritten || propertyAt(returned, name) === null
      ? []
      : [{ name, shape: plain }];
  });
}

/** Returns two different ordinary values of a property; empty if the contract specifies too little. */
export function ordinaryValues(shape: Shape): readonly unknown[] {
  switch (shape.kind) {
    case 'values':
      return shape.values.filter((value) => value !== null).slice(0, 2);
    case 'number':
      return numbersIn(shape.least, shape.most, shape.step ?? 1);
    case 'string':
      return (isFree(shape) ? freeTexts : formed(shape)).filter((text) => fitsLength(shape, text));
    case 'list':
      return shape.first.length === 0 && shape.least <= 1 && shape.most !== 0
        ? ordinaryValues(shape.rest)
            .filter((value) => typeof value === 'string')
            .map((value) => [value])
        : [];
    default:
      return [];
  }
}

const freeTexts: readonly string[] = ['Written by a check', 'Changed by a check'];

/** Returns different values of a property, more than two if the contract allows them. */
export function severalValues(shape: Shape): readonly unknown[] {
  if (shape.kind === 'values') return shape.values.filter((value) => value !== null);
  if (!isFree(shape)) return ordinaryValues(shape);
  const texts = [1, 2, 3, 4].map((number) => `Changed ${number}`).filter((text) => fitsLength(shape, text));
  return [...ordinaryValues(shape), ...texts];
}

/** Two texts of each common format. */
const texts: Readonly<Record<string, readonly string[]>> = {
  email: ['ada@example.com', 'grace@example.com'],
  uri: ['https://example.com/one', 'https://example.com/two'],
  date: ['2026-03-01', '2026-04-02'],
  'date-time': ['2026-03-01T10:00:00Z', '2026-04-02T11:30:00Z'],
};

function formed(shape: StringShape): readonly string[] {
  const { format, patterns } = shape;
  if (patterns.length === 0) return texts[format ?? ''] ?? [];
  const all = [1, 2, 3].map((number) => distinctText(shape, '', number)).filter((text) => text !== '');
  return format === null ? [...new Set(all)].slice(0, 2) : [];
}

/** Returns sets of changes that together have every value of every property, with at most one per property in each. */
export function listChanges(
  session: ResourceSession,
  need: Extract<Need, 'create' | 'update'>,
): readonly ReadonlyMap<string, PropertyValue>[] {
  const location = sentLocation(session.operation(need));
  const all = writableProperties(session, need).map(({ name, shape }) => {
    const isOpen = location !== null && isOpenObject(location, shape);
    if (isOpen) return [name, openObjects.map(rare)] as const;
    if (location !== null && isTextMap(location, shape)) return [name, textMaps.map(rare)] as const;
    // Why: a service that corrupts such a text in an update also does so in a creation.
    return [name, valuesOf(shape, need === 'create' ? rareTexts : trimmedTexts)] as const;
  });
  const rounds = Math.max(0, ...all.map(([, values]) => values.length));
  return Array.from({ length: rounds }, (_, round) => {
    const some = all.flatMap(([name, values]) => {
      const value = values[round];
      return value === undefined ? [] : [[name, value] as const];
    });
    return new Map(some);
  });
}

/** Returns the values of changes as a request body. */
export function bodyOf(changes: ReadonlyMap<string, PropertyValue>): JsonFields {
  return Object.fromEntries([...changes].map(([name, { value }]) => [name, value]));
}

function valuesOf(shape: Shape, rareOnes: readonly string[]): readonly PropertyValue[] {
  switch (shape.kind) {
    case 'values':
      return shape.values.map((value) => ({ value, isRare: value === null }));
    case 'number':
      return numbersIn(shape.least, shape.most, shape.step ?? 1).map((value) => ({ value, isRare: false }));
    case 'string': {
      if (!isFree(shape)) return [];
      const fitting = (text: string): boolean => fitsLength(shape, text);
      return [
        ...ordinaryTexts.filter(fitting).map((value) => ({ value, isRare: false })),
        ...[...rareOnes, ...longTexts(shape.most)].filter(fitting).map(rare),
      ];
    }
    case 'list':
      return isFree(shape.rest) && shape.most !== 1
        ? [{ value: ['second', 'first'], isRare: true }, ...(shape.least === 0 ? [rare([])] : [])]
        : [];
    default:
      return [];
  }
}

function rare(value: unknown): PropertyValue {
  return { value, isRare: true };
}

function isFree(shape: Shape): shape is StringShape {
  return shape.kind === 'string' && shape.patterns.length === 0 && shape.format === null;
}

function fitsLength({ least, most }: StringShape, text: string): boolean {
  const { length } = Array.from(text);
  return length >= least && length <= (most ?? Infinity);
}

/**
 * Returns numbers between bounds: the smallest, the largest within 31 bits, and some in between. Why the first two:
 * they sort differently as texts.
 */
function numbersIn(least: number | null, most: number | null, step: number): readonly number[] {
  const first = least ?? 0;
  const last = Math.min(most ?? 2 ** 31 - 1, 2 ** 31 - 1);
  const some = [first + 2 * step, first + 10 * step, first + step, first, last - (last % step)];
  return [...new Set(some)].filter((value) => value >= first && value <= last);
}

/** A value that a property does not accept, by the kind of its shape. */
export const wrongValues: Readonly<Record<string, unknown>> = {
  number: 'many',
  string: { no: 'text' },
  values: { no: 'value' },
};
