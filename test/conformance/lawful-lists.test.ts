/** Lists that no law reports, because the description leaves the choice. */
import { expect, it } from 'vitest';
import { checkWritten, empty } from './support/written-service.ts';

type Row = Readonly<Record<string, unknown>>;

const shelf = `
openapi: 3.1.0
info: { title: Shelf, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      parameters: [{ name: page, in: query, schema: { type: integer, minimum: 1 } }]
      responses:
        '200':
          description: The books.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } }
    post:
      operationId: createBook
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } }
      responses:
        '201':
          description: Created.
          content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
  /books/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getBook
      responses:
        '200':
          description: The book.
          content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
        '404': { description: There is none. }
components:
  schemas:
    Book: { type: object, required: [id], properties: { id: { type: integer }, title: { type: string } } }
`;

it('a list may return everything unless a page is requested', async () => {
  const books: Row[] = [];
  const report = await checkWritten(shelf, ({ method, path, query, body }) => {
    const id = path.split('/')[2];
    if (method === 'POST') {
      books.push({ ...body, id: books.length + 1 });
      return Response.json(books.at(-1), { status: 201 });
    }
    const book = books[Number(id) - 1];
    if (id !== undefined) return book === undefined ? empty(404) : Response.json(book);
    const start = 2 * (Number(query.get('page') ?? 1) - 1);
    return Response.json(query.has('page') ? books.slice(start, start + 2) : books);
  });
  const lists = report.outcomes.filter(({ check }) => /^LAW(?:06|08)$/.test(check));
  expect(lists.map(({ check, verdict }) => `${check} ${verdict}`)).toContain('LAW06 pass');
  expect(lists.flatMap(({ findings }) => findings)).toEqual([]);
});

const circles = `
openapi: 3.1.0
info: { title: Circles, version: 1.0.0 }
paths:
  /circles:
    get:
      operationId: listCircles
      parameters: [{ name: owner, in: query, required: true, schema: { type: string } }]
      responses:
        '200':
          description: The circles of an owner.
          content:
            application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Circle' } } }
    post:
      operationId: createCircle
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties: { name: { type: string }, members: { type: array, items: { type: string } } }
      responses:
        '201':
          description: Created.
          content: { application/json: { schema: { $ref: '#/components/schemas/Circle' } } }
  /circles/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getCircle
      responses:
        '200':
          description: The circle.
          content: { application/json: { schema: { $ref: '#/components/schemas/Circle' } } }
        '404': { description: There is none. }
components:
  schemas:
    Circle:
      type: object
      required: [id, owner]
      properties:
        id: { type: integer, readOnly: true }
        owner: { type: string, readOnly: true }
        name: { type: string }
        members:
          type: array
          items: { type: object, properties: { id: { type: string }, label: { type: string } } }
`;

it('a list may have the records of one owner, and a record the records that it names', async () => {
  const all: Row[] = [];
  const report = await checkWritten(circles, ({ method, path, query, body }) => {
    const id = path.split('/')[2];
    if (method === 'POST') {
      const members = (body?.['members'] ?? []) as readonly string[];
      const named = members.map((member) => ({ id: member, label: `${member}!` }));
      all.push({ ...body, members: named, id: all.length + 1, owner: 'ada' });
      return Response.json(all.at(-1), { status: 201 });
    }
    const circle = all[Number(id) - 1];
    if (id !== undefined) return circle === undefined ? empty(404) : Response.json(circle);
    return Response.json(all.filter(({ owner }) => owner === query.get('owner')));
  });
  const laws = report.outcomes.filter(({ check }) => /^LAW0[26]$/.test(check));
  expect(laws.map(({ check }) => check)).toEqual(['LAW02', 'LAW06']);
  expect(laws.flatMap(({ findings }) => findings)).toEqual([]);
});
