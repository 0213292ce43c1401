/** Writes the changes of `backlot diff` as annotations of a pull request. */
import { annotate, type AnnotationLevel } from '../../conformance/report/workflow-command.ts';
import type { Impact } from '../../generator/diff/catalogue/effect.ts';
import {
  affectedSides,
  joinDirections,
  listNames,
  shownChanges,
  whereOf,
  type DiffReport,
  type JoinedChange,
} from '../../generator/diff/report/report.ts';

const levels: Readonly<Record<Impact, AnnotationLevel>> = {
  breaking: 'error',
  risky: 'warning',
  compatible: 'notice',
};

/** Maximum number of operations and events named for one change. */
const SHOWN_NAMES = 5;

/** Writes a line for each change; empty when nothing changed. */
export function writeDiffAnnotations(report: DiffReport): string {
  const lines = report.targets.flatMap((target) =>
    joinDirections(shownChanges(target, report)).map(annotateChange),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** Shape: what was removed has no place in the files of the pull request, so the text names the old one. */
function annotateChange({ located, operations, events }: JoinedChange): string {
  const { after, impact, change, message } = located;
  const sides = affectedSides(located);
  const names = listNames([...operations, ...events], SHOWN_NAMES, (name) => name);
  const parts = [
    message,
    sides === '' ? '' : `It is ${impact} for ${sides}.`,
    names === '' ? '' : `Affects ${names}.`,
    after === null && located.before !== null ? `Was at ${whereOf(located)}.` : '',
  ];
  const { line, column: col } = after?.position ?? {};
  return annotate(
    levels[impact],
    { file: after?.file, line, col, title: change.kind },
    parts.filter((part) => part !== '').join(' '),
  );
}
