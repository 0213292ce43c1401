/** The service for comparing check tools: it conforms, and each fault and liberty changes its responses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokens, type Rules } from '../../../tools/comparison/detection/rules.ts';
import { Client } from '../../../tools/comparison/client.ts';
import { faults, liberties } from '../../../tools/comparison/detection/faults.ts';
import {
  startTracker,
  trackerDocument,
  type RunningTracker,
} from '../../../tools/comparison/detection/tracker.ts';

describe('the tracker', () => {
  let tracker: RunningTracker;
  let usual: readonly string[];
  beforeAll(async () => {
    tracker = await startTracker();
    usual = await play({});
  });
  afterAll(() => tracker.close());

  it('has valid responses to all requests of a client', async () => {
    const verdicts: (string | null)[] = [];
    await play({}, verdicts);
    expect(verdicts.length).toBeGreaterThan(20);
    expect(verdicts.filter((verdict) => verdict !== null)).toEqual([]);
  });

  it('sends the same after a reset', async () => {
    expect(await play({})).toEqual(usual);
  });

  it.each([...faults, ...liberties.filter(({ name }) => name !== 'slow')])(
    'sends something else with: $name',
    async ({ changes }) => {
      expect(await play(changes)).not.toEqual(usual);
    },
  );

  it.each(liberties)('has valid responses with: $name', async ({ changes }) => {
    const verdicts: (string | null)[] = [];
    await play(changes, verdicts);
    expect(verdicts.filter((verdict) => verdict !== null)).toEqual([]);
  });

  /** Sends the requests that reveal each fault. Shape: the responses, without times. */
  async function play(changes: Partial<Rules>, verdicts: (string | null)[] = []): Promise<readonly string[]> {
    tracker.reset(changes);
    const responses: string[] = [];
    const client = new Client(
      { document: trackerDocument, credentials: { authorization: `Bearer ${tokens.own}` } },
      tracker.url,
      async (url, init) => {
        const response = await fetch(url, init);
        const { status, headers } = response;
        const shown = ['content-type', 'location', 'etag'].map((name) => headers.get(name));
        const text = await response.clone().text();
        responses.push([status, ...shown, text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')].join(' '));
        return response;
      },
    );
    const task = '/tasks/{taskId}';
    await client.call('POST', '/projects', { body: { name: ' Ä ', description: 'Long' } });
    for (const body of [
      { name: 'Short' },
      { name: 'Short', description: 'x' },
      { name: 'Short', description: 'x' },
    ])
      await client.call('PUT', '/projects/{projectId}', { keys: ['prj_3'], body });
    await client.call('GET', '/projects/{projectId}', { keys: ['prj_3'] });
    for (const query of [{}, { limit: '1' }, { limit: '1', offset: '1' }, { limit: '0' }])
      await client.call('GET', '/projects', { query });
    const tasks = '/projects/{projectId}/tasks';
    for (const body of [
      { title: 'One', due_on: '2027-01-01' },
      { title: 'Two', status: 'done' },
      { title: '' },
    ])
      await client.call('POST', tasks, { keys: ['prj_1'], body });
    await client.call('PATCH', task, { keys: ['tsk_3'], body: { title: 'Uno' } });
    await client.call('GET', task, { keys: ['tsk_3'] });
    for (const query of [{}, { status: 'done' }, { limit: '2' }, { limit: '1', cursor: '1' }])
      await client.call('GET', tasks, { keys: ['prj_1'], query });
    await client.call('POST', '/tasks/{taskId}/comments', { keys: ['tsk_1'], body: { text: 'Fine' } });
    await client.call('GET', task, { keys: ['tsk_2'] });
    await client.call('GET', '/organization', { isAnonymous: true });
    for (const condition of ['"other"', '"tsk_1-1"'])
      await client.call('GET', task, { keys: ['tsk_1'], headers: { 'if-none-match': condition } });
    await client.call('DELETE', task, { keys: ['tsk_1'] });
    await client.call('GET', task, { keys: ['tsk_1'] });
    await client.call('PATCH', '/organization', { body: { language: 'de' } });
    verdicts.push(...client.verdicts);
    return responses;
  }
});
