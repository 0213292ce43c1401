/** Roles of members: what a text excludes for a reader, and for everybody but the author. */
import { expect, it } from 'vitest';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { json, one, path, ref } from './support/written-parts.ts';

const sent = (schema: string) =>
  `{ required: true, content: { application/json: { schema: ${ref(schema)} } } }`;
const none = `'401': { description: Unknown. }, '403': { description: Forbidden. }, '404': { description: None. }`;
const created = `'400': { description: Invalid. }, '401': { description: Unknown. }`;
const member =
  '{ type: object, required: [role], properties: { role: { type: string, enum: [reader, writer, owner] } } }';

const description = `
openapi: 3.1.0
info:
  title: Teams
  version: 1.0.0
  description: A \`reader\` may only read. A \`writer\` may also change notes.
security: [{ bearer: [] }]
paths:
  /me:
    get: { operationId: getMe, responses: { '200': ${one('User')}, '401': { description: Unknown. } } }
  /teams:
    post: { operationId: createTeam, requestBody: ${sent('NewTeam')}, responses: { '201': ${one('Team')}, ${created} } }
  /teams/{teamId}:
    parameters: [${path('teamId')}]
    get: { operationId: getTeam, responses: { '200': ${one('Team')}, ${none} } }
  /teams/{teamId}/members/{userId}:
    parameters: [${path('teamId')}, ${path('userId')}]
    put:
      operationId: putMember
      requestBody: { required: true, content: { application/json: { schema: ${member} } } }
      responses: { '200': ${json(member)}, ${none} }
  /teams/{teamId}/notes:
    parameters: [${path('teamId')}]
    post:
      operationId: createNote
      requestBody: ${sent('NewTeam')}
      responses: { '201': ${one('Team')}, ${none}, '400': { description: Invalid. } }
  /notes/{noteId}:
    parameters: [${path('noteId')}]
    get: { operationId: getNote, responses: { '200': ${one('Team')}, ${none} } }
    delete:
      operationId: deleteNote
      description: Only its author or an owner may delete a note; other members get 403.
      responses: { '204': { description: Gone. }, ${none} }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    User: { type: object, required: [id], properties: { id: { type: string } } }
    NewTeam: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Team: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
`;

type Fault = 'none' | 'readersWrite' | 'writersDelete';

function createService(fault: Fault) {
  const roles = new Map<string, string>();
  const rows = new Map<string, { readonly team: string; readonly author: string; readonly name: string }>();
  const add = (kind: string, team: string, author: string, name: unknown): Response => {
    if (typeof name !== 'string' || name === '') return empty(400);
    const id = `${kind}-${String(rows.size + 1).padStart(8, 'x')}`;
    rows.set(id, { team: team || id, author, name });
    if (team === '') roles.set(`${id} ${author}`, 'owner');
    return Response.json({ id, name }, { status: 201 });
  };
  return ({ method, path, headers, body }: WrittenCall): Response => {
    if (!/^\/(?:me|teams(?:\/[^/]+(?:\/notes|\/members\/[^/]+)?)?|notes\/[^/]+)$/.test(path))
      return empty(404);
    const caller = /^bearer (one|two)$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (caller === undefined) return empty(401, { 'www-authenticate': 'Bearer' });
    const [, kind, id = '', part, user = ''] = path.split('/');
    if (kind === 'me') return method === 'GET' ? Response.json({ id: caller }) : empty(405);
    if (id === '') return method === 'POST' ? add('teams', '', caller, body?.['name']) : empty(405);
    const row = rows.get(id);
    const role = roles.get(`${row?.team} ${caller}`);
    if (row === undefined || role === undefined || !id.startsWith(String(kind))) return empty(404);
    const mayWrite = role !== 'reader' || fault === 'readersWrite';
    if (part === 'members') {
      if (method !== 'PUT') return empty(405);
      if (role !== 'owner') return empty(403);
      const wanted = body?.['role'];
      if (!['reader', 'writer', 'owner'].includes(String(wanted))) return empty(400);
      if (user !== 'one' && user !== 'two') return empty(404);
      roles.set(`${id} ${user}`, String(wanted));
      return Response.json({ role: wanted });
    }
    if (part === 'notes') {
      if (method !== 'POST') return empty(405);
      return mayWrite ? add('notes', id, caller, body?.['name']) : empty(403);
    }
    if (method === 'GET') return Response.json({ id, name: row.name });
    if (method !== 'DELETE' || kind !== 'notes') return empty(405);
    const mayDelete = row.author === caller || role === 'owner' || (fault === 'writersDelete' && mayWrite);
    if (!mayDelete) return empty(403);
    rows.delete(id);
    return empty(204);
  };
}

it.each<[fault: Fault, expected: readonly string[]]>([
  ['none', []],
  ['readersWrite', ['createNote as a member with the role reader returned 201 instead of 403.']],
  ['writersDelete', ['deleteNote as a member with the role writer returned 204 instead of 403.']],
])('has these findings with the fault %s', async (fault, expected) => {
  const credentials = { full: 'one', otherOrganization: 'two' };
  const { outcomes } = await checkWritten(description, createService(fault), credentials, ['LAW49']);
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  expect(findings.map(({ message }) => message)).toEqual(expected);
  expect(outcomes.map(({ verdict }) => verdict)).toContain(expected.length > 0 ? 'fail' : 'pass');
});
