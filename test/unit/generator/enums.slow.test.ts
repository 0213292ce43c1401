/** `enums: const` adds an object for each enum; its names are valid and unique. */
import { expect, it } from 'vitest';
import { readDocument, runGenerated, serving } from './support/generated-project.ts';

const openapi = readDocument('enums');

const program = `${serving}
import { Http, Level, ListPetsQuerySort, PetKind2, PetTags, Status, type Pet } from './api/index.ts';
import * as all from './api/index.ts';

const pet: Pet = { status: Status.InStock, level: Level.VeryHigh, kind: PetKind2.Cat, tags: [PetTags.New] };
const sort: ListPetsQuerySort = ListPetsQuerySort.Desc;
const code: Http = Http.Ok_2;
// @ts-expect-error
export const wrong: Status = Level.Low;
await withServer(
  {
    listPets: ({ query }) => ({ status: 200, body: [{ ...pet, status: query.status ?? Status.Empty }] }),
    checked: () => ({ status: 204 }),
  },
  async (api) => {
    const { body } = await api.listPets({ query: { status: Status.Sold, sort } });
    return { body, code, names: Object.keys(all), Status, Level };
  },
);
`;

it('enums have objects', { timeout: 60_000 }, async () => {
  expect(await runGenerated(openapi, { enums: 'const' }, program)).toEqual({
    body: [{ status: 'sold', level: 2.5, kind: 'cat', tags: ['new'] }],
    code: 404,
    names: ['Http', 'Level', 'ListPetsQuerySort', 'PetKind2', 'PetTags', 'Status'],
    Status: {
      InStock: 'in_stock',
      Sold: 'sold',
      Empty: '',
      Minus1: '-1',
      Plus1: '+1',
      Value6: '>=',
      Sold_2: 'Sold',
      Class: 'class',
      Proto: '__proto__',
    },
    Level: { Low: 1, High: -1, VeryHigh: 2.5 },
  });
});
