/** What a description leaves open is no failure, and what it says badly states nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { findingsOf } from './support/library.ts';
import { checkWritten, type WrittenCall } from './support/written-service.ts';

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
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
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
    Item:
      type: object
      required: [id, name]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string, minLength: 1, maxLength: 400 }
        weight: { type: number }
`;

const items: Readonly<Record<string, unknown>>[] = [];

function respond({ method, path, query, body }: WrittenCall): Response {
  const [, first = '', id, , last] = path.split('/');
  if (first === 'days') {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(decodeURIComponent(id ?? ''));
    return new Response(null, { status: isDay || last === undefined ? 404 : 422 });
  }
  if (first === 'files' && method === 'POST')
    return typeof body?.['text'] === 'string'
      ? new Response(null, { status: 204, headers: { 'content-type': 'text/plain' } })
      : new Response(null, { status: 400 });
  if (first !== 'items') return new Response(null, { status: 404 });
  if (id !== undefined) {
    const item = items.find((each) => each['id'] === decodeURIComponent(id));
    return item === undefined ? Response.json({ detail: 'none' }, { status: 404 }) : Response.json(item);
  }
  if (method === 'GET' || method === 'HEAD') {
    const isValid = [...query].every(([name, text]) => !/page|since/.test(name) || /^-?\d+$/.test(text));
    return isValid ? Response.json({ items, next_page_url: 'none' }) : new Response(null, { status: 400 });
  }
  const { name, weight = 1 } = body ?? {};
  if (method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } });
  if (typeof name !== 'string' || name === '' || [...name].length > 400 || typeof weight !== 'number')
    return new Response(null, { status: 400 });
  items.push({ id: `item-${items.length + 1042}`, name, weight });
  return Response.json(items.at(-1), { status: 201 });
}

describe('a service of a description with errors', () => {
  let report: RunReport;
  const ofCheck = (id: string): readonly string[] =>
    findingsOf(report).filter((finding) => finding.includes(` ${id} `));

  beforeAll(async () => {
    report = await checkWritten(description, respond);
  });

  it('need not have a default of another type', () => expect(ofCheck('LAW24')).toEqual([]));

  it('has no further page where its next one is no number', () => expect(ofCheck('LAW08')).toEqual([]));

  it('may reject an id for an invalid value before it', () => expect(ofCheck('N03')).toEqual([]));

  it('is only warned of numbers beyond a format', () => {
    expect(new Set(ofCheck('N02'))).toEqual(new Set(['warn N02 listItems status']));
  });

  it('gets the body of the media type that is sent', () => expect(ofCheck('P01')).toEqual([]));

  it('may name the type of no content, and return errors without a declared one', () =>
    expect(ofCheck('C02')).toEqual([]));

  it('fails nothing', () => {
    expect(findingsOf(report).filter((finding) => !finding.startsWith('warn'))).toEqual([]);
  });
});
