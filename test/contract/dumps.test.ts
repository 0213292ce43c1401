/** Dumps that somebody has edited: what does not fit is refused with its place, and what is loaded can be read. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock } from '../../mock/index.ts';
import type { Mock, MockWorld } from '../../mock/index.ts';

type JsonValue = string | number | boolean | null | JsonValue[] | { [member: string]: JsonValue };
type Place = readonly (string | number)[];

let mock: Mock;
let world: MockWorld;
let original: string;
const bugs: string[] = [];

beforeAll(async () => {
  mock = await createMock({
    clock: { mode: 'frozen', now: '2026-01-15T09:30:00Z' },
    log: (message, error) => bugs.push(error instanceof Error ? `${message}: ${error.message}` : message),
  });
  world = mock.world();
  original = JSON.stringify(world.dump());
});
afterAll(() => mock.close());

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };
  return world.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

type Dump = { records: Record<string, Record<string, JsonValue>[]> };

const edited = (edit: (records: Dump['records']) => void): unknown => {
  const dump = JSON.parse(original) as Dump;
  edit(dump.records);
  return dump;
};

describe('a dump', () => {
  it.each<[string, (records: Dump['records']) => void, path: string]>([
    [
      'a list for an id',
      (records) => (records['agent']![2]!['primaryFlowId'] = []),
      'records.agent.2.primaryFlowId',
    ],
    [
      'a status that no agent has',
      (records) => (records['agent']![0]!['status'] = 'gone'),
      'records.agent.0.status',
    ],
    ['a member missing', (records) => delete records['user']![0]!['email'], 'records.user.0.email'],
    ['a number for a list', (records) => (records['apiKey']![0]!['scopes'] = 3), 'records.apiKey.0.scopes'],
    [
      'an item of another type',
      (records) => (records['apiKey']![0]!['scopes'] = ['*', 1]),
      'records.apiKey.0.scopes.1',
    ],
    [
      'a step that no run can play',
      (records) => (records['run']![0]!['steps'] = [{ dance: 1 }]),
      'records.run.0.steps.0',
    ],
  ])('with %s is refused at the place', async (_, edit, path) => {
    const response = await call('PUT', '/_mock/state', edited(edit));
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ details: [expect.objectContaining({ path, code: 'INVALID_VALUE' })] }),
    ]);
  });

  it('of the default fixture loads as it is', async () => {
    expect((await call('PUT', '/_mock/state', JSON.parse(original))).status).toBe(200);
    expect(JSON.stringify(world.dump())).toBe(original);
  });

  it('is refused with a pointer, or can be read to the end, whatever is changed in it', async () => {
    const untouched = JSON.parse(original) as Dump;
    const places = leavesOf(untouched);
    const reads = readsOf(untouched);
    const change = fc.record({
      place: fc.constantFrom(...places).chain((ofKind) => fc.constantFrom(...ofKind)),
      value: fc.oneof(
        fc.constant(undefined),
        fc.constantFrom<JsonValue>(null, '', 'x', 0, -1, 0.5, 1e300, true, [], {}, ['x'], { x: 1 }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const dump = JSON.parse(original) as JsonValue;
        for (const { place, value } of changes)
          put(dump, place, value === undefined ? value : structuredClone(value));
        const loaded = await call('PUT', '/_mock/state', dump);
        if (loaded.status === 400) {
          const { details } = (await loaded.json()) as { details: { path: string }[] };
          expect(details[0]?.path).toBeTypeOf('string');
          return;
        }
        expect(loaded.status).toBe(200);
        for (const path of reads)
          expect([path, (await call('GET', path)).status, bugs]).toEqual([
            path,
            expect.toSatisfy((status: number) => status < 500),
            [],
          ]);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});

/** The places of the leaves of the records, a list for each kind that has any. */
function leavesOf({ records }: Dump): Place[][] {
  const visit = (value: JsonValue, place: Place): Place[] =>
    typeof value !== 'object' || value === null || Object.keys(value).length === 0
      ? [place]
      : Object.entries(value).flatMap(([name, member]) =>
          visit(member, [...place, Array.isArray(value) ? Number(name) : name]),
        );
  const lists = Object.entries(records).filter(([, list]) => list.length > 0);
  return lists.map(([kind, list]) =>
    list.slice(0, 20).flatMap((record, place) => visit(record, ['records', kind, place])),
  );
}

/** Puts a value at a place; undefined removes what is there. */
function put(dump: JsonValue, place: Place, value: JsonValue | undefined): void {
  let parent: JsonValue | undefined = dump;
  for (const name of place.slice(0, -1))
    parent = (parent as Record<string, JsonValue> | null | undefined)?.[name];
  const last = place.at(-1);
  if (typeof parent !== 'object' || parent === null || last === undefined) return;
  if (value === undefined && Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (value === undefined) Reflect.deleteProperty(parent, last);
  else (parent as Record<string, JsonValue>)[last] = value;
}

/** The addresses of every list, and of details of each kind of record. */
function readsOf({ records }: Dump): string[] {
  const below = (prefix: string, kind: string, suffix = ''): string[] =>
    (records[kind] ?? []).slice(0, 12).map(({ id }) => `${prefix}/${id as string}${suffix}`);
  const execution = (records['execution'] ?? []).slice(-12).map(({ id, agentId }) => ({
    status: `/v1/executions/${id as string}/status`,
    detail: `/v1/agents/${(agentId as string | null) ?? 'inline'}/executions/${id as string}`,
  }));
  return [
    '/v1/agents?includeTotal=true',
    '/v1/events?after=0&maxEvents=1000',
    '/v1/events/types',
    '/v1/batch/summary',
    '/v1/analytics/record-results',
    '/v1/analytics/stats',
    '/_mock/sandbox-deployments',
    '/_mock/outbox',
    ...below('/v1/agents', 'agent'),
    ...below('/v1/agents', 'agent', '/export-runtime'),
    ...below('/v1/agents', 'agent', '/executions?limit=100'),
    ...below('/v1/agents', 'agent', '/token-audience-policy'),
    ...below('/v1/agent-versions', 'agent'),
    ...below('/v1/agent-versions', 'agent', '/published'),
    ...(records['agentVersion'] ?? []).map(
      ({ id, agentId }) => `/v1/agent-versions/${agentId as string}/${id as string}`,
    ),
    ...execution.flatMap(({ status, detail }) => [
      status,
      detail,
      `${detail}/events`,
      `${detail}/tool-calls`,
    ]),
    ...below('/v1/batch/status', 'batch'),
    ...below('/v1/assets/org_studio', 'asset'),
  ];
}
