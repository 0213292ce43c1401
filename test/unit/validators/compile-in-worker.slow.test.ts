/** A worker thread compiles the same code, and is used only if it pays off. */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../generator/model/contract-model.ts';
import { noopCache, type TextCache } from '../../../generator/emit/emitter.ts';
import { compileInWorker } from '../../../generator/emit/validators/compile-in-worker.ts';
import { compileModule, nameTask } from '../../../generator/emit/validators/compile-module.ts';
import { buildLibrary, type Library } from '../../../generator/emit/validators/registry.ts';
import { contractOf } from './support.ts';

const properties = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [`member${n}`, { type: 'string', minLength: n, format: 'date-time' }]),
);

/** Creates schemas that refer to each other in a cycle; one of them can't be compiled. */
function libraryOf(count: number): Library {
  const components = Object.fromEntries(
    Array.from({ length: count }, (_, n): [string, JsonSchema] => [
      `Schema${n}`,
      {
        type: 'object',
        properties: { ...properties, next: { $ref: `#/components/schemas/Schema${(n + 1) % count}` } },
      },
    ]),
  );
  return buildLibrary(
    contractOf({ components: { ...components, Broken: { minLength: 'x' } } }),
    () => undefined,
  );
}

describe.runIf(availableParallelism() > 1)('a large library', () => {
  const library = libraryOf(120);
  const here = compileModule(library, 'all', noopCache);

  test('results in the same code, all of it compiled ahead', async () => {
    const texts = await compileInWorker(library, noopCache);
    for (const schema of library.schemas.values())
      for (const mode of ['all', 'first'] as const) {
        const task = { schema, usesUnevaluated: library.usesUnevaluated, mode };
        expect(texts.knows('validators', nameTask(task))).toBe(true);
      }
    const compiled = compileModule(library, 'all', texts);
    expect(compiled.code === here.code).toBe(true);
    expect(compiled.uncompilable).toEqual(here.uncompilable);
    expect(compiled.uncompilable.size).toBe(1);
  });

  test('is compiled in this thread if the worker has received a different task', async () => {
    const texts = await compileInWorker(libraryOf(110), noopCache);
    expect(compileModule(library, 'all', texts).code === here.code).toBe(true);
  });

  test('needs no worker if everything is cached', async () => {
    const knowing: TextCache = { recall: () => '', knows: () => true };
    expect(await compileInWorker(library, knowing)).toBe(knowing);
  });
});

test('the build keeps the worker files, which nothing imports', () => {
  const build = readFileSync(resolve(import.meta.dirname, '../../../tools/build/build.ts'), 'utf8');
  const [, list = ''] = /^const threads = \[(.+)\];$/m.exec(build) ?? [];
  const threads = [...list.matchAll(/'([^']+)'/g)].map(([, path]) => path);
  const there = threads.filter((path) => existsSync(resolve(import.meta.dirname, '../../..', `${path}.ts`)));
  expect(there).toEqual(threads);
  expect(threads).toContain('generator/emit/validators/compile-worker');
});

test('a small library does not start a worker', async () => {
  expect(await compileInWorker(libraryOf(3), noopCache)).toBe(noopCache);
});
