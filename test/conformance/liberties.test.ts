/** Choices that a description leaves open are not failures, and mistakes in it state nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { findingsOf } from './support/notes.ts';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';

const description = `
openapi: 3.0.3
info: { title: Depot, version: 1.0.0 }
paths:
  /items:
    get:
      parameters:
        - { name: page, in: query, schema: { type: integer } }
        - { name: since, in: query, schema: { type: integer, format: int64 } }
        - name: created
          in: query
          style: deepObject
          explode: true
          schema:
            anyOf:
              - { type: object, properties: { gt: { type: integer } } }
              - { type: integer }
      operationId: listItems
      responses:
        '200':
          description: The items.
          content:
            application/json:
              schema:
                type: object
                required: [items]
                properties:
                  items: { type: array, items: { $ref: '#/components/schemas/Item' } }
                  next_page_url: { type: string }
        '400': { description: Invalid. }
    post:
      operationId: createItem
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/NewItem' } } }
      responses:
        '201':
          description: Created.
          content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } }
        '400': { description: Invalid. }
    patch:
      operationId: updateItems
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/ItemPatch' } } }
      responses:
        '200': { description: All are changed. }
        '400': { description: Invalid. }
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    patch:
      operationId: updateItem
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/ItemPatch' } } }
      responses:
        '204': { description: Changed. }
        '400': { description: Invalid. }
        '404': { description: There is none. }
    get:
      operationId: getItem
      responses:
        '200':
          description: The item.
          content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } }
        '404': { description: There is none. }
  /days/{day}/items/{id}:
    parameters:
      - { name: day, in: path, required: true, schema: { type: string, format: date } }
      - { name: id, in: path, required: true, schema: { type: string } }
    get:
      operationId: getItemOfDay
      responses:
        '200':
          description: The item.
          content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } }
        '404': { description: There is none. }
        '422': { description: The day is invalid. }
  /files:
    post:
      operationId: createFile
      requestBody:
        required: true
        content:
          '*/*': { schema: { type: string, format: binary } }
          application/vnd.depot+json:
            schema: { type: object, required: [text], properties: { text: { type: string } } }
      responses:
        '204': { description: Stored. }
        '400': { description: Invalid. }
components:
  schemas:
    NewItem:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 400 }
        weight: { type: number, default: '1' }
    ItemPatch:
      type: object
      properties: { name: { type: string, minLength: 1, maxLength: 400 }, weight: { type: number } }
    Item:
      type: object
      required: [id, name]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string, minLength: 1, maxLength: 400 }
        weight: { type: number }
`;

type Item = Readonly<Record<string, unknown>>;

/** Keeps items, with all the freedom that the description leaves. */
class DepotService {
  readonly calls: string[] = [];
  readonly #items = new Map<string, Item>();

  respond(call: WrittenCall): Response {
    const { method, path } = call;
    this.calls.push(`${method} ${path}`);
    const [, first = '', id, , last] = path.split('/').map((part) => decodeURIComponent(part));
    if (first === 'days') return empty(/^\d{4}-\d\d-\d\d$/.test(id ?? '') || last === undefined ? 404 : 422);
    if (first === 'files' && method === 'POST') return this.#store(call);
    if (first !== 'items') return empty(404);
    return id === undefined ? this.#respondList(call) : this.#respondItem(call, id);
  }

  #store({ body }: WrittenCall): Response {
    const isText = typeof body?.['text'] === 'string';
    return isText ? empty(204, { 'content-type': 'text/plain' }) : empty(400);
  }

  #respondItem({ method, body }: WrittenCall, id: string): Response {
    const item = this.#items.get(id);
    if (item === undefined) return Response.json({ detail: 'none' }, { status: 404 });
    if (method !== 'PATCH') return Response.json(item);
    if (!isValid({ ...item, ...body }) || body === null) return empty(400);
    this.#items.set(id, { ...item, ...body, id });
    return empty(204);
  }

  #respondList({ method, query, body }: WrittenCall): Response {
    if (method === 'GET' || method === 'HEAD') {
      const isRead = [...query].every(([name, text]) => !/page|since/.test(name) || /^-?\d+$/.test(text));
      return isRead ? Response.json({ items: [...this.#items.values()], next_page_url: 'none' }) : empty(400);
    }
    if (!isValid({ name: 'any', ...body }) || body === null) return empty(400);
    if (method === 'PATCH') {
      for (const [id, item] of this.#items) this.#items.set(id, { ...item, ...body });
      return empty(200);
    }
    if (method !== 'POST') return empty(405, { allow: 'GET, HEAD, POST, PATCH' });
    if (body['name'] === undefined) return empty(400);
    const id = `item-${this.#items.size + 1042}`;
    const item = { weight: 1, ...body, id };
    this.#items.set(id, item);
    return Response.json(item, { status: 201 });
  }
}

function isValid({ name, weight = 1 }: Item): boolean {
  const isName = typeof name === 'string' && name !== '' && [...name].length <= 400;
  return isName && typeof weight === 'number';
}

describe('a service of a description with errors', () => {
  const service = new DepotService();
  let report: RunReport;
  const ofCheck = (id: string): readonly string[] =>
    findingsOf(report).filter((finding) => finding.includes(` ${id} `));

  beforeAll(async () => {
    report = await checkWritten(description, (call) => service.respond(call));
  });

  it('need not have a default of another type', () => expect(ofCheck('LAW24')).toEqual([]));

  it('has no next page if its next position is not a number', () => expect(ofCheck('LAW08')).toEqual([]));

  it('may reject an id for an invalid value before it', () => expect(ofCheck('N03')).toEqual([]));

  it('is only warned of numbers beyond a format', () => {
    expect(new Set(ofCheck('N02'))).toEqual(new Set(['warn N02 listItems status']));
  });

  it('gets the body of the media type that is sent', () => expect(ofCheck('P01')).toEqual([]));

  it('may name the type of no content, and return errors without a declared one', () =>
    expect(ofCheck('C02')).toEqual([]));

  it('gets no request that changes all records', () => {
    expect(service.calls.filter((call) => call === 'PATCH /items')).toEqual([]);
  });

  it('fails nothing', () => {
    expect(findingsOf(report).filter((finding) => !finding.startsWith('warn'))).toEqual([]);
  });
});
