/**
 * Writes one finding as plain text of several lines, for reports that have room for a text and nothing more.
 */
import type { Finding } from '../engine/finding.ts';
import type { RunReport } from '../engine/run-report.ts';
import type { ReportOptions } from './report.ts';
import { writeFinding } from './text-finding.ts';
import { paintNothing } from './text-options.ts';

/** Writes a finding; the first line is what is wrong, without the subject. */
export function plainFinding(finding: Finding, report: RunReport, options: ReportOptions): string {
  const width = Number.MAX_SAFE_INTEGER;
  const [, ...lines] = writeFinding(finding, report, { ...options, paint: paintNothing, width });
  return lines.map((line) => line.slice(4)).join('\n');
}
