/** Product events: the catalogue, and polls that return immediately. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { productEventNames } from '../../mock/agent-platform/domain/product-events/catalogue.ts';
import { useMock } from '../support/mock-client.ts';
import { expectResponse, itemsOf, type ApiResponse, type JsonBody } from '../support/api-response.ts';

const service = useMock();
/** The cursor of the newest event of the fixture. */
let newest: number;

beforeEach(async () => {
  newest = Number(await now());
});

const poll = (query = '', key = 'rt_live_dev') => service.get(`/v1/events${query}`, { key });
const types = (key = 'rt_live_dev') => service.get('/v1/events/types', { key });
const emit = (body: JsonBody) => service.post('/_mock/product-events', body);
const task = (taskId: string, more: JsonBody = {}) =>
  emit({ name: 'svc.task.completed', data: { taskId, summary: 'Done.' }, ...more });
const eventsOf = ({ body }: ApiResponse) => itemsOf(body['events']);
const namesOf = (response: ApiResponse) => eventsOf(response).map((event) => event['name']);
const dataOf = (response: ApiResponse) => eventsOf(response).map((event) => event['data'] as JsonBody);
const detailsOf = ({ body }: ApiResponse) => itemsOf(body['details']).map(({ path, code }) => [path, code]);

/** The current cursor; later events are those of the test. */
const now = async () => String((await poll()).body['cursor']);

describe('the catalogue', () => {
  // @fact F-4.7-036..042 F-2.6-007..014 F-6.2-001..016 F-0-007
  it('lists the ten events, how each can be triggered, and valid schemas', async () => {
    const response = await types();
    expect(response.status).toBe(200);
    expect(namesOf(response)).toEqual([
      'svc.execution.failed',
      'svc.approval.requested',
      'svc.schedule.run_failed',
      'svc.eval.run_completed',
      'svc.conversation.human_takeover',
      'svc.skill.proposal_created',
      'svc.task.input_required',
      'svc.task.completed',
      'svc.task.failed',
      'svc.task.cancelled',
    ]);
    for (const event of eventsOf(response)) {
      expect(event['delivery']).toEqual(['poll']);
      expect(event['description']).toMatch(/\w.*\.$/);
      expect(itemsOf(event['requiredScopes']).length).toBeGreaterThan(0);
      for (const schema of ['inputSchema', 'payloadSchema'])
        expect(event[schema]).toMatchObject({
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
        });
    }
  });

  // @fact F-4.7-038 F-4.7-039
  it.each([
    [['EVALS:READ'], ['svc.eval.run_completed']],
    [['EVALS:*'], ['svc.eval.run_completed']],
    [['PRODUCTS:SURFACES:READ'], ['svc.conversation.human_takeover']],
    [['FLOWS:EXECUTE'], ['svc.execution.failed', 'svc.schedule.run_failed']],
    [['TOOLS:READ'], []],
    [[], []],
  ])('shows a key with %o only the events that its permissions cover', async (scopes, names) => {
    expect(namesOf(await types(await service.makeKey(...scopes)))).toEqual(names);
  });

  it('shows all events to a session and to a key with every permission', async () => {
    for (const key of ['session_dev', 'rt_live_dev'])
      expect(namesOf(await types(key))).toEqual(productEventNames);
  });
});

