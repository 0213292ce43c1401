/** Sorting of lists by their columns: a choice for all, and titles that sort when they are clicked. */
import type { JSX } from 'preact';
import { route, setQuery } from '../route.ts';
import { Choice } from './common.tsx';

export interface Sorting {
  readonly column: string;
  readonly order: 'asc' | 'desc';
}

/** A column that a list can be sorted by. Shape: `className` is that of the cells of the column. */
export interface SortColumn {
  readonly name: string;
  readonly title: string;
  readonly className?: string;
}

/** Returns the sorting in the URL; null for the order in which the list is loaded. */
export function readSorting(columns: readonly SortColumn[]): Sorting | null {
  const [column = '', order] = (route.value.query.get('sort') ?? '').split('.');
  if (!columns.some(({ name }) => name === column)) return null;
  return { column, order: order === 'asc' ? 'asc' : 'desc' };
}

/** Selects the column and the order. Shape: `initial` describes the order in which the list is loaded. */
export function SortChoice({
  columns,
  initial,
}: {
  readonly columns: readonly SortColumn[];
  readonly initial: string;
}): JSX.Element {
  const sorting = readSorting(columns);
  const options = columns.flatMap(({ name, title }) => [
    [`${name}.desc`, `${title}, descending`] as const,
    [`${name}.asc`, `${title}, ascending`] as const,
  ]);
  return (
    <Choice
      label="Sort"
      value={sorting === null ? '' : `${sorting.column}.${sorting.order}`}
      options={[['', initial], ...options]}
      set={(sort) => setQuery({ sort })}
    />
  );
}

/**
 * The titles of a list. Why they are no Tab stop: they are hidden from assistive technology; `SortChoice` does the
 * same.
 */
export function SortTitles({ columns }: { readonly columns: readonly SortColumn[] }): JSX.Element {
  const sorting = readSorting(columns);
  return (
    <>
      {columns.map(({ name, title, className = '' }) => {
        const order = sorting?.column === name ? sorting.order : null;
        return (
          <span key={name} class={className}>
            <button
              type="button"
              class="title"
              tabIndex={-1}
              onClick={() => setQuery({ sort: `${name}.${order === 'desc' ? 'asc' : 'desc'}` })}
            >
              {title}
              {order === null ? '' : order === 'desc' ? ' ↓' : ' ↑'}
            </button>
          </span>
        );
      })}
    </>
  );
}

const collator = new Intl.Collator('en', { numeric: true });

/** Compares texts as people count: `batch_2` comes before `batch_10`. */
export function compareNaturally(a: string, b: string): number {
  return collator.compare(a, b);
}

/** Returns items in the order of a value; the sort is stable. */
export function sorted<T>(
  items: readonly T[],
  { order }: Sorting,
  valueOf: (item: T) => string | number,
): readonly T[] {
  const sign = order === 'asc' ? 1 : -1;
  return items.toSorted((a, b) => sign * compareValues(valueOf(a), valueOf(b)));
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareNaturally(String(a), String(b));
}
