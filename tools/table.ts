/** Writes tables, for pages in Markdown and for terminals. */

type Cells = readonly (string | number)[];

/** Writes a table in Markdown. Shape: each row has as many cells as there are heads. */
export function writeTable(heads: readonly string[], rows: readonly Cells[]): string {
  return [heads, heads.map(() => '---'), ...rows].map(writeRow).join('');
}

/** Writes a row of a table in Markdown, with its line break. */
export function writeRow(cells: Cells): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |\n`;
}

/** Aligns the cells of rows in columns as wide as their widest cell. Shape: a line for each row. */
export function alignRows(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
