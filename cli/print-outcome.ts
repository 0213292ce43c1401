/**
 * Writes what a run of the generator found and changed: for people, for machines, and as annotations of a pull request.
 */
import type { Diagnostic, Severity } from '../generator/diagnostics.ts';
import type { FileState, Plan } from '../generator/output/plan.ts';

/** The ways a result can be written. */
export const formats = ['text', 'json', 'github'] as const;

/** One of `formats`. */
export type Format = (typeof formats)[number];

/** What a run of the generator has to tell. */
export interface Outcome {
  readonly mode: 'write' | 'compare';
  readonly diagnostics: readonly Diagnostic[];
  readonly plan: Plan | null;
  /** Whether every finding is told, those that need nothing done included. */
  readonly isVerbose: boolean;
}

/** Writes an outcome; ends with a newline. */
export function printOutcome(outcome: Outcome, format: Format): string {
  return `${printers[format](outcome).join('\n')}\n`;
}

const printers: Record<Format, (outcome: Outcome) => string[]> = {
  text: printText,
  json: ({ diagnostics, plan }) => [JSON.stringify({ diagnostics, files: plan?.entries ?? null }, null, 2)],
  github: printAnnotations,
};

/** What is said of a file that is not as it should be, when nothing is written. */
const stateTexts: Record<Exclude<FileState, 'same'>, string> = {
  missing: 'is missing',
  stale: 'is out of date',
  edited: 'was edited by hand',
  surplus: 'is generated no longer',
};

/** Places told of one kind of finding; the same sentence a hundred times helps nobody. */
const SHOWN_PER_CODE = 5;

function printText({ mode, diagnostics, plan, isVerbose }: Outcome): string[] {
  return [...printFindings(diagnostics, isVerbose), ...planLines(mode, plan), ...countLine(diagnostics)];
}

/** Writes findings for people, those of one code together, each group with an empty line behind it. */
export function printFindings(diagnostics: readonly Diagnostic[], isVerbose: boolean): string[] {
  const told = diagnostics.filter(({ severity }) => isVerbose || severity !== 'info');
  const byCode = Map.groupBy(told, ({ code }) => code);
  return [...byCode.values()].flatMap((group) => [...groupLines(group, isVerbose), '']);
}

function groupLines(group: readonly Diagnostic[], isVerbose: boolean): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const shown = isVerbose ? group : group.slice(0, SHOWN_PER_CODE);
  const hidden = group.length - shown.length;
  return [
    `${first.severity} ${first.code}`,
    ...shown.map((diagnostic) => `  ${whereOf(diagnostic)}${diagnostic.message}`),
    ...(hidden > 0 ? [`  … and ${hidden} more; --verbose tells them all`] : []),
    `  Why: ${first.cause}`,
    `  Fix: ${first.fix}`,
  ];
}

function whereOf({ place, position }: Diagnostic): string {
  if (place === null) return '';
  return position === null ? `${place.file}: ` : `${place.file}:${position.line}:${position.column}: `;
}

function planLines(mode: Outcome['mode'], plan: Plan | null): string[] {
  if (plan === null) return ['Nothing was written: the errors come first.'];
  const lines = changedFiles(plan).map(({ file, state }) => `${file} ${stateTexts[state]}`);
  const total = plan.entries.length;
  if (lines.length === 0) return [`All ${total} files are up to date.`];
  if (mode === 'write') return [`Changed ${plan.changes.length} of ${total} files.`];
  return [
    ...lines,
    '',
    `${lines.length} of ${total} files differ. Run \`backlot generate\` and commit the result.`,
  ];
}

const severityWords: readonly (readonly [Severity, string, string])[] = [
  ['error', 'error', 'errors'],
  ['warning', 'warning', 'warnings'],
  ['info', 'note', 'notes'],
];

function countLine(diagnostics: readonly Diagnostic[]): string[] {
  const counts = severityWords.flatMap(([severity, one, many]) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return counts.length === 0 ? [] : [`${counts.join(', ')}.`];
}

const annotationLevels: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };

function printAnnotations({ mode, diagnostics, plan, isVerbose }: Outcome): string[] {
  const told = diagnostics.filter(({ severity }) => isVerbose || severity !== 'info');
  const files = plan === null || mode === 'write' ? [] : changedFiles(plan);
  return [
    ...told.map(annotateFinding),
    ...files.map(({ file, state }) =>
      annotate('error', { file, title: 'GENERATED_FILE' }, `${file} ${stateTexts[state]}.`),
    ),
  ];
}

function annotateFinding({ severity, code, message, fix, place, position }: Diagnostic): string {
  const members = { file: place?.file, line: position?.line, col: position?.column, title: code };
  return annotate(annotationLevels[severity], members, `${message} ${fix}`);
}

/** Source: the workflow commands of GitHub Actions, whose members and text are escaped differently. */
function annotate(
  level: string,
  members: Readonly<Record<string, string | number | undefined>>,
  text: string,
): string {
  const known = Object.entries(members).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeMember(String(value))}`],
  );
  return `::${level} ${known.join(',')}::${escapeText(text)}`;
}

function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeMember(text: string): string {
  return escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function changedFiles(plan: Plan): { file: string; state: Exclude<FileState, 'same'> }[] {
  return plan.entries.flatMap(({ file, state }) => (state === 'same' ? [] : [{ file, state }]));
}
