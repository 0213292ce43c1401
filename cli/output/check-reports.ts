/** Writes the reports of a run to the terminal, to files, and to the CI summary. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { paintNothing, type ReportOptions, type Painter } from '../../conformance/report/report.ts';
import { verdictLine } from '../../conformance/report/finding-status.ts';
import type { RunReport } from '../../conformance/model/run-report.ts';

export const reportFormats = ['text', 'junit', 'sarif', 'markdown', 'json', 'har', 'wfc', 'github'] as const;

export type ReportFormat = (typeof reportFormats)[number];

/** A requested report. Shape: `file` is `null` for the terminal. */
export interface RequestedReport {
  readonly format: ReportFormat;
  readonly file: string | null;
}

export interface ReportCall {
  readonly reports: readonly RequestedReport[];
  readonly isQuiet: boolean;
  readonly paint: Painter;
  /** Units: characters in a line of the terminal. */
  readonly width: number;
  readonly print: (text: string) => void;
  /** The file of the CI job summary; absent outside of CI. */
  readonly summaryFile: string | undefined;
}

type Writer = (report: RunReport, options: ReportOptions) => string;

/** Writers are loaded on demand. */
const writers: Readonly<Record<Exclude<ReportFormat, 'text'>, () => Promise<Writer>>> = {
  junit: async () => (await import('../../conformance/report/junit.ts')).writeJunit,
  sarif: async () => (await import('../../conformance/report/sarif.ts')).writeSarif,
  markdown: async () => (await import('../../conformance/report/markdown.ts')).writeMarkdown,
  json: async () => (await import('../../conformance/report/json.ts')).writeJson,
  har: async () => (await import('../../conformance/report/har.ts')).writeHar,
  wfc: async () => (await import('../../conformance/report/wfc.ts')).writeWfc,
  github: async () => (await import('../../conformance/report/annotations.ts')).writeAnnotations,
};

/**
 * Writes the requested reports. Text goes to the terminal unless another report does.
 *
 * Errors: rejects with the error of the file system.
 */
export async function writeReports(
  report: RunReport,
  options: ReportOptions,
  call: ReportCall,
): Promise<void> {
  const { reports, isQuiet, paint, width, print, summaryFile } = call;
  const isTerminalUsed = reports.some(
    ({ format, file }) => file === null && format !== 'github' && format !== 'text',
  );
  if (isQuiet) print(isTerminalUsed ? '' : `${verdictLine(report, options.baseline)}\n`);
  else if (!isTerminalUsed) print(await textOf(report, options, paint, width));
  for (const { format, file } of reports) {
    const text =
      format === 'text'
        ? await textOf(report, options, paintNothing, 100)
        : (await writers[format]())(report, options);
    if (file !== null) writeFile(file, text);
    else if (format !== 'text') print(text);
    if (format === 'github' && summaryFile !== undefined && summaryFile !== '')
      appendFileSync(summaryFile, (await writers.markdown())(report, options));
  }
}

async function textOf(
  report: RunReport,
  options: ReportOptions,
  paint: Painter,
  width: number,
): Promise<string> {
  const { writeText } = await import('../../conformance/report/text.ts');
  return writeText(report, { ...options, paint, width });
}

export function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
