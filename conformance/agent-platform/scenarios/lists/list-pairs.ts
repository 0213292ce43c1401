/**
 * Finds the lists of the contract and the operations that read one of their items: `GET /things` and
 * `GET /things/{id}`.
 */
import { allOperations, type PlatformOperation } from '../../contract.ts';
import { baseOf } from '../../requests/request-traits.ts';
import { itemsOf, propertyOf } from '../read-value.ts';
import type { CheckContext, ReceivedResponse } from '../scenario-check.ts';

/** A list and the operation that reads one of its items. Shape: `idParameter` is the path parameter of the item. */
export interface ListPair {
  readonly list: PlatformOperation;
  readonly item: PlatformOperation;
  readonly idParameter: string;
}

/** Every list of the contract whose items can be read. */
export const listPairs: readonly ListPair[] = allOperations
  .filter(({ method }) => method === 'GET')
  .flatMap((item) => {
    const match = /^(.+)\/\{([^{}]+)\}$/.exec(item.path);
    const list = allOperations.find(({ method, path }) => method === 'GET' && path === match?.[1]);
    const idParameter = match?.[2];
    return list === undefined || idParameter === undefined ? [] : [{ list, item, idParameter }];
  });

/** One row of a list, with its id. */
export interface ListedRow {
  readonly id: string;
  readonly value: unknown;
}

/** Reads a list of the test environment with a query. Shape: `null` for a list that can't be read here. */
export async function readList(
  context: CheckContext,
  { list }: ListPair,
  query: Readonly<Record<string, string>> = {},
): Promise<ReceivedResponse | null> {
  if (baseOf(list, context.environment).missing.length > 0) return null;
  const response = await context.call(list.id, { query });
  return response.status === 200 ? response : null;
}

/** Returns the rows of a list that have an id: a property with the name of the path parameter, or `id`. */
export function rowsOf({ idParameter }: ListPair, body: unknown): readonly ListedRow[] {
  const rows = itemsOf(body) ?? [];
  return rows.flatMap((value) => {
    const id = propertyOf(value, idParameter) ?? propertyOf(value, 'id');
    return typeof id === 'string' ? [{ id, value }] : [];
  });
}
