/** Prints the names of generated code. */
import type { ExplainedName } from '../../generator/explain-names.ts';

/** Formats names as a table for each target and kind. Shape: ends with a newline. */
export function printNames(names: readonly ExplainedName[]): string {
  const tables = new Map<string, ExplainedName[]>();
  for (const each of names) {
    const title = `${each.target}: ${each.kind === 'operation' ? 'functions' : 'types'}`;
    tables.set(title, [...(tables.get(title) ?? []), each]);
  }
  const printed = [...tables].map(([title, rows]) => {
    const [original, name] = [widest(rows, 'original'), widest(rows, 'name')];
    const lines = rows.map(
      (row) => `  ${row.original.padEnd(original)}  ${row.name.padEnd(name)}  ${row.reason}`,
    );
    return [title, ...lines, ''].join('\n');
  });
  return printed.length === 0 ? 'No names.\n' : printed.join('\n');
}

/** Units: characters. */
const MAX_WIDTH = 60;

function widest(rows: readonly ExplainedName[], column: 'original' | 'name'): number {
  return Math.min(Math.max(...rows.map((row) => row[column].length)), MAX_WIDTH);
}
