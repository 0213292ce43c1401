/**
 * Prints what checks there are, and what one of them does, why, and what it rests on.
 */
import { closestWord } from '../generated/runtime/closest-word.ts';
import { factsOf, textOfAssumption } from '../conformance/report/provenance-text.ts';
import type { Paint } from '../conformance/report/text-options.ts';
import { wrapText } from '../conformance/report/wrap.ts';
import type { ListedCheck } from '../conformance/engine/run-report.ts';

/** Prints every check, a line each. */
export function printList(checks: readonly ListedCheck[], paint: Paint): string {
  const ids = widthOf(checks.map(({ id }) => id));
  const severities = widthOf(checks.map(({ severity }) => severity));
  const levels = widthOf(checks.map(({ level }) => level));
  const lines = checks.map(
    ({ id, severity, level, title }) =>
      `${paint('strong', id.padEnd(ids))}  ${paint(severity === 'fail' ? 'bad' : 'warn', severity.padEnd(severities))}  ${paint('quiet', level.padEnd(levels))}  ${title}`,
  );
  return `${lines.join('\n')}\n`;
}

/** Prints every check as JSON. */
export function printListJson(checks: readonly ListedCheck[]): string {
  return `${JSON.stringify(checks, null, 2)}\n`;
}

/** Prints one check. Errors: says which one may have been meant. */
export function printCheck(
  checks: readonly ListedCheck[],
  wanted: string,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): { readonly text: string } | { readonly problem: string } {
  const check = checks.find(({ id }) => id === wanted.toUpperCase());
  if (check === undefined) return { problem: unknownCheck(wanted, checks) };
  const { id, title, description, rationale, level, severity, assumption, basis } = check;
  const block = (name: string, text: string): readonly string[] => [
    '',
    paint('quiet', name),
    ...wrapText(text, width - 2).map((line) => `  ${line}`),
  ];
  const facts = factsOf(check);
  const decision = assumption === null ? null : textOfAssumption(assumption);
  const lines = [
    paint('strong', `${id}  ${title}`),
    ...block('What it does', description),
    ...block('Why', rationale),
    ...block('When', `From the level ${level} on; a finding ${severityText(severity)}.`),
    ...(facts.length === 0 ? [] : ['', paint('quiet', 'It rests on')]),
    ...facts.flatMap((fact) => indent(`${fact.id}  ${fact.text}`, width)),
    ...(decision === null || assumption === null
      ? []
      : block('It rests on an assumption', `${assumption}  ${decision.text}`.trim())),
    ...(decision === null || decision.reason === '' ? [] : block('Which was made because', decision.reason)),
    ...(basis.kind === 'practice' ? block('It rests on good practice', basis.description) : []),
  ];
  return { text: `${lines.join('\n')}\n` };
}

/** Says that there is no such check, and which one is close. */
export function unknownCheck(wanted: string, checks: readonly ListedCheck[]): string {
  const close = closestWord(
    wanted,
    checks.flatMap(({ id }) => [id, id.replace(/\d+$/, '')]),
  );
  const hint = close === null ? 'backlot check --list names them all.' : `Did you mean ${close}?`;
  return `There is no check ${wanted}. ${hint}`;
}

function severityText(severity: ListedCheck['severity']): string {
  if (severity === 'fail') return 'fails the run';
  return severity === 'warn' ? 'is a warning' : 'is not told';
}

function indent(text: string, width: number): readonly string[] {
  return wrapText(text, width - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`);
}

function widthOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}
