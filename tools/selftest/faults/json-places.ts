/** Finds and changes places in JSON values. */
import { isFields } from '../mutations/response-mutations.ts';

/** The way to a value: names of properties, `[]` for every item of a list. */
export type JsonPlace = readonly string[];

/** A place as text, `data.[].id`, or a function that chooses it from the first value. */
export type Place = string | ((value: unknown) => JsonPlace | null);

/** Returns the place for a value; `null` if a function finds none. */
export function resolvePlace(place: Place, value: unknown): JsonPlace | null {
  return typeof place === 'string' ? place.split('.') : place(value);
}

/** Lists the places of all properties in a value. */
export function listPlaces(value: unknown, at: JsonPlace = []): readonly JsonPlace[] {
  if (Array.isArray(value)) return value.slice(0, 3).flatMap((item) => listPlaces(item, [...at, '[]']));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [...at, name],
    ...listPlaces(inner, [...at, name]),
  ]);
}

/** Changes the property at a place in every object that has it; `undefined` removes it. Returns the new value. */
export function changeAt(value: unknown, place: JsonPlace, change: (value: unknown) => unknown): unknown {
  const [name, ...rest] = place;
  if (name === undefined) return change(value);
  if (name === '[]') return Array.isArray(value) ? value.map((item) => changeAt(item, rest, change)) : value;
  if (!isFields(value) || !(name in value)) return value;
  const changed = changeAt(value[name], rest, change);
  const { [name]: _, ...others } = value;
  return changed === undefined ? others : { ...value, [name]: changed };
}

export function changeLists(
  value: unknown,
  change: (items: readonly unknown[]) => readonly unknown[],
): unknown {
  if (Array.isArray(value)) return change(value.map((item: unknown) => changeLists(item, change)));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changeLists(inner, change)]));
}

/** Changes every value in a value that is neither an object nor a list; `undefined` drops it from its object. */
export function changeValues(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => changeValues(item, change));
  if (!isFields(value)) return change(value);
  const changed = Object.entries(value).map(([name, inner]) => [name, changeValues(inner, change)] as const);
  return Object.fromEntries(changed.filter(([, inner]) => inner !== undefined));
}

export function changeTexts(value: unknown, change: (text: string) => string): unknown {
  return changeValues(value, (inner) => (typeof inner === 'string' ? change(inner) : inner));
}

/** Returns another value of the same type. */
export function alter(value: unknown): unknown {
  if (typeof value === 'string') {
    const time = Date.parse(value);
    if (/^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(time))
      return new Date(time - 86_400_000).toISOString();
    return `${value}_altered`;
  }
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.slice(1);
  return value === null ? 'altered' : {};
}

/** Returns a value of another type. */
export function retype(value: unknown): unknown {
  return typeof value === 'string' ? 7 : String(value);
}
