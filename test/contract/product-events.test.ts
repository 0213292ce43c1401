/** Product events: the catalogue, and polls that return immediately. */
import { beforeEach, describe, expect, it } from 'vitest';
import { productEventNames } from '../../mock/agent-platform/domain/product-events/catalogue.ts';
import { useMock } from '../support/mock-client.ts';
import { itemsOf, type ApiResponse, type JsonBody } from '../support/api-response.ts';

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

/** The current cursor; later events are those of the test. */
const now = async () => String((await poll()).body['cursor']);

// @fact F-4.7-036..042 F-2.6-007..014 F-6.2-001..016 F-0-007
it('the catalogue lists the ten events, how each can be triggered, and valid schemas', async () => {
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

describe('a poll', () => {
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
