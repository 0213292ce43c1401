/**
 * Generates all outputs for one description and checks whether they compile in every kind of project.
 */
import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runMeasured } from '../bench/support/measured-run.ts';
import { findTypeErrors, install } from './check-types.ts';
import type { Description } from './find-descriptions.ts';
import { findDeclaredUnions, inspectTypes } from './inspect-types.ts';
import type { Tried } from './try-values.ts';

const root = resolve(import.meta.dirname, '../..');

/** The result for one description. */
export interface Finding {
  readonly description: Description;
  readonly counts: Counts;
  /** Numbers of diagnostics by severity. */
  readonly diagnostics: Readonly<Record<'error' | 'warning' | 'info', number>>;
  readonly seconds: number;
  readonly peakMegabytes: number;
  readonly bytes: number;
  readonly typeErrors: number;
  readonly taggedUnions: number;
  /** Checks, and how many of them have a sample. */
  readonly checks: number;
  readonly samples: number;
  /** Empty if there are none. */
  readonly problems: readonly string[];
}

interface Outcome {
  readonly diagnostics: readonly {
    readonly severity: 'error' | 'warning' | 'info';
    readonly message: string;
  }[];
  readonly files: readonly unknown[] | null;
  readonly packages: readonly { readonly name: string }[];
}

/** Numbers of parts of a description. */
export interface Counts {
  readonly operations: number;
  /** Variants of its event unions. */
  readonly events: number;
  /** Messages of its channels. */
  readonly messages: number;
}

const nothing: Counts = { operations: 0, events: 0, messages: 0 };

/** Checks a description in an empty folder, with some more compilers; the output stays there. */
export async function checkDescription(
  description: Description,
  folder: string,
  compilers: readonly string[],
): Promise<Finding> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const out = join(folder, 'out');
  const args = ['generate', `--${description.kind}`, description.file, '--out', out, '--format', 'json'];
  // Files shared by several descriptions are next to their folders.
  const parent = resolve(description.file, '../..');
  const extras = [
    '--with',
    'samples,arbitraries,paths',
    '--import-extension',
    'ts',
    '--allow-folder',
    parent,
  ];
  const run = await runMeasured([join(root, 'cli/main.ts'), ...args, ...extras], { cwd: folder });
  const outcome = readOutcome(run.output);
  const diagnostics = { error: 0, warning: 0, info: 0 };
  for (const { severity } of outcome?.diagnostics ?? []) diagnostics[severity]++;
  const measured = { description, diagnostics, seconds: run.seconds, peakMegabytes: run.peakMegabytes };
  if (outcome?.files == null) {
    const reason = outcome?.diagnostics.find(({ severity }) => severity === 'error')?.message ?? run.output;
    const problems = [`the generator failed: ${reason.slice(0, 300)}`];
    const none = { taggedUnions: 0, checks: 0, samples: 0, bytes: 0, typeErrors: 0 };
    return { ...measured, ...none, counts: nothing, problems };
  }
  install(
    folder,
    outcome.packages.flatMap(({ name }) => [name, ...(alsoNeeded[name] ?? [])]),
  );
  const errors = await findTypeErrors(folder, compilers);
  const inspected = await inspectTypes(folder, await findDeclaredUnions(description));
  const tried = await tryValues(out);
  return {
    ...measured,
    counts: await countsOf(out),
    bytes: bytesOf(out),
    typeErrors: errors.length,
    taggedUnions: inspected.taggedUnions,
    checks: tried.checks,
    samples: tried.samples,
    problems: [...errors, ...inspected.problems, ...tried.problems],
  };
}

async function tryValues(out: string): Promise<Tried> {
  const run = await runMeasured([join(root, 'tools/corpus/try-values.ts'), out]);
  try {
    return JSON.parse(run.output) as Tried;
  } catch {
    return {
      checks: 0,
      samples: 0,
      drawn: 0,
      problems: [`values could not be tried: ${run.output.slice(0, 300)}`],
    };
  }
}

/** Dependencies of packages that generated code imports. */
const alsoNeeded: Readonly<Record<string, readonly string[]>> = { 'fast-check': ['pure-rand'] };

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
