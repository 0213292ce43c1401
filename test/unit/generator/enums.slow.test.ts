/** `enums: const` adds an object for each enum; its names are legal and differ. */
import { expect, it } from 'vitest';
import { runGenerated, serving } from './support/generated-project.ts';

const openapi = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - { name: status, in: query, required: true, schema: { $ref: '#/components/schemas/Status' } }
        - { name: sort, in: query, schema: { type: string, enum: [asc, desc] } }
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } }
  /checks:
    get: { operationId: Checked, responses: { '204': { description: none } } }
components:
  schemas:
    Status:
      type: [string, 'null']
      enum: [in_stock, sold, '', '-1', '+1', '>=', Sold, class, __proto__, null]
      x-enum-descriptions: { sold: It */ is gone. }
    Level: { type: number, enum: [1, -1, 2.5], x-enum-varnames: [Low, High, very high] }
    Http: { type: integer, enum: [200, 404], x-enumNames: [Ok, Ok] }
    PetKind: { type: object, properties: { a: { type: string } } }
    Pet:
      type: object
      required: [status, level]
      properties:
        status: { $ref: '#/components/schemas/Status' }
        level: { $ref: '#/components/schemas/Level' }
        kind: { type: string, enum: [cat, dog] }
        tags: { type: array, items: { type: string, enum: [new, sale] } }
        one: { type: string, enum: [only] }
`;

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
    Checked: () => ({ status: 204 }),
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
