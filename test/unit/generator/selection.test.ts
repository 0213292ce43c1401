/** Selects operations by patterns, and drops the schemas that they do not use. */
import { describe, expect, it, test } from 'vitest';
import { createSelector, withUsedSchemas, type Selection } from '../../../generator/read/selection.ts';
import { contractOf, json, openapi, ref } from './support/documents.ts';

const operations = [
  { id: 'listFilms', path: '/films', tags: ['Films'] },
  { id: 'getFilm', path: '/films/{id}', tags: ['Films', 'Public'] },
  { id: 'listCast', path: '/films/{id}/cast/main', tags: ['Cast & crew'] },
  { id: 'getHealth', path: '/health', tags: [] },
];

function selected({ include = [], exclude = [] }: Partial<Selection>): string[] {
  const selector = createSelector({ include, exclude });
  return operations.filter((operation) => selector.selects(operation)).map(({ id }) => id);
}

describe('patterns', () => {
  test.each<[Partial<Selection>, string[]]>([
    [{}, ['listFilms', 'getFilm', 'listCast', 'getHealth']],
    [{ include: ['tag:Films'] }, ['listFilms', 'getFilm']],
    [{ include: ['tag:Cast*'] }, ['listCast']],
    [{ include: ['getFilm', '/health'] }, ['getFilm', 'getHealth']],
    [{ include: ['list*'] }, ['listFilms', 'listCast']],
    [{ include: ['/films/*'] }, ['getFilm']],
    [{ include: ['/films/**'] }, ['listFilms', 'getFilm', 'listCast']],
    [{ include: ['/**/main'] }, ['listCast']],
    [{ exclude: ['tag:Films'] }, ['listCast', 'getHealth']],
    [{ include: ['/films/**'], exclude: ['tag:Public'] }, ['listFilms', 'listCast']],
    [{ include: ['getfilm'] }, []],
  ])('%j select %j', (selection, ids) => {
    expect(selected(selection)).toEqual(ids);
  });

  it('take no more than quadratic time for hostile patterns', () => {
    const selector = createSelector({ include: ['*a'.repeat(2_000) + 'b'], exclude: [] });
    expect(selector.selects({ id: 'a'.repeat(5_000), path: '/', tags: [] })).toBe(false);
  });

  it('that match nothing are errors, with the probably intended word', () => {
    const reports: unknown[] = [];
    const selector = createSelector({ include: ['tag:Flims'], exclude: ['/health'] });
    for (const operation of operations) selector.selects(operation);
    selector.finish((code, place, details) => reports.push([code, place, details]));
    expect(reports).toEqual([
      ['SELECTION_UNUSED', null, { option: 'include', pattern: 'tag:Flims', meant: 'tag:Films' }],
    ]);
  });
});

it('schemas that no operation uses are dropped, and those of members and references stay', () => {
  const kind = { type: 'object', properties: { kind: { type: 'string' } } };
  const { contract } = contractOf(
    openapi(
      { '/pets': { get: { operationId: 'listPets', responses: { 200: json(ref('Pet')) } } } },
      {
        Pet: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
        Cat: { ...kind, properties: { ...kind.properties, toy: ref('Toy') } },
        Dog: kind,
        Toy: { type: 'string' },
        Film: kind,
      },
    ),
  );
  expect(withUsedSchemas(contract).schemas.map(({ name }) => name)).toEqual(['Pet', 'Cat', 'Dog', 'Toy']);
});
