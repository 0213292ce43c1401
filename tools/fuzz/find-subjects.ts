/**
 * Finds what to fuzz: our own contracts with their committed code, or descriptions whose code is generated first.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { collectDiagnostics } from '../../generator/diagnostics/diagnostics.ts';
import { readConfig } from '../../generator/options/config.ts';
import { extras } from '../../generator/options/options.ts';
import { createDiskSink } from '../../generator/output/disk-sink.ts';
import { generate } from '../../generator/pipeline.ts';
import { findDescriptions, type Description } from '../corpus/find-descriptions.ts';
import { readContract } from '../read-contract.ts';
import type { FuzzSubject } from './fuzz-output.ts';

const root = resolve(import.meta.dirname, '../..');

/** Reads our own contracts; their code is in `generated/`. */
export async function findOwnSubjects(): Promise<FuzzSubject[]> {
  const { report } = collectDiagnostics();
  const config = await readConfig(join(root, 'backlot.config.yaml'), report);
  if (config === null) throw new Error('backlot.config.yaml cannot be read.');
  return Promise.all(
    config.targets.map(async (target) => ({
      label: target.name,
      folder: resolve(root, target.out),
      contract: await readContract(target, root),
    })),
  );
}

/** Folder that generated descriptions go to; the caller removes it. */
export function createFuzzFolder(): string {
  mkdirSync(join(root, '.cache'), { recursive: true });
  return mkdtempSync(join(root, '.cache/fuzz-'));
}

/** Lists the descriptions below some paths; one is generated when its turn comes. */
export function listSubjects(
  paths: readonly string[],
  folder: string,
): (() => Promise<FuzzSubject | null>)[] {
  return findDescriptions(paths).map(
    (description, index) => () => generateSubject(description, join(folder, String(index))),
  );
}

/** Returns `null` for a description that can't be generated. */
async function generateSubject(
  { file, kind, label }: Description,
  folder: string,
): Promise<FuzzSubject | null> {
  const paths = { openapi: kind === 'openapi' ? file : null, asyncapi: kind === 'asyncapi' ? [file] : [] };
  const target = { name: 'fuzz', ...paths, out: 'out', lint: null, extras };
  mkdirSync(folder, { recursive: true });
  const options = { folder, targets: [target], runtime: 'out/runtime', docs: 'docs', only: null };
  const { plan } = await generate(options, createDiskSink(folder), 'write');
  if (plan === null) return null;
  return { label, folder: join(folder, 'out'), contract: await readContract(paths, dirname(file)) };
}
