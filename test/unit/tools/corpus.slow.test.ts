/** The command that tries the generator on a folder of descriptions. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { useFolder } from '../../support/folder.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = useFolder();

function writeDescription(name: string, ref: string, query: object = { type: 'string' }): void {
  const parameters = [{ name: 'query', in: 'query', required: true, schema: query }];
  const schema = { $ref: ref };
  const responses = { 200: { description: 'OK', content: { 'application/json': { schema } } } };
  const pet = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const description = {
    openapi: '3.0.3',
    info: { title: name, version: '1' },
    paths: { '/pets': { get: { operationId: 'getPet', parameters, responses } } },
    components: { schemas: { Pet: pet } },
  };
  writeFileSync(join(folder, 'api', `${name}.json`), JSON.stringify(description));
}

it('generates, compiles and records each description, and tries it only once', () => {
  mkdirSync(join(folder, 'api'));
  // No request can be sampled, and the handlers of MSW still compile.
  writeDescription('unsampled', '#/components/schemas/Pet', { type: 'string', minLength: 2, maxLength: 1 });
  writeDescription('remote', 'https://example.com/pet.json');
  const results = join(folder, 'results');
  const args = [join(root, 'tools/corpus/corpus.ts'), join(folder, 'api'), '--results', results];
  const first = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(first.stdout).toMatch(/^unsampled\.json .* ok$/m);
  expect(first.stdout).toMatch(/^remote\.json .* error\n {4}REFERENCE_REFUSED at 1:\d+: /m);
  expect(first.status).toBe(1);
  const lines = (): string[] => readFileSync(join(results, 'results.jsonl'), 'utf8').trimEnd().split('\n');
  const names = lines().map((line) => (JSON.parse(line) as { readonly name: string }).name);
  expect(names.sort()).toEqual(['remote.json', 'unsampled.json']);
  const second = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(second.stdout).toContain('2 of 2 descriptions were tried.');
  expect(lines()).toHaveLength(2);
});
