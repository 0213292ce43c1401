/**
 * Writes the descriptions of the service as single files for other tools: `spec/dist/openapi.yaml`, `.json`, the same
 * for AsyncAPI, and both as one OpenAPI 3.2 document, `openapi-3.2`. `--check` only compares. Run by
 * `npm run generate` and `npm run generate:check`.
 */
import path from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import { stringify } from 'yaml';
import { projectDocuments } from '../../generator/project/project.ts';
import { writeFiles } from '../write-files.ts';

const project = path.join(import.meta.dirname, '../..');

/** Bundles a description. Shape: file contents by path, relative to the project. */
export async function bundleSpec(name: 'openapi' | 'asyncapi'): Promise<ReadonlyMap<string, string>> {
  const ref = path.join(project, 'spec', `${name}.yaml`);
  const { bundle: document, problems } = await bundle({ ref, config: await createConfig() });
  const [problem] = problems;
  if (problem !== undefined) throw new Error(`spec/${name}.yaml: ${problem.message}`);
  return filesOf(name, `spec/${name}.yaml`, document.parsed);
}

/** Writes both descriptions as one OpenAPI 3.2 document. Shape: that of `bundleSpec`. */
export async function projectSpec(): Promise<ReadonlyMap<string, string>> {
  const paths = { openapi: 'spec/openapi.yaml', asyncapi: ['spec/asyncapi.yaml'] };
  const { document, diagnostics } = await projectDocuments(paths, project);
  if (document === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return filesOf('openapi-3.2', 'spec/openapi.yaml and spec/asyncapi.yaml', document);
}

function filesOf(name: string, from: string, document: unknown): ReadonlyMap<string, string> {
  const note = `# Generated from ${from} by \`npm run generate\`. Do not edit.\n`;
  return new Map([
    [`spec/dist/${name}.yaml`, note + stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })],
    [`spec/dist/${name}.json`, `${JSON.stringify(document, null, 2)}\n`],
  ]);
}

if (import.meta.main) {
  const files = await Promise.all([bundleSpec('openapi'), bundleSpec('asyncapi'), projectSpec()]);
  await writeFiles(new Map(files.flatMap((each) => [...each])));
}
