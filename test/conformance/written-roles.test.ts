/** A read-only key of a service whose description has no scopes. */
import { expect, it } from 'vitest';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';

const description = `
openapi: 3.1.0
info: { title: Shelves, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /shelves:
    post:
      operationId: createShelf
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/ShelfInput' } } }
      responses:
        '201': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
        '400': { description: Invalid. }
        '401': { description: No key. }
        '403': { description: A key that may not write. }
  /shelves/{shelfId}:
    parameters: [{ name: shelfId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getShelf
      responses:
        '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
        '401': { description: No key. }
        '404': { description: There is none. }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    ShelfInput: { type: object, required: [name], properties: { name: { type: string } } }
    Shelf: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
`;

/** Creates a service in which readers may write or not. */
function createService(mayReadersWrite: boolean) {
  const names = new Map<string, string>();
  return ({ method, path, headers, body }: WrittenCall): Response => {
    const [, role] = /^Bearer (writer|reader)-key$/i.exec(headers.get('authorization') ?? '') ?? [];
    const [, id = ''] = /^\/shelves\/([^/]+)$/.exec(path) ?? [];
    if (path !== '/shelves' && id === '') return empty(404);
    if (role === undefined) return empty(401);
    const name = names.get(id);
    if (method === 'GET' && id !== '') return name === undefined ? empty(404) : Response.json({ id, name });
    if (method !== 'POST' || id !== '') return empty(405);
    if (role === 'reader' && !mayReadersWrite) return empty(403);
    if (typeof body?.['name'] !== 'string') return empty(400);
    names.set(`s${names.size + 1}`, body['name']);
    return Response.json({ id: `s${names.size}`, name: body['name'] }, { status: 201 });
  };
}

it.each([
  [false, []],
  [true, ['warn A04 createShelf']],
])('is reported if it may write: %s', async (mayReadersWrite, expected) => {
  const keys = { full: 'writer-key', readOnly: 'reader-key' };
  const { outcomes } = await checkWritten(description, createService(mayReadersWrite), keys);
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  expect(findings.map(({ verdict, check, subject }) => `${verdict} ${check} ${subject}`)).toEqual(expected);
});
