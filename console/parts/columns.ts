/** The columns of the lists of records. */
import type { StoredRecord } from '../../generated/control/types.ts';
import { formatTime, shorten } from '../format.ts';
import type { Column } from '../plugin.ts';
import { propertyAt } from '../../templates/runtime/client/property-path.ts';

/** Units: characters of a value in a list. */
const MAX_LENGTH = 200;

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a column with the value of a property, which may be nested: `data.summary`. */
export function textColumn(title: string, path: string, width = 'minmax(0, 1fr)'): Column {
  return { title, width, value: (record) => shorten(textOf(propertyAt(record, path)), MAX_LENGTH) };
}

/** Returns a column with a time, which records have in milliseconds since 1970. */
export function timeColumn(title: string, path: string): Column {
  const value = (record: StoredRecord): string => {
    const at = propertyAt(record, path);
    return typeof at === 'number' ? formatTime(new Date(at).toISOString()) : '';
  };
  return { title, width: '11.5rem', value, isNumber: true };
}

export function countColumn(title: string, path: string): Column {
  const value = (record: StoredRecord): string => {
    const list = propertyAt(record, path);
    return Array.isArray(list) ? String(list.length) : textOf(list);
  };
  return { title, width: '7rem', value, isNumber: true };
}

/** Names and times that records of any kind may have. */
export const generalColumns: readonly Column[] = [
  {
    title: 'Name',
    width: 'minmax(0, 1fr)',
    value: ({ name, displayName, title, slug }) => textOf(name ?? displayName ?? title ?? slug),
  },
  timeColumn('Created', 'createdAt'),
];

/** Returns the value of a record of a resource. */
export function valueOf(record: StoredRecord): unknown {
  return record['value'];
}

/** Units: columns of a list, and records that determine the columns. */
const MAX_COLUMNS = 4;
const MAX_EXAMINED = 20;

/** Returns columns for the records of a resource: their first plain values besides the key, and when they changed. */
export function resourceColumns(records: readonly StoredRecord[], key: string | null): readonly Column[] {
  const values = records.slice(0, MAX_EXAMINED).map((record) => Object(valueOf(record)) as object);
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))];
  const plain = names.filter(
    (name) => `/${name}` !== key && values.some((value) => isPlain(Reflect.get(value, name))),
  );
  // Why: users first look for what a record is waiting for.
  const shown = plain.toSorted((one, other) => Number(isState(other)) - Number(isState(one)));
  return [
    ...shown.slice(0, MAX_COLUMNS).map((name) => ({
      title: name,
      width: 'minmax(0, 1fr)',
      value: (record: StoredRecord) =>
        shorten(textOf(Reflect.get(Object(valueOf(record)) as object, name)), MAX_LENGTH),
    })),
    timeColumn('Changed', 'updatedAt'),
  ];
}

function isState(name: string): boolean {
  return /^(?:status|state)$|_(?:status|state)$|[a-z](?:Status|State)$/.test(name);
}

function isPlain(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}
