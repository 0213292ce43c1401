/** Lints small documents with one rule of the plugin. */
import { join } from 'node:path';
import { createConfig, lint, lintFromString } from '@redocly/openapi-core';

const project = join(import.meta.dirname, '../../../..');
const configPath = join(project, 'tools/lint-spec/redocly.yaml');

async function configFor(rule: string): ReturnType<typeof createConfig> {
  return createConfig(
    { plugins: ['./plugin/contract.mjs'], rules: { [`contract/${rule}`]: 'error' } },
    { configPath },
  );
}

/** Lints a text and returns the messages. `file` is its virtual path, in a folder that does not exist. */
export async function lintText(
  rule: string,
  source: string,
  file = 'openapi.yaml',
): Promise<readonly string[]> {
  const absoluteRef = join(import.meta.dirname, 'fixtures/nowhere', file);
  const problems = await lintFromString({ source, absoluteRef, config: await configFor(rule) });
  return problems.map(({ message }) => message);
}

/** Lints a document below `fixtures/` and returns the messages. */
export async function lintFixture(rule: string, file: string): Promise<readonly string[]> {
  const ref = join(import.meta.dirname, 'fixtures', file);
  const problems = await lint({ ref, config: await configFor(rule) });
  return problems.map(({ message }) => message);
}
