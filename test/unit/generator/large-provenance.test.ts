/** TypeScript compares the objects of a list with each other, and gives up on the thousands of Microsoft Graph. */
import { expect, it } from 'vitest';
import { generate } from '../../../generator/pipeline.ts';
import { createMemorySink } from '../../../tools/memory-sink.ts';
import { temporaryFolder } from '../../support/folder.ts';

async function resourcesOf(count: number): Promise<readonly string[]> {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const schema = { type: 'object', properties: { id: { type: 'string' } } };
  const responses = { 200: { description: 'One.', content: { 'application/json': { schema } } } };
  const paths = Object.fromEntries(
    Array.from({ length: count }, (_, number) => [
      `/kind${number}/{id}`,
      { get: { operationId: `get${number}`, parameters: [id], responses } },
    ]),
  );
  const description = { openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths };
  const folder = await temporaryFolder({ 'openapi.json': JSON.stringify(description) });
  const target = { name: 'api', openapi: 'openapi.json', asyncapi: [], out: 'api', lint: null };
  const targets = [{ ...target, extras: ['provenance'] as const }];
  const sink = createMemorySink();
  await generate({ folder, targets, runtime: 'copy', docs: 'docs', only: ['provenance.ts'] }, sink, 'write');
  const lines = sink.files.get('api/provenance.ts')?.split('\n') ?? [];
  return lines.filter((line) => line.startsWith("    { name: 'kind"));
}

it.each([
  [3, false],
  [1_000, true],
])('of %i resources each one has its type written: %s', async (count, isTyped) => {
  const resources = await resourcesOf(count);
  expect(resources).toHaveLength(count);
  expect(resources.every((line) => line.endsWith("} as ResourceGraph['resources'][number],"))).toBe(isTyped);
});
