/** Runs @hey-api/openapi-ts, the peer of the generator. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MeasuredRun } from './measured-run.ts';
import { peerPath } from './peers.ts';
import { runSound } from './run-pair.ts';

/** The name of the peer in rows. */
export const heyApi = '@hey-api/openapi-ts';

/** What it generates: `client` is types and client, `valid` adds zod schemas. */
export type HeyApiPreset = 'client' | 'valid';

/** Returns its program, which its command starts in another process that could not be measured; `null` if missing. */
export function heyApiEntry(): string | null {
  return peerPath('@hey-api/openapi-ts/dist/run.mjs');
}

export function heyApiOutput(folder: string, preset: HeyApiPreset): string {
  return join(folder, `theirs-${preset}`);
}

/** Runs it without its formatter. */
export function runHeyApi(
  folder: string,
  document: string,
  entry: string,
  preset: HeyApiPreset,
): Promise<MeasuredRun> {
  const plugins = ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk'];
  const config = {
    input: document,
    output: { path: heyApiOutput(folder, preset), postProcess: [] },
    plugins: preset === 'valid' ? [...plugins, 'zod'] : plugins,
    logs: { file: false },
  };
  const file = join(folder, `${preset}.config.mjs`);
  writeFileSync(file, `export default ${JSON.stringify(config)};\n`);
  return runSound([entry, '-f', file], folder);
}
