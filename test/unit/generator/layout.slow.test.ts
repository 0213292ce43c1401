/** `layout: split` writes files by tag with the same exports; changing the layout leaves no files behind. */
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { runCommand } from '../../support/run-command.ts';
import { readDocument, runGenerated, serving } from './support/generated-project.ts';
import { temporaryFolder } from '../../support/folder.ts';

const openapi = readDocument('layout');

const secured = serving
  .replace('context: () => null', "$&, authenticate: { token: () => authenticated('ida') }")
  .replace('auth: {}', "auth: { token: 't' }")
  .replace('Record<never, never>', '{ token: string }');

const program = `${secured}
import { authenticated } from './api/handler.ts';
import { FilmKind, type Film, type Unused } from './api/types.ts';
import type { Actor } from './api/types/tag-con.ts';
import { FilmKind as SameKind } from './api/types/film-archive.ts';
import { getFilm } from './api/client/film-archive.ts';
import { createClient, isErrorOf, type GetFilmResult } from './api/client.ts';
import { checks } from './api/validators.ts';
import * as tanstack from './api/tanstack.ts';
import { getFilmHandler } from './api/msw.ts';
import { operations } from './api/operations.ts';
import { operation_getFilm } from './api/operations/film-archive.ts';
import { operationSamples, samples } from './api/samples.ts';
import { manifest } from './api/manifest.ts';

const actor: Actor = { name: 'Ida' };
const film: Film = { id: 'f1', kind: FilmKind.Long, cast: [{ ...actor, films: [] }] };
export const unused: Unused = [{ title: 'none' }];
await withServer(
  {
    getFilm: () => ({ status: 200, body: film }),
    listActors: () => ({ status: 200, body: [actor] }),
    request: () => ({ status: 204 }),
  },
  async (api) => {
    const { body } = await api.getFilm({ path: { id: 'f1' } });
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', auth: {} });
    const failed: GetFilmResult | boolean = await getFilm(client, { path: { id: 'f1' } }).catch((error: unknown) =>
      isErrorOf(error, 'getFilm'),
    );
    const problems = await checks.Film.explain({ id: 'f1', cast: [{ name: 1 }] });
    return {
      body,
      status: (await api.request()).status,
      isError: failed,
      isSame: FilmKind === SameKind,
      problems: problems.map(({ path }) => path),
      operations: operations.map(({ id }) => id),
      hasOwnOperation: operations[0] === operation_getFilm,
      firstPath: manifest.operations[0]?.path,
      isSampleShared: operationSamples.getFilm.responses[0]?.body === samples.Film,
      handler: typeof (tanstack.getFilmQueryKey(client).length > 0 ? getFilmHandler : null),
    };
  },
);
`;

it('a split layout has the same exports, and a module of each tag', { timeout: 60_000 }, async () => {
  const options = { layout: 'split', enums: 'const', extras: ['tanstack', 'msw', 'samples'] } as const;
  expect(await runGenerated(openapi, options, program)).toEqual({
    body: { id: 'f1', kind: 'long', cast: [{ name: 'Ida', films: [] }] },
    status: 204,
    isError: false,
    isSame: true,
    problems: ['cast.0.name'],
    operations: ['getFilm', 'listActors', 'request'],
    hasOwnOperation: true,
    firstPath: '/films/{id}',
    isSampleShared: true,
    handler: 'function',
  });
});

it(
  'a split layout of a single tag declares each operation before it lists them',
  { timeout: 60_000 },
  async () => {
    const single = `openapi: 3.1.0
info: { title: Films, version: '1' }
paths:
  /films: { get: { operationId: listFilms, tags: [Films], responses: { '204': { description: ok } } } }
`;
    const listed = `
import { manifest } from './api/manifest.ts';
import { operations } from './api/operations.ts';
process.stdout.write(JSON.stringify([operations.map(({ id }) => id), manifest.operations.map(({ id }) => id)]));
`;
    expect(await runGenerated(single, { layout: 'split' }, listed)).toEqual([['listFilms'], ['listFilms']]);
  },
);

it('a layout replaces the files of the other, and bundles stay as small', async () => {
  const folder = await temporaryFolder({ 'openapi.yaml': openapi });
  const generate = async (...args: string[]): Promise<string> => {
    const call = ['generate', '--openapi', 'openapi.yaml', '--out', 'api', '--runtime', 'package', ...args];
    return (await runCommand(folder, call)).out;
  };
  const list = (): string[] => globSync('api/**/*.ts', { cwd: folder }).sort();
  const bundle = async (): Promise<string> => {
    const contents = "export { createClient, getFilm } from './api/client.ts';";
    const stdin = { contents, resolveDir: folder };
    const { outputFiles } = await build({
      stdin,
      bundle: true,
      write: false,
      external: ['backlot'],
      format: 'esm',
    });
    return outputFiles[0]?.text ?? '';
  };
  await generate();
  const files = list();
  expect(await generate('--layout', 'split', '--dry-run')).toContain('api/types/film-archive.ts is missing');
  expect(list()).toEqual(files);
  await generate('--layout', 'split');
  expect(list()).toEqual(expect.arrayContaining([...files, 'api/client/tag-con.ts', 'api/types/other.ts']));
  expect(await generate('--layout', 'split', '--check')).toContain('up to date');
  expect(await bundle()).toContain('/films/{id}');
  expect(await bundle()).not.toContain('/actors');
  await generate();
  expect(list()).toEqual(files);
  expect(existsSync(path.join(folder, 'api/client'))).toBe(false);
});
