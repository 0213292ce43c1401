/**
 * Generates everything for one description and looks at what came out: does it compile wherever it is meant to run.
 */
import { existsSync, globSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runMeasured } from '../../bench/support/measured-run.ts';
import { findTypeErrors } from './check-types.ts';
import type { Description } from './find-descriptions.ts';

const root = resolve(import.meta.dirname, '../..');

/** What was found out about one description. */
export interface Finding {
  readonly description: Description;
  readonly counts: Counts;
  /** Findings of the generator, by how bad they are. */
  readonly diagnostics: Readonly<Record<'error' | 'warning' | 'info', number>>;
  readonly seconds: number;
  readonly peakMegabytes: number;
  readonly bytes: number;
  readonly typeErrors: number;
  /** What is not as it should be; empty when all is well. */
  readonly problems: readonly string[];
}

interface Outcome {
  readonly diagnostics: readonly {
    readonly severity: 'error' | 'warning' | 'info';
    readonly message: string;
  }[];
  readonly files: readonly unknown[] | null;
}

/** How much a description holds. */
export interface Counts {
  readonly operations: number;
  /** Members of its event unions. */
  readonly events: number;
  /** What its channels carry. */
  readonly messages: number;
}

const nothing: Counts = { operations: 0, events: 0, messages: 0 };

/** Checks a description in an empty folder; the output stays there. */
export async function checkDescription(description: Description, folder: string): Promise<Finding> {
  prepareProject(folder);
  const out = join(folder, 'out');
  const args = ['generate', `--${description.kind}`, description.file, '--out', out, '--format', 'json'];
  const run = await runMeasured([join(root, 'cli/main.ts'), ...args], { cwd: folder });
  const outcome = readOutcome(run.output);
  const diagnostics = { error: 0, warning: 0, info: 0 };
  for (const { severity } of outcome?.diagnostics ?? []) diagnostics[severity]++;
  const measured = { description, diagnostics, seconds: run.seconds, peakMegabytes: run.peakMegabytes };
  if (outcome?.files == null) {
    const reason = outcome?.diagnostics.find(({ severity }) => severity === 'error')?.message ?? run.output;
    const problems = [`the generator failed: ${reason.slice(0, 300)}`];
    return { ...measured, counts: nothing, bytes: 0, typeErrors: 0, problems };
  }
  const errors = findTypeErrors(folder);
  return {
    ...measured,
    counts: await countsOf(out),
    bytes: bytesOf(out),
    typeErrors: errors.length,
    problems: errors,
  };
}

/** The adapters of the output import the types of their frameworks, as they would in a project that has them. */
function prepareProject(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const link = join(folder, 'node_modules');
  if (!existsSync(link)) symlinkSync(join(root, 'node_modules'), link);
}

function readOutcome(output: string): Outcome | null {
  try {
    return JSON.parse(output) as Outcome;
  } catch {
    return null;
  }
}

async function countsOf(out: string): Promise<Counts> {
  const { manifest } = (await import(pathToFileURL(join(out, 'manifest.ts')).href)) as {
    manifest: { readonly counts: Counts };
  };
  return manifest.counts;
}

/** Without the runtime, which is the same for every description. */
function bytesOf(out: string): number {
  return globSync(join(out, '*.ts')).reduce((sum, file) => sum + statSync(file).size, 0);
}
