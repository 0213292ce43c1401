/** Edited dumps: an invalid one is rejected with the path of the error, and a loaded one can be read. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type Mock, type MockWorld } from '../../mock/index.ts';
import { fillWorld, readsOf, send, trimDump, type DumpBody, type JsonValue } from '../support/busy-world.ts';

type Place = readonly (string | number)[];

let mock: Mock;
let world: MockWorld;
let original: string;
const bugs: string[] = [];

beforeAll(async () => {
  mock = await createMock({
    clock: { mode: 'frozen', now: '2026-01-15T09:30:00Z' },
    // A response outside the contract is completed and logged without an error.
    log: (message, error) => {
      if (error instanceof Error) bugs.push(`${message}: ${error.message}`);
    },
  });
  world = mock.world();
  await fillWorld(world);
  // Why loaded once: that ends all streams and fires due timers, so that nothing changes the world later.
  await world.load(trimDump(parse(JSON.stringify(world.dump()))));
  original = JSON.stringify(world.dump());
});
afterAll(() => mock.close());

const call = (...request: CallOf<typeof send>): Promise<Response> => send(world, ...request);
type CallOf<F> = F extends (world: MockWorld, ...request: infer Request) => unknown ? Request : never;

const parse = (text: string): DumpBody => JSON.parse(text) as DumpBody;

const edited = (edit: (dump: DumpBody) => void): unknown => {
  const dump = parse(original);
  edit(dump);
  return dump;
};

/** Returns the path of the first record of a kind that matches. */
const placeOf = (kind: string, isWanted: (record: Record<string, JsonValue>) => boolean): number =>
  (parse(original).records[kind] ?? []).findIndex(isWanted);

async function expectRejection(dump: unknown, path: string | RegExp): Promise<void> {
  const response = await call('PUT', '/_mock/state', dump);
  const place: unknown = typeof path === 'string' ? path : expect.stringMatching(path);
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ details: [expect.objectContaining({ path: place, code: 'INVALID_VALUE' })] }),
  ]);
}

