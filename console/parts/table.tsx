/** A short table; one that is wider than the page scrolls sideways. */
import type { ComponentChildren, JSX } from 'preact';

/** A column. Shape: `isMono` is for ids, times and codes. */
export interface TableColumn<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  readonly isMono?: true;
}

export function Table<T>({
  label,
  rows,
  keyOf,
  columns,
}: {
  readonly label: string;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly columns: readonly TableColumn<T>[];
}): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, isMono }) => (
                <td key={title} class={isMono === true ? 'mono' : ''}>
                  <bdi>{cell(row)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
