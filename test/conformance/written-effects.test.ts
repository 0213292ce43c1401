/** Effects beyond the record itself: a separate search, settings below a record, and a repeated deletion. */
import { expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { json } from './support/written-parts.ts';

const shelf = `{ $ref: '#/components/schemas/Shelf' }`;
const sent = (schema: string) => `{ required: true, content: { application/json: { schema: ${schema} } } }`;
const input = '{ type: object, required: [name], properties: { name: { type: string } } }';
const settings = `{ $ref: '#/components/schemas/Settings' }`;

const description = `
openapi: 3.1.0
info: { title: Shelves, version: 1.0.0 }
paths:
  /shelves:
    get: { operationId: listShelves, responses: { '200': ${json(`{ type: array, items: ${shelf} }`)} } }
    post:
      operationId: createShelf
      requestBody: ${sent(input)}
      responses: { '201': ${json(shelf)}, '400': { description: Invalid. } }
  /shelves/{shelfId}:
    parameters: [{ name: shelfId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getShelf, responses: { '200': ${json(shelf)}, '404': { description: None. } } }
    delete: { operationId: deleteShelf, responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /shelves/{shelfId}/settings:
    parameters: [{ name: shelfId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getSettings, responses: { '200': ${json(settings)}, '404': { description: None. } } }
    put:
      operationId: replaceSettings
      requestBody: ${sent(settings)}
      responses: { '200': ${json(settings)}, '400': { description: Invalid. }, '404': { description: None. } }
  /search:
    get:
      operationId: searchShelves
      parameters: [{ name: q, in: query, required: true, schema: { type: string, minLength: 1 } }]
      responses: { '200': ${json(`{ type: array, items: ${shelf} }`)}, '400': { description: Invalid. } }
components:
  schemas:
    Shelf: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    Settings:
      type: object
      required: [color]
      properties: { color: { type: string, enum: [red, blue] }, width: { type: integer, minimum: 1, maximum: 90 } }
`;

interface Faults {
  readonly findsAll?: boolean;
  readonly losesSettings?: boolean;
  readonly failsAgain?: boolean;
}

function createService({ findsAll, losesSettings, failsAgain }: Faults = {}) {
  const names = new Map<string, string>();
  const settingsOf = new Map<string, object>();
  const create = (name: unknown): Response => {
    if (typeof name !== 'string') return empty(400);
    const id = `s${names.size + settingsOf.size + 1}`;
    names.set(id, name);
    settingsOf.set(id, { color: 'red' });
    return Response.json({ id, name }, { status: 201 });
  };
  const rows = (text = '') =>
    [...names].filter(([, name]) => name.includes(text)).map(([id, name]) => ({ id, name }));
  const settle = (id: string, { method, body }: WrittenCall): Response => {
    if (method === 'GET') return Response.json(settingsOf.get(id));
    if (method !== 'PUT') return empty(405);
    const { color, width } = body ?? {};
    const isValid =
      (color === 'red' || color === 'blue') &&
      (width === undefined || (Number.isInteger(width) && Number(width) >= 1 && Number(width) <= 90));
    if (!isValid) return empty(400);
    if (losesSettings !== true) settingsOf.set(id, { color, ...(width === undefined ? {} : { width }) });
    return Response.json({ color, ...(width === undefined ? {} : { width }) });
  };
  return (call: WrittenCall): Response => {
    const { method, path, query, body } = call;
    if (!/^\/(?:search|shelves(?:\/[^/]+(?:\/settings)?)?)$/.test(path)) return empty(404);
    const [, kind, id = '', below] = path.split('/');
    if (kind === 'search' && method === 'GET')
      return query.get('q')
        ? Response.json(findsAll === true ? rows().slice(0, 1) : rows(query.get('q')!))
        : empty(400);
    if (id === '')
      return method === 'POST'
        ? create(body?.['name'])
        : method === 'GET'
          ? Response.json(rows())
          : empty(405);
    if (!names.has(id))
      return empty(method === 'DELETE' && failsAgain === true && settingsOf.has(id) ? 500 : 404);
    if (below === 'settings') return settle(id, call);
    if (method === 'GET') return Response.json({ id, name: names.get(id) });
    if (method !== 'DELETE') return empty(405);
    names.delete(id);
    return empty(204);
  };
}

function findings({ outcomes }: RunReport): readonly string[] {
  const all = outcomes.flatMap((outcome) => outcome.findings);
  return [...new Set(all.map(({ check, subject, verdict }) => `${verdict} ${check} ${subject}`))];
}

it.each<[string, Faults, readonly string[]]>([
  ['a service without a fault', {}, []],
  ['a search that finds everything', { findsAll: true }, ['warn LAW12 /shelves']],
  ['settings that are not stored', { losesSettings: true }, ['fail LAW21 /shelves']],
  ['a deletion that fails if it is repeated', { failsAgain: true }, ['fail C06 deleteShelf']],
])('%s', async (_name, faults, expected) => {
  expect(findings(await checkWritten(description, createService(faults)))).toEqual(expected);
});
