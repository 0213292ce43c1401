/** Updates that require the current ETag of a record. */
import { expect, it } from 'vitest';
import { json, none, one, path, ref } from './support/written-parts.ts';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';

const sent = `{ required: true, content: { application/json: { schema: ${ref('NewNote')} } } }`;
const tag = `{ name: If-Match, in: header, required: true, schema: { type: string } }`;
const failures = `'412': { description: It has changed. }, '422': { description: Invalid. }, '428': { description: If-Match is missing. }`;

const description = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post:
      operationId: createNote
      requestBody: ${sent}
      responses: { '201': ${one('Note')}, '422': { description: Invalid. } }
  /notes/{noteId}:
    parameters: [${path('noteId')}]
    get: { operationId: getNote, responses: { '200': ${json(ref('Note'))}, ${none} } }
    patch:
      operationId: updateNote
      parameters: [${tag}]
      requestBody: ${sent}
      responses: { '200': ${json(ref('Note'))}, ${none}, ${failures} }
components:
  schemas:
    NewNote:
      type: object
      minProperties: 1
      properties: { text: { type: string, minLength: 1, maxLength: 20 }, isPinned: { type: boolean } }
    Note:
      type: object
      required: [noteId, text, isPinned]
      properties: { noteId: { type: string }, text: { type: string }, isPinned: { type: boolean } }
`;

/** Creates the service; a careless one accepts texts of any length in updates. */
function createService(isCareless: boolean) {
  const notes = new Map<string, { readonly value: object; readonly version: number }>();
  const isValid = (body: WrittenCall['body'], longest: number): boolean => {
    const { text = 'x', isPinned = false } = body ?? {};
    const isText = typeof text === 'string' && text !== '' && text.length <= longest;
    return body !== null && Object.keys(body).length > 0 && isText && typeof isPinned === 'boolean';
  };
  return ({ method, path: address, headers, body }: WrittenCall): Response => {
    const [, , noteId] = address.split('/');
    if (noteId === undefined) {
      if (!isValid(body, 20)) return empty(422);
      const id = `n${notes.size + 1}`;
      const { text = 'x', isPinned = false } = body ?? {};
      notes.set(id, { value: { noteId: id, text, isPinned }, version: 1 });
      return Response.json(notes.get(id)?.value, { status: 201 });
    }
    const note = notes.get(noteId);
    if (note === undefined) return empty(404);
    const etag = `"${note.version}"`;
    if (method === 'GET') return Response.json(note.value, { headers: { etag } });
    if (!headers.has('if-match')) return empty(428);
    if (headers.get('if-match') !== etag) return empty(412);
    if (!isValid(body, isCareless ? Infinity : 20)) return empty(422);
    const { text, isPinned } = body ?? {};
    const value = {
      ...note.value,
      ...(text !== undefined && { text }),
      ...(isPinned !== undefined && { isPinned }),
    };
    notes.set(noteId, { value, version: note.version + 1 });
    return Response.json(value, { headers: { etag: `"${note.version + 1}"` } });
  };
}

it.each([
  ['a service that conforms', false, []],
  ['an update that accepts any length', true, ['fail N01 updateNote']],
])('%s', async (_name, isCareless, expected) => {
  const { outcomes } = await checkWritten(description, createService(isCareless));
  const findings = outcomes.flatMap((each) => each.findings);
  const named = findings.map(({ check, subject, verdict }) => `${verdict} ${check} ${subject}`);
  expect([...new Set(named)]).toEqual(expected);
  const passed = outcomes.filter(({ verdict, subject }) => verdict === 'pass' && subject === 'updateNote');
  expect(passed.map(({ check }) => check)).toContain('P01');
});
