/** Writes for a terminal what a run has seen of the contract. */
import type { Coverage } from '../model/run-report.ts';
import { listSome, showInline, wrapText } from './plain-text.ts';
import type { TextOptions } from './report.ts';

/** Where the whole of a list is that is shown in part. */
export const ALL = '--report json lists them all';

/** The number of names of a row that are shown. */
const SHOWN_NAMES = 5;

export function coverageLines(
  coverage: readonly Coverage[],
  { paint, width }: TextOptions,
): readonly string[] {
  if (coverage.length === 0) return [];
  const names = Math.max(...coverage.map(({ what }) => what.length));
  const numbers = coverage.map(({ seen, of }) => `${seen} of ${of}`);
  const wide = Math.max(...numbers.map((text) => text.length));
  return [
    paint('strong', 'Seen'),
    ...coverage.map(({ what, missing }, index) => {
      const lead = `  ${showInline(what).padEnd(names)}  ${(numbers[index] ?? '').padStart(wide)}`;
      if (missing.length === 0) return lead;
      const list = listSome(joinStatuses(missing).map(showInline), SHOWN_NAMES);
      const lines = wrapText(`not ${list}`, Math.max(20, width - lead.length - 3));
      const indent = ' '.repeat(lead.length);
      return lines.map((line, at) => `${at === 0 ? lead : indent}   ${paint('muted', line)}`).join('\n');
    }),
    ...(coverage.some(({ missing }) => joinStatuses(missing).length > SHOWN_NAMES)
      ? [paint('muted', `  ${ALL}`)]
      : []),
  ];
}

/** From so many operations on, those that lack a status are counted. */
const MANY_OPERATIONS = 4;

/** Joins operations that lack the same status, as in `429 of 46 operations`. Shape: the other names first. */
function joinStatuses(names: readonly string[]): readonly string[] {
  const byStatus = Map.groupBy(names, (name) => /^\S+ (\d{3}|\dXX|default)$/.exec(name)?.[1] ?? null);
  const isMany = (status: string | null, group: readonly string[]): boolean =>
    status !== null && group.length >= MANY_OPERATIONS;
  const groups = [...byStatus];
  return [
    ...groups.flatMap(([status, group]) => (isMany(status, group) ? [] : group)),
    ...groups.flatMap(([status, group]) =>
      isMany(status, group) ? [`${status} of ${group.length} operations`] : [],
    ),
  ];
}
