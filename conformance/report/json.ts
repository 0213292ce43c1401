/** Writes a run as JSON, for programs. */
import type { RunReport } from '../model/run-report.ts';
import type { ReportOptions } from './report.ts';
import { listCauses, sortedFindings, summarizeFindings } from './finding-status.ts';

/** Version of the report format; changes with each breaking change. */
export const schemaVersion = 1;

/**
 * Writes a run; ends with a newline.
 *
 * Shape: `schemaVersion`, the report, `isFailed`, `baseline` (`null` without one), `causes`, the fingerprints of
 * findings that probably have one cause, and `cases`, the replay files of findings by fingerprint. `exchanges` is empty: the HAR report has all of them, and each finding its own.
 */
export function writeJson(
  report: RunReport,
  { baseline, cases }: Pick<ReportOptions, 'baseline' | 'cases'>,
): string {
  const { isFailed, known, vanished } = summarizeFindings(report, baseline);
  const compared =
    baseline === null
      ? null
      : { file: baseline.file, known: known.map(({ fingerprint }) => fingerprint), vanished };
  const causes = listCauses(report, sortedFindings(report, baseline), baseline).map(({ first, others }) =>
    [first, ...others].map(({ fingerprint }) => fingerprint),
  );
  return `${JSON.stringify({ schemaVersion, ...report, exchanges: [], isFailed, baseline: compared, causes, cases: Object.fromEntries(cases) }, null, 2)}\n`;
}
