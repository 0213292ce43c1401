/**
 * Writes findings and plans for people, for machines, and as annotations of a pull request.
 */
import type { Diagnostic } from '../generator/diagnostics.ts';
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
  /** Whether findings that need nothing done are told too. */
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

function printText({ mode, diagnostics, plan, isVerbose }: Outcome): string[] {
  const told = diagnostics.filter(({ severity }) => isVerbose || severity !== 'info');
  const findings = told.flatMap((diagnostic) => [...diagnosticLines(diagnostic), '']);
  return [...findings, ...planLines(mode, plan), ...countLine(diagnostics)];
}

function diagnosticLines(diagnostic: Diagnostic): string[] {
  const { severity, code, message, cause, fix } = diagnostic;
  return [`${whereOf(diagnostic)}${severity} ${code}`, `  ${message}`, `  Why: ${cause}`, `  Fix: ${fix}`];
}

function whereOf({ place, position }: Diagnostic): string {
  if (place === null) return '';
  return position === null ? `${place.file} ` : `${place.file}:${position.line}:${position.column} `;
}

function planLines(mode: Outcome['mode'], plan: Plan | null): string[] {
  if (plan === null) return ['Nothing was written: the errors come first.'];
  const lines = changedFiles(plan).map(({ file, state }) => `${file} ${stateTexts[state]}`);
  if (lines.length === 0) return [`All ${plan.entries.length} files are up to date.`];
  if (mode === 'write') return [`Wrote ${plan.changes.length} of ${plan.entries.length} files.`];
  return [...lines, '', `${lines.length} of ${plan.entries.length} files differ. Run \`backlot generate\` and commit the result.`];
}

function countLine(diagnostics: readonly Diagnostic[]): string[] {
  const count = (severity: Diagnostic['severity']): number => diagnostics.filter((each) => each.severity === severity).length;
  const counts = [
    [count('error'), 'errors'],
    [count('warning'), 'warnings'],
    [count('info'), 'notes'],
  ] as const;
  const told = counts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return told.length === 0 ? [] : [`${told.join(', ')}.`];
}

const annotationLevels: Record<Diagnostic['severity'], string> = { error: 'error', warning: 'warning', info: 'notice' };

function printAnnotations({ mode, diagnostics, plan, isVerbose }: Outcome): string[] {
  const findings = diagnostics
    .filter(({ severity }) => isVerbose || severity !== 'info')
    .map(({ severity, code, message, fix, place, position }) =>
      annotation(annotationLevels[severity], { file: place?.file, line: position?.line, col: position?.column, title: code }, `${message} ${fix}`),
    );
  const files = plan === null || mode === 'write' ? [] : changedFiles(plan);
  return [...findings, ...files.map(({ file, state }) => annotation('error', { file, title: 'GENERATED_FILE' }, `${file} ${stateTexts[state]}.`))];
}

function annotation(level: string, members: Readonly<Record<string, string | number | undefined>>, message: string): string {
  const known = Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${escapeMember(String(value))}`]));
  return `::${level} ${known.join(',')}::${escapeText(message)}`;
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
