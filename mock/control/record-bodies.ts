/**
 * Stored records as the control API returns them: the names of their types, and their values with shortened credentials
 * and strings.
 */
import { toText } from '../../templates/runtime/json/value.ts';
import type { StoredRecord as RecordBody } from '../../generated/control/types.ts';
import type { SecretMask } from '../http/secrets.ts';
import type { Json } from '../kernel/json.ts';
import type { StoredRecord } from '../kernel/store/collection.ts';

/** The records of one API as the control API returns them. */
export class RecordBodies {
  readonly #kinds: ReadonlyMap<string, string>;
  readonly #mask: SecretMask;

  /** `kinds` are the kinds of records, in the order of the store. */
  constructor(kinds: readonly string[], mask: SecretMask) {
    this.#kinds = new Map(kinds.map((kind) => [namesOf(kind), kind]));
    this.#mask = mask;
  }

  /** The types of records, in the order of the store. */
  get names(): readonly string[] {
    return [...this.#kinds.keys()];
  }

  /** Returns the record kind of a plural, such as `agent` for `agents`; undefined when there is none. */
  kindOf(name: string): string | undefined {
    return this.#kinds.get(name);
  }

  bodyOf(record: StoredRecord): RecordBody {
    return { ...this.#mask.map({ ...record }), id: record.id };
  }
}

/** Returns whether a text in lower case occurs in a value of a record. */
export function hasText(value: Json, wanted: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((item: Json) => hasText(item, wanted));
  return toText(value).toLowerCase().includes(wanted);
}

/** Returns the plural of a record kind, such as `agents` for `agent`. */
export function namesOf(kind: string): string {
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(kind) ? `${kind}es` : `${kind}s`;
}
