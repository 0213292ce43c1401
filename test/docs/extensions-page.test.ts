/** The extensions page lists every extension, and its example document generates the documented functions. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { isObject } from '../../generator/json/json.ts';
import { blocksOf, readPage, repository } from './support/blocks.ts';
import { runProgram } from './support/run-block.ts';
import { useFolder } from '../support/folder.ts';

const page = 'docs/extensions.md';
const text = readPage(page);
const folder = useFolder();
let output = '';
let client = '';

/** Merges the blocks, property by property. */
function merge(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other;
  const entries = Object.entries(other).map(([key, value]) => [
    key,
    merge((one as Record<string, unknown>)[key], value),
  ]);
  return { ...one, ...Object.fromEntries(entries) };
}

beforeAll(async () => {
  const blocks = blocksOf(page).filter(({ kind }) => kind === 'yaml');
  const start: unknown = { openapi: '3.1.0', info: { title: 'Jobs', version: '1.0' } };
  const description = blocks.map(({ code }) => parse(code) as unknown).reduce(merge, start);
  writeFileSync(join(folder, 'openapi.yaml'), stringify(description));
  const command = [join(repository, 'dist/cli/main.js'), 'generate', '--no-cache', '--format', 'json'];
  const files = ['--openapi', join(folder, 'openapi.yaml'), '--out', join(folder, 'api')];
  ({ output } = await runProgram(process.execPath, [...command, ...files]));
  client = readFileSync(join(folder, 'api/client.ts'), 'utf8');
}, 60_000);

it('the page has exactly the extensions of the schema', () => {
  const schema = JSON.parse(readFileSync(join(repository, 'spec/extensions.schema.json'), 'utf8')) as {
    properties: Record<string, unknown>;
  };
  const named = new Set([...text.matchAll(/`(x-[a-z-]+)`/g)].map(([, name]) => name ?? ''));
  expect([...named].sort()).toEqual(Object.keys(schema.properties).sort());
});

it.each(['x-stream', 'x-resume', 'x-pagination', 'x-polling', 'x-idempotency'])(
  'the section of %s has every property',
  (name) => {
    const schema = JSON.parse(readFileSync(join(repository, 'spec/extensions.schema.json'), 'utf8')) as {
      properties: Record<string, { properties: Record<string, unknown> }>;
    };
    const section = text.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? '';
    for (const property of Object.keys(schema.properties[name]?.properties ?? {}))
      expect(section).toMatch(new RegExp(`^\\|.*\`${property}\`.*\\|.*\\|$`, 'm'));
  },
);

describe('the example document', () => {
  it('is valid without changes', () => {
    const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; severity: string }[] };
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it.each(['paginateJobs', 'paginateWorkers', 'followChanges', 'runJob', 'followJob', 'createJob'])(
    'generates %s',
    (name) => {
      expect(text).toContain(name);
      expect(client).toContain(`export function ${name}(`);
    },
  );

  it('generates streams that resume with another operation', () => {
    expect(client).toContain('resume: { call: followJobCall');
  });

  it('generates a call that creates its own key', () => {
    expect(client).toMatch(/name: 'Request-Key', in: inHeader, convert: keyOrNew/);
  });
});
