/** Prints the results of the test suite: a line per file, the wrong verdicts, and the rejected schemas. */
import type { GroupVerdict } from './judge-group.ts';
import type { SuiteGroup, SuitePart } from './suite-files.ts';

export interface FileResult {
  readonly name: string;
  readonly part: SuitePart;
  readonly groups: readonly { readonly group: SuiteGroup; readonly verdict: GroupVerdict }[];
}

interface Counts {
  readonly tests: number;
  readonly right: number;
  /** Wrong, but with a diagnostic for the user. */
  readonly rejected: number;
  readonly wrong: number;
}

const parts: readonly SuitePart[] = ['required', 'optional', 'format'];

/** Formats the results; `withReasons` lists each rejected schema, else only their codes. */
export function printSuite(results: readonly FileResult[], withReasons: boolean): string {
  return [
    printRow(['file', 'tests', 'right', 'rejected', 'wrong']),
    ...results.map((file) => printCounts(file.name, countsOf([file]))),
    '\n',
    ...parts.map((part) => printCounts(part, countsOf(results.filter((file) => file.part === part)))),
    '\nWrong without a reason:\n',
    ...results.flatMap(wrongLines),
    '\nRejected, and why:\n',
    ...(withReasons ? results.flatMap(reasonLines) : kindLines(results)),
  ].join('');
}

function countsOf(files: readonly FileResult[]): Counts {
  const groups = files.flatMap((file) => file.groups);
  const sum = (pick: (verdict: GroupVerdict) => number): number =>
    groups.reduce((total, { verdict }) => total + pick(verdict), 0);
  return {
    tests: groups.reduce((total, { group }) => total + group.tests.length, 0),
    right: sum(({ right }) => right),
    rejected: sum(({ wrong, reasons }) => (reasons.length > 0 ? wrong.length : 0)),
    wrong: sum(({ wrong, reasons }) => (reasons.length > 0 ? 0 : wrong.length)),
  };
}

function printCounts(name: string, { tests, right, rejected, wrong }: Counts): string {
  return printRow([name, ...[tests, right, rejected, wrong].map(String)]);
}

function printRow([name = '', ...cells]: readonly string[]): string {
  return `${name.padEnd(36)}${cells.map((cell) => cell.padStart(9)).join('')}\n`;
}

function wrongLines({ name, groups }: FileResult): string[] {
  return groups
    .filter(({ verdict }) => verdict.reasons.length === 0)
    .flatMap(({ group, verdict }) =>
      verdict.wrong.map((test) => `  ${name} | ${group.description} | ${test}\n`),
    );
}

function reasonLines({ name, groups }: FileResult): string[] {
  return groups
    .filter(({ verdict }) => verdict.reasons.length > 0 && verdict.wrong.length > 0)
    .flatMap(({ group, verdict }) => [
      `  ${name} | ${group.description}: ${verdict.wrong.length} of ${group.tests.length}\n`,
      ...verdict.reasons.map((reason) => `      ${reason}\n`),
    ]);
}

/** Returns the codes of rejected schemas, the most frequent first. */
function kindLines(results: readonly FileResult[]): string[] {
  const counts = new Map<string, number>();
  for (const { verdict } of results.flatMap((file) => file.groups)) {
    const [reason] = verdict.reasons;
    const kind = reason?.split(':')[0];
    if (kind !== undefined && verdict.wrong.length > 0)
      counts.set(kind, (counts.get(kind) ?? 0) + verdict.wrong.length);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([kind, count]) => `  ${count} ${kind}\n`);
}
