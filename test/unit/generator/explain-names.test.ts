import { describe, expect, it } from 'vitest';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import { explainNames } from '../../../generator/explain-names.ts';
import { readConfig } from '../../../generator/options/config.ts';
import { temporaryFolder } from '../../support/folder.ts';

const description = `openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /films:
    get: { operationId: list_films, responses: { '200': { description: ok } } }
    post: { operationId: add_a_film_films_post, responses: { '201': { description: ok } } }
    delete: { operationId: createClient, responses: { '204': { description: ok } } }
components:
  schemas:
    film_list: { type: object }
    Client: { type: object }
`;

async function explain(target: string): Promise<{ names: string[] | undefined; problems: string[] }> {
  const folder = await temporaryFolder({
    'api.yaml': description,
    'backlot.config.yaml': `targets:\n  api: { openapi: api.yaml, out: out${target} }\n`,
  });
  const { report, diagnostics } = collectDiagnostics();
  const options = await readConfig(`${folder}/backlot.config.yaml`, report);
  if (options === null) return { names: undefined, problems: diagnostics.map(({ message }) => message) };
  const explained = await explainNames(options);
  return {
    names: explained.names?.map(({ original, name, reason }) => `${original} → ${name}: ${reason}`),
    problems: explained.diagnostics.map(({ message }) => message),
  };
}

describe('the names of generated code', () => {
  it('are listed with the reason for each', async () => {
    expect((await explain('')).names).toEqual([
      'list_films → listFilms: the operationId in camel case',
      'add_a_film_films_post → addAFilm: the operationId without the route at its end',
      'createClient → createClientOperation: generated code has its own `createClient`',
      'film_list → FilmList: the name of the schema in Pascal case',
      'Client → Client: the name of the schema',
    ]);
  });

  it('are those of the configuration', async () => {
    const { names } = await explain(
      ', rename: { operations: { list_films: films }, schemas: { Client: Customer } }',
    );
    expect(names).toContain('list_films → films: `rename` in the configuration');
    expect(names).toContain('Client → Customer: `rename` in the configuration');
  });

  it('can be listed for a selection', async () => {
    expect((await explain(', include: [list_films]')).names).toEqual([
      'list_films → listFilms: the operationId in camel case',
    ]);
  });
});

describe('a wrong `rename` is reported', () => {
  it.each([
    [
      '{ operations: { list_film: films } }',
      '`rename` names the operation `list_film`, which does not exist; did you mean `list_films`?',
    ],
    [
      '{ operations: { list_films: delete } }',
      '`rename` of the target `api` has "delete", which is not an identifier.',
    ],
    ['{ schemas: { Client: A, film_list: A } }', '`rename` of the target `api` has the name "A" twice.'],
    ['{ tags: {} }', '`rename` of the target `api` may only have `operations` and `schemas`.'],
  ])('%s', async (rename, problem) => {
    expect((await explain(`, rename: ${rename}`)).problems).toEqual([problem]);
  });

  it('for a schema that does not exist', async () => {
    const { problems } = await explain(', rename: { schemas: { Clien: Customer } }');
    expect(problems).toEqual([
      '`rename` names the schema `Clien`, which does not exist; did you mean `Client`?',
    ]);
  });
});
