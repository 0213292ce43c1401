/**
 * Runs the generator and skips the work that an earlier run has done. Loads the generator only if there is something
 * to generate.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { generatorFingerprint } from './cache/generator-fingerprint.ts';
import { recallRun, recordRun } from './cache/run-record.ts';
import { openTextPack, type TextPack } from './cache/text-pack.ts';
import type { GenerateOptions } from './options/options.ts';
import { createDiskSink } from './output/disk-sink.ts';
import { isManifest } from './output/file-manifest.ts';
import type { Plan } from './output/plan.ts';
import type { GenerateMode, GenerateResult } from './pipeline.ts';
import { findTemplatesFolder } from './packages/package-files.ts';

/** Runs the generator repeatedly for the same options. */
export interface Runner {
  /**
   * Shape: like `generate`, but the result may be that of the last run. With `compare` modification times are not
   * trusted: contents are read.
   */
  run(mode: GenerateMode): Promise<GenerateResult>;
}

/** Creates a runner; `cache` is an absolute folder, `null` to disable caching. */
export function createRunner(options: GenerateOptions, cache: string | null): Runner {
  const sink = createDiskSink(options.folder);
  if (cache === null)
    return { run: async (mode) => (await import('./pipeline.ts')).generate(options, sink, mode) };
  const name = hash('sha256', JSON.stringify(options)).slice(0, 16);
  const generator = generatorFingerprint(findTemplatesFolder());
  const record = path.join(cache, `${name}.run`);
  let texts: TextPack | null = null;
  return {
    async run(mode) {
      const existing = recallRun(record, generator, mode === 'compare' ? 'content' : 'time');
      if (existing !== null) {
        const { diagnostics, made, read, packages } = existing;
        const inputs = { files: read, areAll: true };
        return { diagnostics, plan: unchangedPlan(made), conflicts: [], inputs, packages };
      }
      texts ??= openTextPack(path.join(cache, `${name}.texts`), generator);
      const began = Date.now();
      const { generate } = await import('./pipeline.ts');
      const result = await generate(options, sink, mode, texts);
      keep(result, mode, began);
      return result;
    },
  };

  function keep(
    { diagnostics, plan, conflicts, inputs, packages }: GenerateResult,
    mode: GenerateMode,
    began: number,
  ): void {
    if (plan === null) return;
    texts?.keep();
    const isWritten = (mode !== 'compare' && conflicts.length === 0) || plan.changes.length === 0;
    if (!isWritten || !inputs.areAll) return;
    const { digests, entries } = plan;
    const made = entries.map(({ file }) => file).filter((file) => digests.has(file) && !isManifest(file));
    const run = { diagnostics, packages, inputs: inputs.files, digests, made, began };
    recordRun(record, generator, options.folder, run);
  }
}

/** Returns the plan for files that are all up to date. */
function unchangedPlan(made: readonly string[]): Plan {
  const entries = made.map((file) => ({ file, state: 'same' as const, difference: null }));
  return { entries, changes: [], digests: new Map() };
}

/**
 * Returns the default cache folder of a project: inside its `node_modules`.
 *
 * Shape: absolute; the folder need not exist.
 */
export function defaultCacheFolder(folder: string): string {
  let owner = path.resolve(folder);
  while (!existsSync(path.join(owner, 'package.json'))) {
    const parent = path.dirname(owner);
    if (parent === owner) return path.join(folder, CACHE);
    owner = parent;
  }
  return path.join(owner, CACHE);
}

const CACHE = 'node_modules/.cache/backlot';
