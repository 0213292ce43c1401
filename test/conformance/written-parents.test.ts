/** Records below others that nobody creates, and lists that require the key of a record in the query. */
import { expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { invalid, list, none, one, path } from './support/written-parts.ts';

const sent = (required: string, properties: string) =>
  `{ required: true, content: { application/json: { schema: { type: object, additionalProperties: false, required: [${required}], properties: ${properties} } } } }`;
const name = 'name: { type: string, minLength: 1 }';

const description = `
openapi: 3.1.0
info: { title: Harbors, version: 1.0.0 }
paths:
  /harbors:
    get: { operationId: listHarbors, responses: { '200': ${list('Harbor')} } }
  /harbors/{harborId}:
    parameters: [${path('harborId')}]
    get: { operationId: getHarbor, responses: { '200': ${one('Harbor')}, ${none} } }
    patch:
      operationId: updateHarbor
      requestBody: ${sent('name', `{ ${name} }`)}
      responses: { '200': ${one('Harbor')}, ${invalid}, ${none} }
  /harbors/{harborId}/berths:
    parameters: [${path('harborId')}]
    get: { operationId: listBerths, responses: { '200': ${list('Berth')}, ${none} } }
    post:
      operationId: createBerth
      requestBody: ${sent('name', `{ ${name} }`)}
      responses: { '201': ${one('Berth')}, ${invalid}, ${none} }
  /harbors/{harborId}/berths/{berthId}:
    parameters: [${path('harborId')}, ${path('berthId')}]
    get: { operationId: getBerth, responses: { '200': ${one('Berth')}, ${none} } }
  /moorings:
    get:
      operationId: listMoorings
      parameters: [{ name: berth_id, in: query, required: true, schema: { type: string } }]
      responses: { '200': ${list('Mooring')}, ${invalid} }
    post:
      operationId: createMooring
      requestBody: ${sent('name, berth_id', `{ ${name}, berth_id: { type: string } }`)}
      responses: { '201': ${one('Mooring')}, ${invalid} }
  /moorings/{mooringId}:
    parameters: [${path('mooringId')}]
    get: { operationId: getMooring, responses: { '200': ${one('Mooring')}, ${none} } }
components:
  schemas:
    Harbor: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    Berth: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    Mooring:
      type: object
      required: [id, name, berth_id]
      properties: { id: { type: string }, name: { type: string }, berth_id: { type: string } }
`;

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

function createService(isForgetful: boolean) {
  const rows = new Map<string, { readonly kind: string; readonly above: string; readonly row: Row }>();
  rows.set('harbor-1', { kind: 'harbors', above: '', row: { id: 'harbor-1', name: 'North' } });
  const updated: string[] = [];
  const isName = (value: unknown): boolean => typeof value === 'string' && value !== '';
  const create = (kind: string, above: string, body: Readonly<Record<string, unknown>>): Response => {
    const id = `${kind}-${rows.size}`;
    rows.set(id, { kind, above, row: { ...body, id } });
    return Response.json({ ...body, id }, { status: 201 });
  };
  const listed = (kind: string, above: string): Response => {
    const all = [...rows.values()].filter((each) => each.kind === kind && each.above === above);
    return Response.json((isForgetful && kind !== 'harbors' ? all.slice(0, -1) : all).map(({ row }) => row));
  };
  const respond = ({ method, path: full, query, body }: WrittenCall): Response => {
    const [kind = '', id, below, key, ...others] = full.split('/').slice(1);
    const owner = rows.get(decodeURIComponent(id ?? ''));
    if (others.length > 0 || !['harbors', 'moorings'].includes(kind)) return empty(404);
    if (kind === 'moorings' && id === undefined) {
      const { name: given, berth_id: berth, ...unknown } = body ?? {};
      if (method === 'GET')
        return query.has('berth_id') ? listed('moorings', query.get('berth_id') ?? '') : empty(400);
      if (method !== 'POST') return empty(405, { allow: 'GET, POST' });
      const isBerth = typeof berth === 'string' && rows.get(berth)?.kind === 'berths';
      if (!isName(given) || !isBerth || Object.keys(unknown).length > 0) return empty(400);
      return create('moorings', berth, { name: given, berth_id: berth });
    }
    if (id === undefined) return method === 'GET' ? listed('harbors', '') : empty(405, { allow: 'GET' });
    if (owner?.kind !== kind) return empty(404);
    if (below === undefined && method === 'PATCH') updated.push(owner.row.id);
    if (below === undefined)
      return method === 'GET' ? Response.json(owner.row) : empty(405, { allow: 'GET' });
    if (below !== 'berths' || kind !== 'harbors') return empty(404);
    if (key !== undefined) {
      const berth = rows.get(decodeURIComponent(key));
      if (berth?.kind !== 'berths' || berth.above !== owner.row.id) return empty(404);
      return method === 'GET' ? Response.json(berth.row) : empty(405, { allow: 'GET' });
    }
    if (method === 'GET') return listed('berths', owner.row.id);
    if (method !== 'POST') return empty(405, { allow: 'GET, POST' });
    const { name: given, ...unknown } = body ?? {};
    if (!isName(given) || Object.keys(unknown).length > 0) return empty(400);
    return create('berths', owner.row.id, { name: given });
  };
  return { respond, updated };
}

const failuresOf = (report: RunReport) =>
  report.outcomes
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ check, subject }) => `${check} ${subject}`)
    .toSorted();

it('checks records that are created below those of a list, and changes none of the list', async () => {
  const { respond, updated } = createService(false);
  const report = await checkWritten(description, respond);
  expect(failuresOf(report)).toEqual([]);
  const passed = report.outcomes.filter(({ verdict }) => verdict === 'pass');
  const listing = passed.filter(({ check }) => check === 'LAW06').map(({ subject }) => subject);
  expect(listing).toEqual(['/harbors/{harborId}/berths', '/moorings']);
  expect(updated).toEqual([]);
});

it('finds lists that lack a record', async () => {
  const report = await checkWritten(description, createService(true).respond);
  expect(failuresOf(report)).toEqual(
    expect.arrayContaining(['LAW06 /harbors/{harborId}/berths', 'LAW06 /moorings']),
  );
});
