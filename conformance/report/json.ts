/** Writes a run as JSON, for programs. */
import type { RunReport } from '../engine/run-report.ts';
import type { ReportOptions } from './report.ts';
import { summarizeFindings } from './finding-status.ts';

/** Version of the report format; changes with each breaking change. */
export const schemaVersion = 1;

/**
 * Writes a run; ends with a newline.
 *
 * Shape: `schemaVersion`, the report, `isFailed`, `baseline` (`null` without one) and `cases`, the replay files of
 * findings by fingerprint. `exchanges` is empty: the HAR report has all of them, and each finding its own.
 */
export function writeJson(report: RunReport, { baseline, cases }: Omit<ReportOptions, 'locate'>): string {
  const { isFailed, known, vanished } = summarizeFindings(report, baseline);
  const compared =
    baseline === null
      ? null
      : { file: baseline.file, known: known.map(({ fingerprint }) => fingerprint), vanished };
  return `${JSON.stringify({ schemaVersion, ...report, exchanges: [], isFailed, baseline: compared, cases: Object.fromEntries(cases) }, null, 2)}\n`;
}
