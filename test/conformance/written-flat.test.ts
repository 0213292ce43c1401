/** Records at flat paths that refer to others by properties: their lists, files, options, and what never changes. */
import { expect, it } from 'vitest';
import { findingsOf } from './support/notes.ts';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { invalid, json, none, one, path } from './support/written-parts.ts';

const sent = (schema: string) =>
  `{ required: true, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;

const description = `
openapi: 3.1.0
info: { title: Boxes, version: 1.0.0 }
paths:
  /boxes:
    post:
      operationId: createBox
      requestBody: ${sent('BoxInput')}
      responses: { '201': ${one('Box')}, ${invalid} }
  /boxes/{box_id}:
    parameters: [${path('box_id')}]
    get: { operationId: getBox, responses: { '200': ${one('Box')}, ${none} } }
  /boxes/{box_id}/options:
    parameters: [${path('box_id')}]
    get: { operationId: getOptions, responses: { '200': ${one('Options')}, ${none} } }
    put:
      operationId: replaceOptions
      requestBody: ${sent('Options')}
      responses: { '200': ${one('Options')}, ${invalid}, ${none} }
  /items:
    get:
      operationId: listItems
      parameters:
        - { name: box_id, in: query, required: true, schema: { type: string } }
        - { name: q, in: query, description: 'Only the items whose name or note contains this text, irrespective of case.', schema: { type: string } }
        - { name: created_before, in: query, description: Strictly before this time., schema: { type: string, format: date-time } }
        - { name: sort, in: query, schema: { type: string, enum: [name] } }
        - { name: order, in: query, schema: { type: string, enum: [asc, desc], default: asc } }
      responses: { '200': ${json(`{ type: array, items: { $ref: '#/components/schemas/Item' } }`)}, ${invalid} }
    post:
      operationId: createItem
      requestBody: ${sent('ItemInput')}
      responses: { '201': ${one('Item')}, ${invalid} }
  /items/{item_id}:
    parameters: [${path('item_id')}]
    get: { operationId: getItem, responses: { '200': ${one('Item')}, ${none} } }
    patch:
      operationId: updateItem
      requestBody: ${sent('ItemPatch')}
      responses: { '200': ${one('Item')}, ${invalid}, ${none} }
  /items/{item_id}/files:
    parameters: [${path('item_id')}]
    post:
      operationId: uploadFile
      requestBody:
        required: true
        content:
          application/octet-stream: { schema: { type: string, format: binary } }
          text/plain: { schema: { type: string } }
      responses: { '201': ${one('File')}, ${none} }
  /files/{file_id}:
    parameters: [${path('file_id')}]
    get: { operationId: getFile, responses: { '200': ${one('File')}, ${none} } }
  /files/{file_id}/content:
    parameters: [${path('file_id')}]
    get:
      operationId: downloadFile
      responses:
        '200':
          description: It.
          content:
            application/octet-stream: { schema: { type: string, format: binary } }
            text/plain: { schema: { type: string } }
        ${none}
components:
  schemas:
    BoxInput: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Box: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    Options:
      type: object
      required: [kind]
      properties: { kind: { type: string, enum: [open, closed] }, days: { type: integer, minimum: 1, default: 7 } }
    ItemInput:
      type: object
      required: [box_id, name, color]
      properties:
        box_id: { type: string }
        name: { type: string, minLength: 1 }
        note: { type: string }
        color: { type: string, pattern: '^#[0-9a-f]{6}$' }
    ItemPatch:
      type: object
      minProperties: 1
      properties: { name: { type: string, minLength: 1 }, color: { type: string, pattern: '^#[0-9a-f]{6}$' } }
    Item:
      type: object
      required: [id, box_id, name, color, created_at, serial]
      properties:
        id: { type: string, readOnly: true }
        box_id: { type: string }
        name: { type: string }
        note: { type: string }
        color: { type: string }
        created_at: { type: string, format: date-time, readOnly: true }
        serial: { type: string, readOnly: true, description: It never changes. }
    File:
      type: object
      required: [id, content_type]
      properties: { id: { type: string }, content_type: { type: string } }
