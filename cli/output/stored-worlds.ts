/** Formats the worlds of a data folder as a table. */
import type { StoredFileInfo } from '../../mock/logs/sqlite/maintenance.ts';
import { printable } from './paint.ts';

const HEADINGS = ['WORLD', 'FIXTURE', 'CREATED', 'LAST CHANGE', 'COMMITS', 'SNAPSHOTS', 'BYTES'] as const;

/** Describes a file: a row for each world, then the damaged ones, then the file. */
export function describeStoredFile({ file, format, bytes, freeBytes, worlds }: StoredFileInfo): string {
  const rows = worlds.map(({ id, fixture, createdAt, changedAt, commits, snapshots, bytes: size }) => [
    printable(id),
    printable(fixture) || '?',
    createdAt || '?',
    changedAt || '?',
    String(commits),
    String(snapshots),
    String(size),
  ]);
  const table = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const problems = worlds.flatMap(({ problem }) => (problem === null ? [] : printable(problem)));
  const summary = `${file}: format ${format}, ${bytes} bytes, ${freeBytes} of them free`;
  return `${[...lines, '', ...problems, summary].join('\n')}\n`;
}
