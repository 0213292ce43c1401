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

/** An OpenAPI document with the given YAML at its root. */
export function openapiWith(rest: string): string {
  return `openapi: 3.1.1\ninfo: {title: Small, version: 1.0.0}\n${rest}`;
}

/** An OpenAPI document with one operation, given without indentation, followed by more of the root. */
export function operationWith(operation: string, path = '/v1/auth/me', rest = 'components: {}'): string {
  const indented = operation
    .trim()
    .split('\n')
    .map((line) => `      ${line}`)
    .join('\n');
  return openapiWith(`paths:\n  ${path}:\n    get:\n${indented}\n${rest}`);
}

/** An OpenAPI document with only component schemas, given without indentation. */
export function schemasWith(schemas: string): string {
  const indented = schemas
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
  return openapiWith(`paths: {}\ncomponents:\n  schemas:\n${indented}`);
}
