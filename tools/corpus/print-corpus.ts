/**
 * Prints the results of a corpus: one line per description as soon as it is complete, then the totals.
 */
import type { Finding } from './check-description.ts';

const columns = [
  ['description', 44],
  ['version', 13],
  ['operations', 10],
  ['events', 6],
  ['messages', 8],
  ['errors', 6],
  ['warnings', 8],
  ['notes', 6],
  ['seconds', 7],
  ['peak MB', 7],
  ['kB made', 8],
  ['type errors', 11],
  ['unions', 6],
  ['checks', 6],
  ['sampled', 7],
] as const;

/** Prints the names of the columns. */
export function printCorpusHead(): string {
  return printCells(columns.map(([name]) => name));
}

/** Prints one description, followed by its problems. */
export function printCorpusLine(finding: Finding): string {
  const { description, counts, diagnostics, seconds, peakMegabytes, bytes, typeErrors } = finding;
  const { taggedUnions, checks, samples } = finding;
  const { operations, events, messages } = counts;
  const numbers = [operations, events, messages, diagnostics.error, diagnostics.warning, diagnostics.info];
  const line = printCells([
    description.label.length > 44 ? `…${description.label.slice(-43)}` : description.label,
    `${description.kind} ${description.version}`,
    ...numbers.map(String),
    seconds.toFixed(1),
    peakMegabytes.toFixed(0),
    (bytes / 1000).toFixed(0),
    ...[typeErrors, taggedUnions, checks, samples].map(String),
  ]);
  const shown = finding.problems.slice(0, MOST_SHOWN);
  const hidden = finding.problems.length - shown.length;
  const rest = hidden > 0 ? [`    … and ${hidden} more\n`] : [];
  return [line, ...shown.map((problem) => `    ${problem}\n`), ...rest].join('');
}

const MOST_SHOWN = 8;

/** Prints how many descriptions have no problems. */
export function printCorpusSum(findings: readonly Finding[]): string {
  const well = findings.filter(({ problems }) => problems.length === 0).length;
  const sum = (pick: (finding: Finding) => number): number =>
    findings.reduce((total, finding) => total + pick(finding), 0);
  const checks = sum((finding) => finding.checks);
  const unsampled = checks - sum(({ samples }) => samples);
  const share = checks === 0 ? 0 : (100 * unsampled) / checks;
  return [
    `\n${well} of ${findings.length} descriptions are well.`,
    `${sum(({ counts }) => counts.operations)} operations, ${sum(({ typeErrors }) => typeErrors)} type errors, ` +
      `${sum(({ taggedUnions }) => taggedUnions)} unions with a tag, ` +
      `${unsampled} of ${checks} checks without a sample (${share.toFixed(2)} %), ` +
      `${sum(({ seconds }) => seconds).toFixed(1)} s of generation.\n`,
  ].join('\n');
}

function printCells(cells: readonly string[]): string {
  const padded = cells.map((cell, index) => {
    const width = columns[index]?.[1] ?? 0;
    return index < 2 ? cell.padEnd(width) : cell.padStart(width);
  });
  return `${padded.join('  ').trimEnd()}\n`;
}
