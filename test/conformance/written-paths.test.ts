/** Records whose path is shorter than that of the record above, and what the texts of their operations state. */
import { expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { invalid, list, none, one, path } from './support/written-parts.ts';

const sent = (properties: string) =>
  `{ required: true, content: { application/json: { schema: { type: object, additionalProperties: false, required: [name], properties: ${properties} } } } }`;

const description = `
openapi: 3.1.0
info: { title: Yards, version: 1.0.0 }
paths:
  /yards:
    get: { operationId: listYards, responses: { '200': ${list('Yard')} } }
    post:
      operationId: createYard
      requestBody: ${sent('{ name: { type: string, minLength: 1 } }')}
      responses: { '201': ${one('Yard')}, ${invalid} }
  /yards/{yardId}:
    parameters: [${path('yardId')}]
    get: { operationId: getYard, responses: { '200': ${one('Yard')}, ${none} } }
  /yards/{yardId}/boats:
    parameters: [${path('yardId')}]
    get: { operationId: listBoats, responses: { '200': ${list('Boat')}, ${none} } }
    post:
      operationId: createBoat
      requestBody: ${sent('{ name: { type: string, minLength: 1 } }')}
      responses: { '201': ${one('Boat')}, ${invalid}, ${none} }
  /yards/{yardId}/boats/{boatId}:
    parameters: [${path('yardId')}, ${path('boatId')}]
    get: { operationId: getBoat, responses: { '200': ${one('Boat')}, ${none} } }
  /boats/{boatId}/jobs:
    parameters: [${path('boatId')}]
    get:
      operationId: listJobs
      description: Oldest first.
      parameters: [{ name: sort, in: query, description: '\`priority\` begins with low.', schema: { type: string, enum: [priority, -priority] } }]
      responses: { '200': ${list('Job')}, ${invalid}, ${none} }
    post:
      operationId: createJob
      description: 'The name is unique on the boat: 409 if it is taken.'
      requestBody: ${sent(`{ name: { type: string, minLength: 1 }, notes: { type: string, maxLength: 2000 }, priority: { type: string, enum: [low, normal, high] } }`)}
      responses: { '201': ${one('Job')}, ${invalid}, ${none}, '409': { description: Conflict. } }
  /jobs/{jobId}:
    parameters: [${path('jobId')}]
    get: { operationId: getJob, responses: { '200': ${one('Job')}, ${none} } }
    head: { operationId: headJob, responses: { '200': ${one('Job')}, ${none} } }
components:
  schemas:
    Yard: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    Boat: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    Job:
      type: object
      required: [id, name, priority, createdAt]
      properties:
        id: { type: string }
        name: { type: string }
        notes: { type: string }
        priority: { type: string, enum: [low, normal, high] }
        createdAt: { type: string, format: date-time }
`;

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Fault = 'cuts' | 'reverses' | 'repeats' | 'sorts-wrong';

const priorities = ['low', 'normal', 'high'];

/** Returns whether a body has only the properties of a kind, with values that its schema allows. */
function isValid(kind: string, body: Readonly<Record<string, unknown>>): boolean {
  const { name, notes = '', priority = 'low', ...others } = body;
  const isJob = kind === 'jobs' || (!('notes' in body) && !('priority' in body));
  const isNoted = typeof notes === 'string' && Array.from(notes).length <= 2000;
  return (
    isJob &&
    isNoted &&
    typeof name === 'string' &&
    name !== '' &&
    priorities.includes(String(priority)) &&
    typeof priority === 'string' &&
    Object.keys(others).length === 0
  );
}

function createService(fault: Fault | null = null) {
  const rows = new Map<string, { readonly kind: string; readonly above: string; readonly row: Row }>();
  const below = (kind: string, above: string): readonly Row[] =>
    [...rows.values()].filter((each) => each.kind === kind && each.above === above).map(({ row }) => row);
  const create = (kind: string, above: string, body: Readonly<Record<string, unknown>>): Response => {
    if (!isValid(kind, body)) return empty(400);
    const isTaken = below('jobs', above).some(({ name }) => name === body['name']);
    if (kind === 'jobs' && isTaken && fault !== 'repeats') return empty(409);
    const id = `${kind}-${rows.size + 1}`;
    const notes =
      typeof body['notes'] === 'string' && fault === 'cuts' ? { notes: body['notes'].slice(0, 255) } : {};
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, rows.size)).toISOString();
    const row = { ...(kind === 'jobs' ? { priority: 'low', createdAt } : {}), ...body, ...notes, id };
    rows.set(id, { kind, above, row });
    return Response.json(row, { status: 201 });
  };
  const listed = (kind: string, above: string, sort: string | null): Response => {
    const all = below(kind, above);
    const rank = ({ priority }: Row): number => priorities.indexOf(String(priority));
    const byRank = all.toSorted((one, other) =>
      fault === 'sorts-wrong' ? one.id.localeCompare(other.id) : rank(one) - rank(other),
    );
    if (sort !== null && !/^-?priority$/.test(sort)) return empty(400);
    if (sort !== null) return Response.json(sort === 'priority' ? byRank : byRank.toReversed());
    return Response.json(fault === 'reverses' ? all.toReversed() : all);
  };
  return ({ method, path, query, body }: WrittenCall): Response => {
    const steps = path.split('/').slice(1);
    const isPath = /^\/(?:yards(?:\/[^/]+(?:\/boats(?:\/[^/]+)?)?)?|boats\/[^/]+\/jobs|jobs\/[^/]+)$/.test(
      path,
    );
    const isItem = steps.length % 2 === 0;
    const above = steps.length > 2 ? (steps[1] ?? '') : '';
    const [kind = '', id = ''] = isItem ? steps.slice(-2) : [steps.at(-1)];
    if (!isPath || (above !== '' && rows.get(above)?.kind !== steps[0])) return empty(404);
    if (isItem) {
      const found = rows.get(id);
      if (found?.kind !== kind || (above !== '' && found.above !== above)) return empty(404);
      if (method === 'HEAD') return empty(200);
      return method === 'GET' ? Response.json(found.row) : empty(405);
    }
    if (method === 'POST') return create(kind, above, body ?? {});
    return method === 'GET' ? listed(kind, above, query.get('sort')) : empty(405);
  };
}

const check = (fault: Fault | null = null): Promise<RunReport> =>
  checkWritten(description, createService(fault));

const found = ({ outcomes }: RunReport): readonly string[] =>
  outcomes.flatMap(({ check: id, verdict, subject }) =>
    verdict === 'pass' || verdict === 'skip' ? [] : [`${id} ${verdict} ${subject}`],
  );

it('a service is checked whose paths are shorter below a record, without a finding', async () => {
  const report = await check();
  expect(found(report)).toEqual([]);
  const passed = report.outcomes.filter(({ verdict }) => verdict === 'pass');
  expect(passed.map(({ check: id, subject }) => `${id} ${subject}`)).toEqual(
    expect.arrayContaining(['P01 createJob', 'P01 headJob', 'LAW10 /jobs', 'LAW19 /jobs', 'LAW27 /jobs']),
  );
});

it.each([
  ['cuts', 'LAW02 warn /jobs'],
  ['reverses', 'LAW10 warn /jobs'],
  ['repeats', 'LAW19 fail /jobs'],
  ['sorts-wrong', 'LAW27 fail /jobs'],
] as const)('a service that %s what it stores is noticed', async (fault, expected) => {
  expect(found(await check(fault))).toContain(expected);
});
