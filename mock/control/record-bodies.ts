/**
 * Stored records as the control API returns them: the names of their types, and their values with shortened credentials
 * and texts.
 */
import type { StoredRecord as RecordBody } from '../../generated/control/types.ts';
import { isMap } from '../kernel/json.ts';
import type { Json } from '../kernel/json.ts';
import { storeSchema } from '../agent-platform/domain/store.ts';
import { shortCredential, shortToken } from '../http/journal/call-trace.ts';
import type { StoredRecord } from '../kernel/store/collection.ts';

/** Matches the ends of the names of properties whose texts are credentials. */
const secretName = /(?:token|secret|password|passphrase|api-?key|private-?key|access-?key|credential|otp)$/i;

/** Matches keys of the service inside a text. */
const keyInText = /\brt_(?:live|test)_\w{12,}/g;

/** Units: characters. */
const LONGEST_TEXT = 4096;

/** The maximum depth of a value; what is nested deeper is left out. */
const MOST_LEVELS = 100;

/** Returns the body of a record. */
export function recordBody(record: StoredRecord): RecordBody {
  return { ...mapBody({ ...record }, 0), id: record.id };
}

function mapBody(map: Readonly<Record<string, Json>>, level: number): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => [name, valueBody(name, value, level)]),
  );
}

function valueBody(name: string, value: Json, level: number): Json {
  if (typeof value === 'string') return textBody(name, value);
  if (typeof value !== 'object' || value === null) return value;
  if (level >= MOST_LEVELS) return null;
  if (isMap(value)) return mapBody(value, level + 1);
  return (value as readonly Json[]).map((item) => valueBody(name, item, level + 1));
}

function textBody(name: string, text: string): string {
  if (/authorization$/i.test(name)) return shortCredential(text);
  if (secretName.test(name)) return shortToken(text);
  const open = text.replace(keyInText, shortToken);
  return open.length <= LONGEST_TEXT ? open : `${open.slice(0, LONGEST_TEXT)}…`;
}

/** Returns whether a text in lower case occurs in a value of a record. */
export function hasText(value: Json, wanted: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((item: Json) => hasText(item, wanted));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.toLowerCase().includes(wanted);
}

/** Returns the plural of a record kind, such as `agents` for `agent`. */
export function namesOf(kind: string): string {
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(kind) ? `${kind}es` : `${kind}s`;
}

const kinds: ReadonlyMap<string, string> = new Map(
  storeSchema.collections.map((kind) => [namesOf(kind), kind]),
);

/** The types of records, in the order of the store. */
export const recordNames: readonly string[] = [...kinds.keys()];

/** Returns the record kind of a plural, such as `agent` for `agents`; undefined when there is none. */
export function kindOf(name: string): string | undefined {
  return kinds.get(name);
}
