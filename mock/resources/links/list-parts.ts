/** The records below another one in an object of it, with their number: `tracks: { items, total }`. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, isPlural, isSameName, totals } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { isFields } from '../fields.ts';
import type { RecordFields } from '../record.ts';

/** An object with a list and its number. */
export interface ListPart {
  readonly property: string;
  readonly list: string;
  readonly total: string;
  readonly items: SourceSchema;
}

/** Returns the object of a record that lists what is below it under a name; `null` if it has none. */
export function listPartIn(schema: SourceSchema | null, name: string): ListPart | null {
  const match = [...(schema?.properties ?? [])].find(([property]) => isSameName(property, name));
  const part = match === undefined ? null : partOf(match[1]);
  return match === undefined || part === null ? null : { property: match[0], ...part };
}

/** Returns the list and the number that an object consists of; `null` for another property. */
function partOf({ properties }: SourceSchema): Omit<ListPart, 'property'> | null {
  const lists = [...properties].filter(([name, { items }]) => items !== null && isPlural(name));
  const [only, other] = lists;
  const total = [...properties].find(
    ([name, { types }]) => totals.has(flatten(name)) && types?.has('integer') === true,
  );
  const items = only?.[1].items ?? null;
  if (only === undefined || other !== undefined || total === undefined || items === null) return null;
  return { list: only[0], total: total[0], items };
}

/** Returns an object with another list. */
export function withList(
  { list, total }: Pick<ListPart, 'list' | 'total'>,
  before: JsonValue | undefined,
  entries: readonly JsonValue[],
): RecordFields {
  const shown = isFields(before) ? before : {};
  return {
    ...shown,
    ...(list in shown ? { [list]: entries } : {}),
    [total]: entries.length,
  };
}

/** Returns an object that lists nothing yet; undefined for a property without a list and its number. */
export function emptyPart(property: SourceSchema, shown: JsonValue): JsonValue | undefined {
  const part = isFields(shown) ? partOf(property) : null;
  return part === null ? undefined : withList(part, shown, []);
}
