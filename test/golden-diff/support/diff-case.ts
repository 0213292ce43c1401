/** Runs one golden case of the comparison: the documents of two states, and the three reports about them. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compareDocuments, type ComparedDocuments } from '../../../generator/diff/comparison.ts';
import { writeJson } from '../../../generator/diff/report/report-json.ts';
import { writeMarkdown } from '../../../generator/diff/report/report-markdown.ts';
import { writeText } from '../../../generator/diff/report/report-text.ts';
import type { Comparison } from '../../../generator/diff/report/located.ts';

/** The reports of a case, by the file with the expected text. */
export type DiffReports = Readonly<Record<ReportFile, string>>;

/** The files of a case; all end in `.txt`, so that no formatter changes them. */
const reportFiles = ['expected.txt', 'expected.md.txt', 'expected.json.txt'] as const;

type ReportFile = (typeof reportFiles)[number];

/** Compares the two states in a folder. */
export async function compareCase(folder: string, from: Side = 'old', to: Side = 'new'): Promise<Comparison> {
  const { comparison, diagnostics } = await compareDocuments(
    documentsOf(folder, from),
    documentsOf(folder, to),
  );
  if (comparison === null) throw new Error(JSON.stringify(diagnostics));
  return comparison;
}

type Side = 'old' | 'new';

function documentsOf(folder: string, side: Side): ComparedDocuments {
  const [openapi, asyncapi] = [`${side}.openapi.yaml`, `${side}.asyncapi.yaml`];
  const exists = (file: string): boolean => existsSync(path.join(folder, file));
  return { folder, openapi: exists(openapi) ? openapi : null, asyncapi: exists(asyncapi) ? [asyncapi] : [] };
}

/** Prints all complete reports; the JSON has one line per change. */
export function reportCase(comparison: Comparison): DiffReports {
  const report = { targets: [{ name: '', comparison }], isAll: true };
  return {
    'expected.txt': writeText(report, (_, text) => text),
    'expected.md.txt': writeMarkdown(report),
    'expected.json.txt': writeLines(JSON.parse(writeJson(report)) as JsonReport),
  };
}

interface JsonReport {
  readonly targets: readonly { readonly changes: readonly unknown[] }[];
}

function writeLines({ targets, ...report }: JsonReport): string {
  const rows = targets.flatMap(({ changes, ...target }) => [target, ...changes]);
  return [report, ...rows].map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Reads the expected reports of a case. Shape: without the Markdown, unless the case has it. */
export async function readReports(folder: string): Promise<ReadonlyMap<ReportFile, string>> {
  const files = reportFiles.filter((file) => existsSync(path.join(folder, file)));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return new Map(files.map((file, index) => [file, texts[index] ?? '']));
}

/** Accepts the current reports as expected, the Markdown only if the case has it. */
export async function acceptReports(folder: string, reports: DiffReports): Promise<void> {
  const files = new Set<ReportFile>([
    'expected.txt',
    'expected.json.txt',
    ...(await readReports(folder)).keys(),
  ]);
  for (const file of files) await writeFile(path.join(folder, file), reports[file]);
}
