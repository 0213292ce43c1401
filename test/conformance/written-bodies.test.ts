/** Bodies that depend on other requests: they refer to records that must exist, or come with an idempotency key. */
import { expect, it } from 'vitest';
import { findingsOf } from './support/notes.ts';
import { checkWritten } from './support/written-service.ts';

const description = `
openapi: 3.1.0
info: { title: Rooms, version: 1.0.0 }
paths:
  /floors/{floorId}/rooms:
    parameters: [{ name: floorId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: createRoom
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/RoomInput' } } } }
      responses: { '201': { $ref: '#/components/responses/Room' }, '400': { description: Invalid. }, '404': { description: There is none. } }
  /floors/{floorId}/rooms/{roomId}:
    parameters:
      - { name: floorId, in: path, required: true, schema: { type: string } }
      - { name: roomId, in: path, required: true, schema: { type: string } }
    get:
      operationId: getRoom
      responses: { '200': { $ref: '#/components/responses/Room' }, '404': { description: There is none. } }
  /floors:
    post:
      operationId: createFloor
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/RoomInput' } } } }
      responses: { '201': { $ref: '#/components/responses/Room' }, '400': { description: Invalid. } }
  /floors/{floorId}:
    parameters: [{ name: floorId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getFloor
      responses: { '200': { $ref: '#/components/responses/Room' }, '404': { description: There is none. } }
  /meetings:
    post:
      operationId: createMeeting
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/MeetingInput' } } } }
      responses:
        '201': { $ref: '#/components/responses/Meeting' }
        '400': { description: Invalid. }
        '404': { description: There is no such room. }
        '409': { description: The key was used for another meeting. }
  /meetings/{meetingId}:
    parameters: [{ name: meetingId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getMeeting
      responses: { '200': { $ref: '#/components/responses/Meeting' }, '404': { description: There is none. } }
components:
  responses:
    Room: { description: A room., content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }
    Meeting: { description: A meeting., content: { application/json: { schema: { $ref: '#/components/schemas/Meeting' } } } }
  schemas:
    RoomInput: { type: object, required: [name], properties: { name: { type: string } } }
    Room: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    MeetingInput:
      type: object
      required: [roomId, subject]
      properties: { roomId: { type: string }, subject: { type: string } }
    Meeting:
      type: object
      required: [id, roomId, subject]
      properties: { id: { type: string }, roomId: { type: string }, subject: { type: string } }
`;

type Row = Readonly<Record<string, unknown>>;

/** Creates a service that validates references; `change` changes a stored meeting. */
function createService(change: (meeting: Row) => Row = (meeting) => meeting) {
  const rows = new Map<string, Row>();
  const keys = new Map<string, readonly [sent: string, id: string]>();
  const add = (path: string, row: Row): string => {
    const id = `n${rows.size + 1}`;
    rows.set(`${path}/${id}`, { id, ...row });
    return id;
  };
  return ({ method, path, body, headers }: Parameters<Parameters<typeof checkWritten>[1]>[0]): Response => {
    const row = rows.get(path);
    if (method !== 'GET' && method !== 'POST') return new Response(null, { status: 405 });
    if (method === 'GET') return row === undefined ? new Response(null, { status: 404 }) : Response.json(row);
    if (typeof (body?.['name'] ?? body?.['subject']) !== 'string') return new Response(null, { status: 400 });
    const parent = path.replace(/\/rooms$/, '');
    if (path.endsWith('/rooms') && !rows.has(parent)) return new Response(null, { status: 404 });
    if (path === '/meetings' && typeof body?.['roomId'] !== 'string')
      return new Response(null, { status: 400 });
    if (path !== '/meetings') {
      const id = add(path, { name: body?.['name'] });
      return Response.json(rows.get(`${path}/${id}`), { status: 201 });
    }
    const isKnown = [...rows.keys()].some((each) => each.endsWith(`/rooms/${String(body?.['roomId'])}`));
    if (!isKnown) return new Response(null, { status: 404 });
    const key = headers.get('idempotency-key') ?? `none ${rows.size}`;
    const [sent, before] = keys.get(key) ?? [JSON.stringify(body), null];
    if (sent !== JSON.stringify(body)) return new Response(null, { status: 409 });
    const { roomId, subject } = body ?? {};
    const id = before ?? add(path, change({ roomId, subject }));
    keys.set(key, [sent, id]);
    return Response.json({ ...rows.get(`/meetings/${id}`), roomId, subject }, { status: 201 });
  };
}

it('bodies name records that the run has created, and keys are sent again with the same body', async () => {
  const report = await checkWritten(description, createService());
  expect(findingsOf(report)).toEqual([]);
  const passed = report.outcomes.filter(({ verdict }) => verdict === 'pass');
  for (const [check, subject] of [
    ['P01', 'createMeeting'],
    ['P02', 'createMeeting'],
    ['LAW02', '/meetings'],
  ])
    expect(passed).toContainEqual(expect.objectContaining({ check, subject }));
});

it('records with such bodies are compared with what was sent', async () => {
  const report = await checkWritten(
    description,
    createService(({ roomId }) => ({ roomId, subject: 'Always the same' })),
  );
  expect(findingsOf(report).join()).toContain('LAW02');
});