describe('a poll', () => {
  // @fact F-4.7-025 F-4.7-019 F-4.7-021
  it('without a cursor starts from now, immediately, whatever its wait time', async () => {
    const response = await poll('?waitMs=50000');
    expectResponse(response, 200, {
      events: [],
      cursor: String(newest),
      hasMore: false,
      nextPollMs: 5000,
      truncated: false,
    });
  });

  it('of a feed without events starts at cursor 0, and misses no event after it', async () => {
    await service.post('/_mock/worlds', { id: 'bare', fixture: 'empty' });
    const start = await service.get('/w/bare/v1/events');
    expect(start.body['cursor']).toBe('0');
    const body = { name: 'svc.task.completed', data: { taskId: 'task_1', summary: 'Done.' } };
    await service.post('/w/bare/_mock/product-events', body);
    const next = await service.get(`/w/bare/v1/events?after=${String(start.body['cursor'])}`);
    expect(dataOf(next)).toEqual([body.data]);
    expect(next.body).toMatchObject({ cursor: '1', hasMore: false, truncated: false });
  });

  // @fact F-2.6-001..006 F-4.7-018 F-4.7-023 F-4.7-024 F-6.2-003..012 F-4.7-030
  it('from the start returns the events of the fixture, with every name, in cursor order', async () => {
    const response = await poll('?after=0');
    expect(new Set(namesOf(response))).toEqual(new Set(productEventNames));
    const cursors = eventsOf(response).map((event) => event['cursor']);
    expect(cursors).toEqual(cursors.map((_, index) => String(index + 1)));
    for (const event of eventsOf(response)) {
      expect(event['eventId']).toMatch(/^pev_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
      expect(event['timestamp']).toMatch(/^2026-01-1\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
    expect((await poll('?after=0')).text).toBe(response.text);
  });

  // @fact F-6.2-013 F-4.7-037
  it('returns data that matches the payload schemas of the catalogue', async () => {
    const ajv = new Ajv2020();
    const schemas = new Map(
      eventsOf(await types()).map(({ name, payloadSchema }) => [name, payloadSchema as JsonBody]),
    );
    for (const { name, data } of eventsOf(await poll('?after=0')))
      expect(ajv.validate(schemas.get(name) ?? false, data)).toBe(true);
  });

  // @fact F-4.7-006 F-4.7-020 F-4.7-027 F-8-014
  it('returns fifty events by default, and reports that there are more', async () => {
    const start = await now();
    for (let number = 0; number < 53; number += 1) await task(`task_${number}`);
    const first = await poll(`?after=${start}`);
    expect(eventsOf(first)).toHaveLength(50);
    expect(first.body).toMatchObject({ hasMore: true, nextPollMs: 0 });
    expect(first.body['cursor']).toBe(eventsOf(first).at(-1)?.['cursor']);
    const second = await poll(`?after=${String(first.body['cursor'])}&maxEvents=3`);
    expect(eventsOf(second)).toHaveLength(3);
    expect(second.body).toMatchObject({ hasMore: false, nextPollMs: 5000 });
  });

  it('reads a cursor as a whole number of any size', async () => {
    const { body } = await poll(`?after=00000000${newest - 1}`);
    expect([itemsOf(body['events']).length, body['cursor'], body['truncated']]).toEqual([
      1,
      String(newest),
      false,
    ]);
    expect((await poll(`?after=000000000000000000000${newest}`)).body['truncated']).toBe(false);
  });

  it.each(['1', '500', '99999999999999999999999', '0009007199254740993'])(
    'with a cursor %s beyond the newest event continues at the newest event and reports a gap',
    async (more) => {
      const beyond = BigInt(newest) + BigInt(more);
      for (const filter of ['', '&name=svc.task.completed', '&waitMs=50000', '&maxAgeMs=1']) {
        const response = await poll(`?after=${beyond}${filter}`);
        expect(response.status).toBe(200);
        expect(response.body).toMatchObject({
          events: [],
          cursor: String(newest),
          hasMore: false,
          truncated: true,
        });
      }
      await task('task_next');
      expect(dataOf(await poll(`?after=${newest}`))).toEqual([{ taskId: 'task_next', summary: 'Done.' }]);
    },
  );

  it('with a cursor from before a reset reports the gap once and then delivers every event', async () => {
    for (const taskId of ['task_1', 'task_2', 'task_3']) await task(taskId);
    const stored = await now();
    await service.post('/_mock/reset');
    await task('task_4');
    const gap = await poll(`?after=${stored}`);
    expect(gap.body).toMatchObject({ events: [], cursor: String(newest + 1), truncated: true });
    await task('task_5');
    const next = await poll(`?after=${String(gap.body['cursor'])}`);
    expect(dataOf(next)).toEqual([{ taskId: 'task_5', summary: 'Done.' }]);
    expect(next.body['truncated']).toBe(false);
  });

  it('with a cursor from before a restored snapshot reports the gap', async () => {
    const { body } = await service.post('/_mock/snapshots', {});
    await task('task_1');
    const stored = await now();
    await service.post(`/_mock/snapshots/${String(body['id'])}/restore`);
    expect((await poll(`?after=${stored}`)).body).toMatchObject({ cursor: String(newest), truncated: true });
  });

  // @fact F-4.7-002
  it.each(productEventNames)('for %s returns only matching events', async (name) => {
    const names = namesOf(await poll(`?after=0&name=${name}`));
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names)).toEqual(new Set([name]));
  });

  // @fact F-4.7-007..013
  it.each([
    ['agentId', 'agent_support'],
    ['flowId', 'flow_triage'],
    ['productId', 'product_helpdesk'],
    ['surfaceId', 'surf_widget'],
    ['scheduleId', 'sched_nightly'],
    ['suiteId', 'suite_refunds'],
    ['taskId', 'task_invoice'],
  ])('for one %s returns the events about it', async (filter, id) => {
    const all = dataOf(await poll('?after=0'));
    const kept = dataOf(await poll(`?after=0&${filter}=${id}`));
    expect(kept).toEqual(all.filter((data) => data[filter] === id));
    expect(kept.length).toBeGreaterThan(0);
    const { body } = await poll(`?after=0&${filter}=nobody`);
    expect([body['events'], body['cursor']]).toEqual([[], String(newest)]);
  });

  // @fact F-4.7-014..016
  it('returns eval runs whose pass rate dropped, and every other event', async () => {
    const runs = '?after=0&name=svc.eval.run_completed';
    const rates = async (query: string) => dataOf(await poll(query)).map((data) => data['passRate']);
    expect(await rates(runs)).toEqual([0.96, 0.9]);
    expect(await rates(`${runs}&onlyRegressions=true`)).toEqual([0.9]);
    expect(await rates(`${runs}&onlyRegressions=false`)).toEqual([0.96, 0.9]);
    expect(eventsOf(await poll('?after=0&onlyRegressions=true'))).toHaveLength(newest - 1);
  });

  // @fact F-4.7-017
  it('combines failures that repeat within an interval, wherever it starts', async () => {
    const start = BigInt(await now());
    for (const at of ['09:00:00', '09:00:40', '09:01:00', '09:01:59', '09:02:00'])
      await emit({
        name: 'svc.execution.failed',
        data: { executionId: 'exec_x', agentId: 'agent_x', summary: 'No.' },
        at: `2026-01-15T${at}.000Z`,
      });
    const emittedAfter = async (after: bigint) => {
      const query = `?after=${after}&name=svc.execution.failed&agentId=agent_x&minIntervalMs=60000`;
      return eventsOf(await poll(query)).map((event) => Number(BigInt(String(event['cursor'])) - start));
    };
    expect(await emittedAfter(start)).toEqual([1, 3, 5]);
    expect(await emittedAfter(start + 1n)).toEqual([3, 5]);
    expect(await emittedAfter(start + 3n)).toEqual([5]);
  });

  // @fact F-4.7-004 F-4.7-022
  it('skips events that are older than requested, and reports it', async () => {
    const { body } = await poll('?after=0&maxAgeMs=3600000');
    expect(itemsOf(body['events']).length).toBeGreaterThan(0);
    for (const event of itemsOf(body['events']))
      expect(Date.parse(String(event['timestamp']))).toBeGreaterThanOrEqual(Date.UTC(2026, 0, 15, 8, 30));
    expect(body['truncated']).toBe(true);
    expect((await poll('?after=0&maxAgeMs=604800000')).body['truncated']).toBe(false);
  });

  // @fact F-4.7-022 F-4.7-026 F-8-012
  it('omits events older than seven days', async () => {
    await service.advance('P7D');
    await task('task_new');
    const { body } = await poll('?after=0');
    expect(namesOf({ body } as ApiResponse)).toEqual(['svc.execution.failed', 'svc.task.completed']);
    expect(body).toMatchObject({ cursor: String(newest + 2), truncated: true });
    expect((await poll(`?after=${newest}`)).body['truncated']).toBe(false);
  });
});

describe('a poll is rejected', () => {
  // @fact F-4.7-031 F-7-018 F-2.7-009
  it.each(['svc.task.done', 'constructor', ''])('because no event has the name %o', async (name) => {
    const response = await poll(`?name=${name}`);
    expect([response.status, response.body['code']]).toEqual([400, 'EVENT_NOT_FOUND']);
  });

  // @fact F-4.7-032 F-7-019 F-8-013
  it.each([
    ['name=svc.task.failed&suiteId=s', [['suiteId', 'UNKNOWN_FIELD']]],
    ['name=svc.task.failed&onlyRegressions=true', [['onlyRegressions', 'UNKNOWN_FIELD']]],
    ['name=svc.eval.run_completed&minIntervalMs=5', [['minIntervalMs', 'UNKNOWN_FIELD']]],
    ['minIntervalMs=-1', [['minIntervalMs', 'TOO_SMALL']]],
    ['agentId=', [['agentId', 'TOO_SHORT']]],
    ['maxEvents=0', [['maxEvents', 'TOO_SMALL']]],
    ['maxEvents=many', [['maxEvents', 'INVALID_TYPE']]],
    ['maxAgeMs=-1', [['maxAgeMs', 'TOO_SMALL']]],
    ['maxAgeMs=null', [['maxAgeMs', 'INVALID_TYPE']]],
    ['waitMs=50001', [['waitMs', 'TOO_LARGE']]],
    ['waitMs=-1', [['waitMs', 'TOO_SMALL']]],
    ['onlyRegressions=yes', [['onlyRegressions', 'INVALID_ENUM']]],
    [
      'after=x&waitMs=50001',
      [
        ['after', 'INVALID_FORMAT'],
        ['waitMs', 'TOO_LARGE'],
      ],
    ],
  ])('because of %s', async (query, details) => {
    const response = await poll(`?${query}`);
    expect([response.status, response.body['code']]).toEqual([400, 'INVALID_EVENT_ARGUMENTS']);
    expect(detailsOf(response)).toEqual(details);
  });

  // @fact F-7-020 F-4.7-003
  it.each(['x', '-1', '1.5', '0x10', ''])('because %o is not a cursor', async (after) => {
    const response = await poll(`?after=${after}`);
    expect([response.status, response.body['code']]).toEqual([400, 'INVALID_EVENT_CURSOR']);
  });

  // @fact F-4.7-034
  it('because a personal workspace has no feed', async () => {
    const { body } = await service.post('/_mock/keys', { environment: 'live', workspace: 'personal' });
    const response = await poll('', String(body['key']));
    expectResponse(response, 403, { error: 'An organization workspace is required' });
  });

  // @fact F-4.7-035 F-7-021 F-2.6-014
  it('because the key has none of the permissions', async () => {
    const forbidden = [403, { error: 'Insufficient permissions', code: 'EVENT_SCOPE_FORBIDDEN' }];
    const tools = await service.makeKey('TOOLS:READ');
    const evals = await service.makeKey('EVALS:READ');
    for (const response of [
      await poll('', tools),
      await poll('?after=0', tools),
      await poll('?after=0&name=svc.task.failed', evals),
    ])
      expect([response.status, response.body]).toEqual(forbidden);
    expect(namesOf(await poll('?after=0', evals))).toEqual([
      'svc.eval.run_completed',
      'svc.eval.run_completed',
    ]);
    expect((await poll('?after=0', evals)).body['cursor']).toBe(String(newest));
  });
});

describe('the control API', () => {
  it('emits an event that every poll then finds', async () => {
    const start = await now();
    const data = { taskId: 'task_9', summary: 'Done.', more: { deep: [1] } };
    const emitted = await emit({ name: 'svc.task.completed', data });
    expect(emitted.status).toBe(201);
    expect(emitted.body).toMatchObject({
      cursor: String(Number(start) + 1),
      data,
      name: 'svc.task.completed',
      timestamp: '2026-01-15T09:30:00.000Z',
    });
    expect(eventsOf(await poll(`?after=${start}`))).toEqual([emitted.body]);
  });

  it('appends an event with a time in the past', async () => {
    const { body } = await task('task_old', { at: '2026-01-14T12:00:00+02:00' });
    expect(body).toMatchObject({ cursor: String(newest + 1), timestamp: '2026-01-14T10:00:00.000Z' });
    expect(eventsOf(await poll(`?after=${newest}&maxAgeMs=3600000`))).toEqual([]);
  });

  it.each([
    [{ name: 'svc.task.failed', data: {} }, ['data.taskId', 'data.summary']],
    [{ name: 'svc.task.failed', data: { taskId: 7, summary: '' } }, ['data.taskId', 'data.summary']],
    [
      { name: 'svc.eval.run_completed', data: { suiteId: 's', summary: 's', passRate: 2 } },
      ['data.passRate'],
    ],
    [{ name: 'svc.task.undone', data: {} }, ['name']],
    [{ name: 'svc.task.failed' }, ['data']],
  ])('rejects %o and emits nothing', async (body, paths) => {
    const start = await now();
    const response = await emit(body);
    expect([response.status, response.body['error']]).toEqual([400, 'Validation failed']);
    expect(itemsOf(response.body['details']).map(({ path }) => path)).toEqual(paths);
    expect(await now()).toBe(start);
  });
});

describe('runs', () => {
  const execute = (scenario: string) =>
    service.post(
      '/v1/agents/agent_support/execute',
      { messages: [{ role: 'user', content: 'Go on.' }], streamResponse: false },
      { prefer: `scenario=${scenario}` },
    );

  // @fact F-6.2-003
  it('that fail emit an event', async () => {
    const start = await now();
    const { body } = await execute('error');
    const page = await poll(`?after=${start}&name=svc.execution.failed`);
    expect(dataOf(page)).toMatchObject([
      { executionId: body['executionId'], agentId: 'agent_support', code: expect.any(String) as string },
    ]);
  });

  // @fact F-6.2-004
  it('that wait for an approval emit an event with the ids for a decision', async () => {
    const start = await now();
    const { body } = await execute('approval');
    const [data] = dataOf(await poll(`?after=${start}`));
    expect(data?.['executionId']).toBe(body['executionId']);
    const paused = body['pausedReason'] as JsonBody;
    expect(data?.['approvalId']).toBe(paused['approvalId']);
  });

  it('that complete emit none', async () => {
    const start = await now();
    await execute('text');
    expect(await now()).toBe(start);
  });
});

describe('an empty number parameter', () => {
  // @fact F-4.7-004 F-4.7-006 F-4.7-017
  it.each(['maxAgeMs', 'waitMs', 'minIntervalMs'])(
    'in %s is null, as if it were absent',
    async (parameter) => {
      const plain = await poll('?after=0&name=svc.execution.failed');
      const empty = await poll(`?after=0&name=svc.execution.failed&${parameter}=`);
      expect(empty.status).toBe(200);
      expect(empty.body).toEqual(plain.body);
    },
  );
});
