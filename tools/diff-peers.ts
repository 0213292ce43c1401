/**
 * Runs other comparison tools on the pairs of schemas that `backlot diff` is tested with: `node tools/diff-peers.ts
 * DIR`, where DIR has api-smart-diff in its node_modules. Prints how often each differs from us in what is breaking:
 * `missed` is breaking but not reported, `invented` is compatible but reported as breaking, `stricter` is risky for us
 * but reported as breaking.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { JsonObject, JsonSchema } from '../generator/json/documents.ts';
import { schemaRows, type SchemaRow } from '../test/unit/generator/diff/schema-rows.ts';

const directions = ['request', 'response'] as const;
type Direction = (typeof directions)[number];
type IsBreaking = (before: JsonObject, after: JsonObject) => Promise<boolean>;

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Usage: node tools/diff-peers.ts DIR\n');
  process.exitCode = 2;
} else {
  const scratch = mkdtempSync(path.join(tmpdir(), 'backlot-peers-'));
  try {
    await compare('redocly diff', redocly(scratch));
    await compare('api-smart-diff', smartDiff(folder));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

async function compare(name: string, isBreaking: IsBreaking): Promise<void> {
  const found = {
    same: [] as string[],
    missed: [] as string[],
    stricter: [] as string[],
    invented: [] as string[],
    failed: [] as string[],
  };
  for (const row of schemaRows) {
    for (const direction of directions) {
      const label = `${row.name} (${direction})`;
      const classes = (row[direction] ?? []).map((expected) => expected.split(' ').at(-1));
      const verdict = await isBreaking(
        documentOf(row.before, direction, row),
        documentOf(row.after, direction, row),
      ).catch(() => null);
      found[verdict === null ? 'failed' : verdictOn(verdict, classes)].push(label);
    }
  }
  const counts = Object.entries(found).map(([word, labels]) => `${labels.length} ${word}`);
  process.stdout.write(`${name}, ${schemaRows.length * directions.length} cases: ${counts.join(', ')}\n`);
  for (const [word, labels] of Object.entries({ ...found, same: [] }))
    for (const label of labels) process.stdout.write(`  ${word}: ${label}\n`);
}

function verdictOn(
  isBreaking: boolean,
  ours: readonly (string | undefined)[],
): 'same' | 'missed' | 'stricter' | 'invented' {
  if (isBreaking === ours.includes('breaking')) return 'same';
  if (!isBreaking) return 'missed';
  return ours.includes('risky') ? 'stricter' : 'invented';
}

/** Creates a description whose only operation has the schema in its body or in its response. */
function documentOf(schema: JsonSchema, direction: Direction, { components = {} }: SchemaRow): JsonObject {
  const content: JsonObject = { 'application/json': { schema } };
  const operation: JsonObject = {
    operationId: 'x',
    ...(direction === 'request' ? { requestBody: { required: true, content } } : {}),
    responses: { '200': { description: 'ok', ...(direction === 'response' ? { content } : {}) } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: { '/x': { post: operation } },
    components: { schemas: components },
  };
}

function redocly(scratch: string): IsBreaking {
  const command = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const run = promisify(execFile);
  return async (before, after) => {
    const files = [before, after].map((document, i) => {
      const file = path.join(scratch, `${i}.json`);
      writeFileSync(file, JSON.stringify(document));
      return file;
    });
    const args = [command, 'diff', ...files, '--format', 'json', '--fail-on', 'none'];
    const { stdout } = await run(process.execPath, args, { cwd: scratch });
    return (JSON.parse(stdout) as { summary: { major: number } }).summary.major > 0;
  };
}

interface SmartDiff {
  readonly apiCompare: (before: object, after: object) => { readonly diffs: readonly { type: string }[] };
}

function smartDiff(installed: string): IsBreaking {
  const require = createRequire(path.join(path.resolve(installed), 'package.json'));
  const { apiCompare } = require('api-smart-diff') as SmartDiff;
  return (before, after) =>
    Promise.resolve().then(() => apiCompare(before, after).diffs.some(({ type }) => type === 'breaking'));
}
