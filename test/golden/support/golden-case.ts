/** Runs one golden case: a folder with small documents, the expected files, and the expected diagnostics. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Diagnostic } from '../../../generator/diagnostics/diagnostics.ts';
import { extras, type GenerateOptions, type Target } from '../../../generator/options/options.ts';
import { generate } from '../../../generator/pipeline.ts';
import { createMemorySink } from '../../../tools/memory-sink.ts';

/** Compiled validators are not compared: they are long, and have their own tests. */
const uncompared = /^(runtime\/|validators|explain|\.receipt)/;

export interface GoldenRun {
  /** Every file, by its path below the output folder; the runtime is in `runtime/`. */
  readonly files: ReadonlyMap<string, string>;
  /** The files that are compared. */
  readonly compared: ReadonlyMap<string, string>;
  readonly diagnostics: string;
}

/** Returns the options of a case: the documents in its folder, and the properties of a target in `target.json`. */
export function optionsOf(folder: string): GenerateOptions {
  const openapi = existsSync(path.join(folder, 'openapi.yaml')) ? 'openapi.yaml' : null;
  const asyncapi = existsSync(path.join(folder, 'asyncapi.yaml')) ? ['asyncapi.yaml'] : [];
  const target = { name: 'case', openapi, asyncapi, out: 'out', lint: null, extras };
  const file = path.join(folder, 'target.json');
  const more = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Target>) : {};
  return { folder, targets: [{ ...target, ...more }], runtime: 'out/runtime', docs: 'docs', only: null };
}

/** Generates a case into memory. */
export async function runCase(folder: string): Promise<GoldenRun> {
  const sink = createMemorySink();
  const { diagnostics } = await generate(optionsOf(folder), sink, 'write');
  const files = new Map([...sink.files].map(([file, text]) => [file.replace(/^out\//, ''), text]));
  return {
    files,
    compared: new Map([...files].filter(([file]) => !uncompared.test(file))),
    diagnostics: diagnostics.map(printDiagnostic).join(''),
  };
}

/** Reads the expected output of a case. */
export async function readExpected(folder: string): Promise<Pick<GoldenRun, 'compared' | 'diagnostics'>> {
  const expected = path.join(folder, 'expected');
  const names = existsSync(expected) ? (await readdir(expected)).sort() : [];
  const texts = await Promise.all(names.map((name) => readFile(path.join(expected, name), 'utf8')));
  const compared = new Map(names.map((name, index) => [name, texts[index] ?? '']));
  const findings = path.join(folder, 'diagnostics.txt');
  return { compared, diagnostics: existsSync(findings) ? await readFile(findings, 'utf8') : '' };
}

/** Accepts the output of a case: the files that it has in `expected`, or all files of a new case. */
export async function acceptRun(folder: string, { compared, diagnostics }: GoldenRun): Promise<void> {
  const expected = path.join(folder, 'expected');
  const names = existsSync(expected) ? await readdir(expected) : [...compared.keys()];
  if (names.length > 0) await mkdir(expected, { recursive: true });
  for (const name of names) await writeFile(path.join(expected, name), compared.get(name) ?? '');
  const findings = path.join(folder, 'diagnostics.txt');
  if (diagnostics === '') await rm(findings, { force: true });
  else await writeFile(findings, diagnostics);
}

function printDiagnostic({ severity, code, message, place, position }: Diagnostic): string {
  const where = place === null ? '-' : `${place.file}:${position?.line ?? '?'}:${position?.column ?? '?'}`;
  return `${where} ${severity} ${code}\n  ${message}\n`;
}
