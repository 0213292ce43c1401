/** Reads the rows of a list, and the position of the next page, in any convention of the resource graph. */
import { LIKELY, roleOf, type Paging } from '../../../contract/resources/graph.ts';
import type { ContractOperation } from '../../../contract/operations.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isFields, propertyOf } from '../../model/json-fields.ts';
import type { Texts } from '../request-form.ts';

/** Returns the rows of a list in a body: the body itself, or its first list; `null` if there is none. */
export function rowsIn(body: unknown): readonly unknown[] | null {
  const lists = [body, ...(isFields(body) ? Object.values(body) : [])];
  return (lists.find(Array.isArray) as readonly unknown[] | undefined) ?? null;
}

/**
 * Returns the id of a row of a list as JSON: the key of its resource, its `id`, the first property whose name ends like
 * one, or the whole row.
 */
export function keyOfRow({ id, contract }: ContractOperation, row: unknown): string {
  const role = roleOf(contract.resources, id);
  const own = contract.resources.resources.find(({ name }) => name === role?.resource)?.key;
  const isSure = own != null && own.value.property !== null && own.confidence >= LIKELY;
  const key = isSure ? valueAt(row, `${role?.inItem ?? ''}${own.value.property}`) : undefined;
  if (typeof key === 'string' || typeof key === 'number') return JSON.stringify(key);
  const names = isFields(row) ? Object.keys(row) : [];
  const name = names.find((each) => each === 'id') ?? names.find((each) => /(?:Id|_id)$/.test(each));
  return JSON.stringify(name === undefined ? row : propertyOf(row, name));
}

/**
 * Returns how an operation returns a list in pages; `null` if it does not, or if that is uncertain. Why a list with
 * only a limit if there is no known place for the next token: a position must come from the service.
 */
export function pagingOf({ id, contract }: ContractOperation): Paging | null {
  const paging = contract.resources.operations.find((each) => each.id === id)?.paging ?? null;
  if (paging === null || paging.confidence < LIKELY) return null;
  const { value } = paging;
  return value.style === 'token' && value.next === null
    ? { ...value, style: 'limit', position: null }
    : value;
}

/**
 * A page that was read. Shape: `number` counts the pages before it, `size` is absent for the default of the service.
 */
export interface ReadPage {
  readonly exchange: Exchange;
  readonly rows: readonly unknown[];
  readonly number: number;
  readonly size: number | undefined;
  readonly position: Texts;
}

/** Returns the parameters of the page after a page; `null` after the last. `keyOf` returns the key of a row. */
export function nextPosition(
  paging: Paging,
  page: ReadPage,
  keyOf: (row: unknown) => string | null,
): Texts | null {
  const { exchange, rows, number, size, position } = page;
  const name = paging.position;
  if (name === null || paging.style === 'limit') return null;
  if (paging.hasMore !== null && valueAt(bodyOf(exchange), paging.hasMore) === false) return null;
  if (paging.next !== null) return namedPosition(paging, name, exchange);
  const last = rows.at(-1);
  if (last === undefined || (size !== undefined && rows.length < size)) return null;
  switch (paging.style) {
    case 'page':
      return { [name]: String(paging.first + number + 1) };
    case 'offset':
      return { [name]: String(Number(position[name] ?? 0) + rows.length) };
    default: {
      const key = keyOf(last);
      return key === null ? null : { [name]: key };
    }
  }
}

/** Returns the position in a response: a token, a page number, or a URL with the parameter. */
function namedPosition({ next, style }: Paging, name: string, exchange: Exchange): Texts | null {
  if (next === null) return null;
  const link = /<([^<>]*)>;[^,]*\brel="?next"?/.exec(exchange.response?.headers['link'] ?? '')?.[1];
  const value = next.in === 'header' ? link : valueAt(bodyOf(exchange), next.pointer);
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  if (text === '') return null;
  const isAddress = next.in === 'header' || /^(?:https?:)?\//.test(text) || text.startsWith('?');
  const isNumber = style === 'page' || style === 'offset';
  if (!isAddress) return isNumber && !/^\d+$/.test(text) ? null : { [name]: text };
  const position = new URL(text, 'http://localhost').searchParams.get(name);
  return position === null ? null : { [name]: position };
}

/** Returns the key of the record that a request names at the end of its path; `undefined` for none. */
export function requestedKey({ path }: ContractOperation, names: Texts): string | undefined {
  const name = /\{([^{}]{1,80})\}$/.exec(path)?.[1];
  return name === undefined ? undefined : names[name];
}

/** Returns the JSON of a response; `undefined` for any other body. */
export function bodyOf({ response }: Exchange): unknown {
  return response?.body.kind === 'json' ? response.body.value : undefined;
}