describe('a dump', () => {
  it.each<[string, (records: DumpBody['records']) => void, path: string]>([
    [
      'an array instead of an id',
      (records) => (records['agent']![2]!['primaryFlowId'] = []),
      'records.agent.2.primaryFlowId',
    ],
    [
      'an invalid agent status',
      (records) => (records['agent']![0]!['status'] = 'gone'),
      'records.agent.0.status',
    ],
    ['a missing property', (records) => delete records['user']![0]!['email'], 'records.user.0.email'],
    [
      'a number instead of an array',
      (records) => (records['apiKey']![0]!['scopes'] = 3),
      'records.apiKey.0.scopes',
    ],
    [
      'an item of another type',
      (records) => (records['apiKey']![0]!['scopes'] = ['*', 1]),
      'records.apiKey.0.scopes.1',
    ],
    [
      'a step that cannot be played',
      (records) => (records['run']![0]!['steps'] = [{ dance: 1 }]),
      'records.run.0.steps.0',
    ],
  ])('with %s is rejected with its path', async (_, edit, path) => {
    await expectRejection(
      edited(({ records }) => {
        edit(records);
      }),
      path,
    );
  });

  it.each([
    ['apiKey', 'organizationId'],
    ['session', 'userId'],
    ['agent', 'publishedVersionId'],
    ['agentVersion', 'agentId'],
    ['capability', 'agentId'],
    ['toolCall', 'executionId'],
    ['approval', 'executionId'],
    ['clientSession', 'tokenId'],
    ['clientMessage', 'executionId'],
    ['recordResult', 'batchId'],
    ['recordResult', 'executionId'],
    ['registration', 'keyId'],
    ['productEvent', 'workspaceId'],
    ['sandboxDeployment', 'organizationId'],
  ])('whose %s refers by its %s to a missing record is rejected', async (kind, property) => {
    await expectRejection(
      edited(({ records }) => (records[kind]![0]![property] = 'nobody')),
      `records.${kind}.0.${property}`,
    );
  });

  it('with a paused execution without its run, or a run whose execution is not paused, is rejected', async () => {
    const paused = placeOf('execution', ({ status }) => status === 'paused');
    await expectRejection(
      edited(({ records }) => (records['run'] = [])),
      /^records\.execution\.\d+\.status$/,
    );
    await expectRejection(
      edited(({ records }) => (records['execution']![paused]!['status'] = 'running')),
      new RegExp(`^records\\.execution\\.${paused}\\.`),
    );
    await expectRejection(
      edited(({ records }) => (records['organization'] = [])),
      'records.organization',
    );
  });

  it.each<[string, (entry: Record<string, JsonValue>) => unknown, path: string]>([
    ['of another type', (event) => (event['type'] = 'dance'), 'event.type'],
    ['of another execution', (event) => (event['executionId'] = 'exec_other'), 'event.executionId'],
    ['out of order', (event) => (event['seq'] = 7), 'event.seq'],
    ['with a value of another type', (event) => (event['startedAt'] = 7), 'event.startedAt'],
  ])('with an event %s is rejected', async (_, edit, path) => {
    const name = Object.keys(parse(original).topics).find((topic) => topic.startsWith('execution/')) ?? '';
    await expectRejection(
      edited(({ topics }) => {
        const [entry] = topics[name]!['entries'] as { event: Record<string, JsonValue> }[];
        edit(entry!.event);
      }),
      `topics.${name}.entries.0.${path}`,
    );
  });

  it('with an unknown topic, timer or setting is rejected', async () => {
    await expectRejection(
      edited(({ topics }) => (topics['execution/nobody'] = Object.values(topics)[0]!)),
      'topics.execution/nobody',
    );
    await expectRejection(
      edited(({ timers }) => (timers[0]!['trigger'] = 'dance')),
      'timers.0.trigger',
    );
    await expectRejection(
      edited(({ timers }) => (timers[0]!['target'] = { kind: 'user', id: 'user_1' })),
      'timers.0.target.kind',
    );
    await expectRejection(
      edited(({ settings }) => (settings['volume'] = 11)),
      'settings.volume',
    );
    await expectRejection(
      edited(({ settings }) => ((settings['featureGates'] as Record<string, JsonValue>)['batch'] = 'maybe')),
      'settings.featureGates.batch',
    );
  });

  it('of a busy world loads unchanged', async () => {
    expect((await call('PUT', '/_mock/state', parse(original))).status).toBe(200);
    expect(JSON.stringify(world.dump())).toBe(original);
    const whole = await mock.createWorld();
    await whole.load(JSON.parse(JSON.stringify(whole.dump())));
  });

  it('is rejected with a pointer, or can be read completely, after any change', async () => {
    const untouched = parse(original);
    const places = placesOf(untouched);
    const reads = readsOf(untouched);
    const place = fc.constantFrom(...places).chain((ofPart) => fc.constantFrom(...ofPart));
    const change = fc.record({
      place,
      value: fc.oneof(
        fc.constant(undefined),
        fc.constantFrom<JsonValue>(null, '', 'x', 0, -1, 0.5, 1e300, true, [], {}, ['x'], { x: 1 }),
        place.map((other) => structuredClone(valueAt(untouched, other))),
      ),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ place: at, value }) => {
        bugs.length = 0;
        const dump = parse(original);
        put(dump, at, value);
        const loaded = await call('PUT', '/_mock/state', dump);
        if (loaded.status === 400) {
          const { details } = (await loaded.json()) as { details: { path: string }[] };
          expect(details[0]?.path).toBeTypeOf('string');
          return;
        }
        expect(loaded.status).toBe(200);
        for (const path of reads) expect([path, await readStatus(path), bugs]).toEqual([path, readable, []]);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  }, 60_000);
});

const readable: unknown = expect.toSatisfy((status: number) => status < 500);

/** Reads a URL; of a stream, the events so far. */
async function readStatus(path: string): Promise<number> {
  const response = await call('GET', path);
  if (path.endsWith('/events')) await response.body?.cancel();
  else await response.arrayBuffer();
  return response.status;
}

/** The paths of all values, one list for each kind of record and for each other part. */
function placesOf({ records, topics, timers, settings }: DumpBody): Place[][] {
  const visit = (value: JsonValue, place: Place): Place[] => [
    place,
    ...(typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, member]) =>
          visit(member, [...place, Array.isArray(value) ? Number(name) : name]),
        )
      : []),
  ];
  return [
    ...Object.entries(records).map(([kind, list]) => visit(list, ['records', kind])),
    visit(topics, ['topics']),
    visit(timers, ['timers']),
    visit(settings, ['settings']),
  ];
}

function valueAt(dump: DumpBody, place: Place): JsonValue | undefined {
  return place.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    dump,
  ) as JsonValue | undefined;
}

/** Sets the value at a path; undefined removes it. */
function put(dump: DumpBody, place: Place, value: JsonValue | undefined): void {
  const parent = valueAt(dump, place.slice(0, -1));
  const last = place.at(-1);
  if (typeof parent !== 'object' || parent === null || last === undefined) return;
  if (value === undefined && Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (value === undefined) Reflect.deleteProperty(parent, last);
  else (parent as Record<string, JsonValue>)[last] = value;
}
