/** The OpenAPI 3.2 document of the service is valid, and has the same types and streams as the documents it is from. */
import { createConfig, lint } from '@redocly/openapi-core';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { generate } from '../../../generator/pipeline.ts';
import { createMemorySink } from '../../../tools/memory-sink.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const document = 'spec/dist/openapi-3.2.yaml';

async function generateFrom(openapi: string): Promise<ReadonlyMap<string, string>> {
  const target = { name: 'api', openapi, asyncapi: [], out: 'out', lint: null, extras: [] };
  const sink = createMemorySink();
  const only = ['types.ts', 'events.ts'];
  await generate(
    { folder: root, targets: [target], runtime: 'out/runtime', docs: 'docs', only },
    sink,
    'write',
  );
  return sink.files;
}

/** Splits a generated file into its declarations, without the header with the names of the documents. */
function declarationsOf(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n\n')
    .slice(1)
    .map((each) => each.trim());
}

describe('the OpenAPI 3.2 document of the service', () => {
  it('has the same unions of events and the same types', async () => {
    const files = await generateFrom(document);
    const read = async (name: string) => ({
      before: declarationsOf(await readFile(path.join(root, 'generated/service', name), 'utf8')),
      after: declarationsOf(files.get(`out/${name}`)),
    });
    const types = await read('types.ts');
    expect(types.after.length).toBeGreaterThan(160);
    expect(types.after.filter((each) => !types.before.includes(each))).toEqual([]);
    // The AsyncAPI document has a placeholder for the body of each request.
    const missing = types.before.filter((each) => !types.after.includes(each));
    expect(
      missing.filter((each) => !each.includes('The request body. Its properties are described')),
    ).toEqual([]);
    const events = await read('events.ts');
    expect(events.after.join('\n')).toContain('ExecutionStreamEvent');
    expect(events.after.filter((each) => !events.before.includes(each))).toEqual([]);
    expect(events.before.filter((each) => !events.after.includes(each)).join()).not.toContain('Stream');
  });

  it("is valid for Redocly's linter", async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: { 'no-invalid-media-type-examples': 'error', 'operation-4xx-problem-details-rfc7807': 'off' },
    });
    const problems = await lint({ ref: path.join(root, document), config });
    expect(problems.map(({ message }) => message)).toEqual([]);
  });
});