`;

type Fault =
  | 'none'
  | 'created'
  | 'serial'
  | 'color'
  | 'order'
  | 'keep'
  | 'trim'
  | 'type'
  | 'search'
  | 'note'
  | 'case'
  | 'edge';
type Row = Readonly<Record<string, unknown>>;

function createService(fault: Fault) {
  const rows = new Map<string, Row>([['box-given', { kind: 'boxes', id: 'box-given', name: 'Given' }]]);
  const files = new Map<string, { readonly bytes: Buffer; readonly type: string }>();
  const options = new Map<string, Row>();
  const add = (kind: string, row: Row): Response => {
    const id = `${kind}-${String(rows.size).padStart(6, '0')}`;
    rows.set(id, { ...row, id, kind });
    return Response.json({ ...row, id }, { status: 201 });
  };
  const isName = (value: unknown): boolean => typeof value === 'string' && value !== '';
  const isColor = (value: unknown): boolean => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);
  const time = (): string => new Date(Date.UTC(2027, 0, 1) + rows.size * 60_000).toISOString();
  const list = (query: URLSearchParams): Response => {
    const fold = (text: string): string => (fault === 'case' ? text : text.toLowerCase());
    const search = fold(query.get('q') ?? '');
    const before = Date.parse(query.get('created_before') ?? '2100-01-01');
    if (Number.isNaN(before)) return empty(400);
    if (!['name', null].includes(query.get('sort')) || !['asc', 'desc', null].includes(query.get('order')))
      return empty(400);
    const items = [...rows.values()].filter(
      ({ kind, box_id, name, note, created_at: at }) =>
        kind === 'items' &&
        box_id === query.get('box_id') &&
        Date.parse(String(at)) < before + (fault === 'edge' ? 1 : 0) &&
        (fault === 'search' ||
          fold(`${String(name)}\n${fault === 'note' ? '' : String(note)}`).includes(search)),
    );
    const sorted = query.has('sort')
      ? items.toSorted((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1))
      : items;
    const isDescending = query.get('order') === 'desc' && query.has('sort') && fault !== 'order';
    return query.has('box_id') ? Response.json(isDescending ? sorted.toReversed() : sorted) : empty(400);
  };
  const update = (row: Row, body: Row | null): Response => {
    const { name = row['name'], color = row['color'] } = body ?? {};
    if (body === null || Object.keys(body).length === 0 || !isName(name) || !isColor(color))
      return empty(400);
    const changed = {
      ...row,
      name,
      ...(fault === 'color' ? {} : { color }),
      ...(fault === 'created' ? { created_at: new Date(Date.UTC(2028, 0, 1)).toISOString() } : {}),
      ...(fault === 'serial' ? { serial: `S2-${String(rows.size)}` } : {}),
    };
    rows.set(String(row['id']), changed);
    return Response.json(changed);
  };
  const replace = (id: string, body: Row | null): Response => {
    const { kind, days = 7 } = body ?? {};
    if (!['open', 'closed'].includes(String(kind)) || !Number.isInteger(days) || Number(days) < 1)
      return empty(400);
    options.set(id, { kind, days, ...(fault === 'keep' ? { days: 7, ...options.get(id), ...body } : {}) });
    return Response.json(options.get(id));
  };
  const upload = ({ headers, text, bytes }: WrittenCall): Response => {
    const type = headers.get('content-type') ?? '';
    if (!/^(?:application\/octet-stream|text\/plain)/.test(type)) return empty(415);
    const response = add('files', { content_type: type });
    files.set(`files-${String(rows.size - 1).padStart(6, '0')}`, {
      bytes: fault === 'trim' ? Buffer.from(text.trimEnd()) : bytes,
      type: fault === 'type' ? 'application/octet-stream' : type,
    });
    return response;
  };
  return (call: WrittenCall): Response => {
    const { method, query, body } = call;
    const [kind = '', id, below, ...others] = call.path.split('/').slice(1).map(decodeURIComponent);
    const row = rows.get(id ?? '');
    if (others.length > 0) return empty(404);
    if (id === undefined && kind === 'items' && method === 'GET') return list(query);
    if (id === undefined) {
      if (method !== 'POST') return empty(405);
      if (kind === 'boxes')
        return isName(body?.['name']) ? add('boxes', { name: body?.['name'] }) : empty(400);
      const { box_id, name, color, note = '' } = body ?? {};
      if (rows.get(String(box_id))?.['kind'] !== 'boxes' || typeof box_id !== 'string') return empty(400);
      const made = { box_id, name, note, color, created_at: time(), serial: `S1-${rows.size}` };
      return isName(name) && isColor(color) && typeof note === 'string' ? add('items', made) : empty(400);
    }
    if (row?.['kind'] !== kind) return empty(404);
    if (below === 'files') return method === 'POST' ? upload(call) : empty(405);
    if (below === 'options' && method === 'PUT') return replace(id, body);
    if (below === undefined && kind === 'items' && method === 'PATCH') return update(row, body);
    if (method !== 'GET') return empty(405);
    if (below === 'options') return Response.json(options.get(id) ?? { kind: 'open', days: 7 });
    const file = files.get(id);
    if (below !== undefined && file === undefined) return empty(404);
    return below === undefined
      ? Response.json(row)
      : new Response(file === undefined ? null : Uint8Array.from(file.bytes), {
          headers: { 'content-type': file?.type ?? '' },
        });
  };
}

it.each([
  ['none', []],
  ['created', ['warn C16 getItem', 'warn C16 updateItem', 'warn C16 listItems']],
  ['serial', ['warn C16 getItem', 'warn C16 updateItem', 'warn C16 listItems']],
  ['color', ['fail LAW03 /items', 'fail LAW04 /items']],
  ['order', ['fail LAW27 /items']],
  ['keep', ['fail LAW21 /boxes']],
  ['trim', ['fail LAW22 /files']],
  ['type', ['warn LAW22 /files']],
  ['search', ['warn LAW12 /items']],
  ['note', ['warn LAW12 /items']],
  ['case', ['warn LAW12 /items']],
  ['edge', ['fail LAW11 /items', 'fail LAW28 /items']],
] as const)('has these findings with the fault %s', async (fault, expected) => {
  const report = await checkWritten(description, createService(fault));
  const findings = report.outcomes.flatMap((outcome) => outcome.findings);
  const names = findings.map(({ verdict, check, subject }) => `${verdict} ${check} ${subject}`);
  expect(new Set(names)).toEqual(new Set(expected));
});

it('creates records where a configuration has the list search', async () => {
  const parameters = { listItems: { box_id: 'box-given' } };
  expect(findingsOf(await checkWritten(description, createService('none'), { parameters }))).toEqual([]);
});
