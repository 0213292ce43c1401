/**
 * Writes a run as annotations of GitHub Actions: one for each operation, within the limits of one step.
 *
 * Source: the workflow commands of GitHub Actions; ten errors and ten warnings of a step are shown, the rest is
 * dropped.
 */
import type { Contract } from '../../contract/contract.ts';
import type { Finding } from '../model/finding.ts';
import type { RunReport } from '../model/run-report.ts';
import { contractPlace } from './contract-place.ts';
import { clip, countOf, showInline } from './plain-text.ts';
import type { ReportOptions } from './report.ts';
import { summarizeFindings } from './finding-status.ts';
import { annotate, type AnnotationLevel } from './workflow-command.ts';

/** The maximum number of annotations of a kind. */
const MAX = 9;

const SHOWN_FINDINGS = 8;

/** Units: characters. */
const MAX_LENGTH = 300;

/** Writes a run; ends with a newline unless there are no findings. */
export function writeAnnotations(report: RunReport, options: ReportOptions): string {
  const { contract } = options;
  const { counting, warnings, vanished } = summarizeFindings(report, options.baseline);
  const vanishedAnnotations =
    vanished.length === 0 || options.baseline === null
      ? []
      : [
          annotate(
            'error',
            { title: 'Baseline' },
            `${options.baseline.file} accepts ${countOf(vanished.length, 'finding that no longer occurs', 'findings that no longer occur')}. Update it with --update-baseline.`,
          ),
        ];
  const lines = [
    ...vanishedAnnotations,
    ...annotateAll('error', counting, { contract, most: MAX - vanishedAnnotations.length }),
    ...annotateAll('warning', warnings, { contract, most: MAX }),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function annotateAll(
  kind: AnnotationLevel,
  findings: readonly Finding[],
  { contract, most }: { readonly contract: Contract; readonly most: number },
): readonly string[] {
  const groups = [...Map.groupBy(findings, ({ subject }) => subject)];
  const firstGroups = groups.slice(0, most);
  const rest = groups.slice(most);
  const hidden = rest.reduce((sum, [, group]) => sum + group.length, 0);
  return [
    ...firstGroups.map(([subject, group]) => annotateSubject(kind, subject, { contract, findings: group })),
    ...(hidden === 0
      ? []
      : [
          annotate(
            kind,
            { title: 'backlot check' },
            `… and ${countOf(hidden, 'more finding', 'more findings')} in ${countOf(rest.length, 'place')}.`,
          ),
        ]),
  ];
}

function annotateSubject(
  kind: AnnotationLevel,
  subject: string,
  { contract, findings }: { readonly contract: Contract; readonly findings: readonly Finding[] },
): string {
  const lines = findings.slice(0, SHOWN_FINDINGS).map((finding) => {
    const { check, message, at, place } = finding;
    const rule = place === null ? '' : ` (contract: ${contractPlace(contract, finding)})`;
    return (
      clip(showInline(`${check} ${at === '' ? '' : `${at}: `}${message}`), MAX_LENGTH) + showInline(rule)
    );
  });
  const hidden = findings.length - lines.length;
  const title = `${clip(showInline(subject), 100)}: ${countOf(findings.length, 'finding')}`;
  // Why no file: the repository of the service does not have those of the contract.
  return annotate(kind, { title }, [...lines, ...(hidden > 0 ? [`… and ${hidden} more`] : [])].join('\n'));
}
