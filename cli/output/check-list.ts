/** Formats the list of checks, and the details of one. */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { Contract } from '../../contract/contract.ts';
import { citeFacts, textOfAssumption } from '../../conformance/report/provenance-text.ts';
import type { Painter } from '../../conformance/report/report.ts';
import { wrapText } from '../../conformance/report/plain-text.ts';
import type { ListedCheck } from '../../conformance/model/run-report.ts';

/** Formats every check as one line. */
export function printList(checks: readonly ListedCheck[], paint: Painter): string {
  const ids = widthOf(checks.map(({ id }) => id));
  const severities = widthOf(checks.map(({ severity }) => severity));
  const levels = widthOf(checks.map(({ level }) => level));
  const lines = checks.map(
    ({ id, severity, level, title }) =>
      `${paint('strong', id.padEnd(ids))}  ${paint(severity === 'fail' ? 'bad' : 'warn', severity.padEnd(severities))}  ${paint('muted', level.padEnd(levels))}  ${title}`,
  );
  return `${[...lines, ...groupLines(checks, paint)].join('\n')}\n`;
}

/** Lists the groups of scenario checks with the prefixes of their ids. */
function groupLines(checks: readonly ListedCheck[], paint: Painter): readonly string[] {
  const groups = [...Map.groupBy(checks, ({ group }) => group)].flatMap(([group, list]) =>
    group === null ? [] : [[group, new Set(list.map(({ id }) => id.replace(/(?<!\d)\d+$/, '')))] as const],
  );
  if (groups.length === 0) return [];
  const wide = widthOf(groups.map(([group]) => group));
  return [
    '',
    paint('strong', 'Groups of scenario checks, for --operation'),
    ...groups.map(([group, prefixes]) => `  ${group.padEnd(wide)}  ${[...prefixes].join(', ')}`),
  ];
}

/** Formats every check as JSON. */
export function printListJson(checks: readonly ListedCheck[]): string {
  return `${JSON.stringify(checks, null, 2)}\n`;
}

/** Units: `width` is characters. */
export interface CheckListOptions {
  readonly contract: Contract;
  readonly paint: Painter;
  readonly width: number;
  readonly isJson?: boolean;
}

/** Formats one check. Errors: a problem with the closest id. */
export function printCheck(
  checks: readonly ListedCheck[],
  name: string,
  { contract, paint, width, isJson = false }: CheckListOptions,
): { readonly text: string } | { readonly problem: string } {
  const wanted = name.toUpperCase();
  const check = checks.find(
    ({ id, former = [] }) => id === wanted || former.some((each) => each.id === wanted),
  );
  if (check === undefined) return { problem: unknownCheck(name, checks) };
  if (isJson) return { text: `${JSON.stringify(check, null, 2)}\n` };
  const { id, title, description, rationale, level, severity, assumption, basis, former = [] } = check;
  const was = former.find((each) => each.id === wanted);
  const block = (name: string, text: string): readonly string[] => [
    '',
    paint('muted', name),
    ...wrapText(text, width - 2).map((line) => `  ${line}`),
  ];
  const facts = citeFacts(contract, check);
  const decision = assumption === null ? null : textOfAssumption(contract, assumption);
  const lines = [
    paint('strong', `${id}  ${title}`),
    ...(was === undefined
      ? []
      : block(
          'Formerly',
          was.subject === null ? `It replaces ${was.id}.` : `${was.id} was the same for ${was.subject}.`,
        )),
    ...block('What it does', description),
    ...block('Why', rationale),
    ...block('When', `At the level ${level} and above; a finding ${severityText(severity)}.`),
    ...(facts.length === 0 ? [] : ['', paint('muted', 'Based on the facts')]),
    ...facts.flatMap((fact) => indent(`${fact.id}  ${fact.text}`, width)),
    ...(decision === null || assumption === null
      ? []
      : block('Based on the assumption', `${assumption}  ${decision.text}`.trim())),
    ...(decision === null || decision.reason === ''
      ? []
      : block('Reason of the assumption', decision.reason)),
    ...(basis.kind === 'practice' ? block('Based on good practice', basis.description) : []),
  ];
  return { text: `${lines.join('\n')}\n` };
}

/** Formats the message for an unknown check, with the closest id. */
export function unknownCheck(name: string, checks: readonly ListedCheck[]): string {
  const close = closestWord(
    name,
    checks.flatMap(({ id }) => [id, id.replace(/(?<!\d)\d+$/, '')]),
  );
  const hint = close === null ? 'Run backlot check --list for all checks.' : `Did you mean ${close}?`;
  return `There is no check ${name}. ${hint}`;
}

function severityText(severity: ListedCheck['severity']): string {
  if (severity === 'fail') return 'fails the run, unless it is shown as a warning';
  return severity === 'warn' ? 'is a warning' : 'is ignored';
}

function indent(text: string, width: number): readonly string[] {
  return wrapText(text, width - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`);
}

function widthOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}
