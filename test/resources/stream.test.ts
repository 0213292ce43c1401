import { expect, test } from 'vitest';
import type { Engine } from '../../mock/engine/engine.ts';
import { describedMock } from './described.ts';

const feeds = await describedMock('feeds.yaml');
const answers = await describedMock('answers.yaml');

interface Event {
  readonly type: string;
  readonly [name: string]: unknown;
}

function ask(engine: Engine, path: string, headers = {}, body?: object): Promise<Response> {
  const sent =
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  return engine.fetch(engine.baseUrl + path, sent);
}

function dataOf(text: string): readonly Event[] {
  return Array.from(text.matchAll(/^data: (\{.*\})$/gm), ([, data = '']) => JSON.parse(data) as Event);
}

async function orderEvents(headers = {}): Promise<{ readonly id: string; readonly text: string }> {
  const created = await ask(feeds.engine, '/orders', {}, { item: 'Lamp' });
  const { id } = (await created.json()) as { readonly id: string };
  return { id, text: await (await ask(feeds.engine, `/orders/${id}/events`, headers)).text() };
}

test('an operation with two forms of response streams when its body or Accept asks for it', async () => {
  const { engine } = answers;
  expect(await (await ask(engine, '/answers', {}, { question: 'Why?' })).json()).toMatchObject({
    question: 'Why?',
  });
  const asked = [
    await ask(engine, '/answers', {}, { question: 'Why?', stream: true }),
    await ask(engine, '/answers', { accept: 'text/event-stream' }, { question: 'Why?' }),
  ];
  for (const streamed of asked) {
    expect(streamed.headers.get('content-type')).toContain('text/event-stream');
    const events = dataOf(await streamed.text());
    const delta = 'answer.text.delta';
    expect(events.map(({ type }) => type)).toEqual([
      'answer.created',
      delta,
      delta,
      delta,
      'answer.completed',
    ]);
  }
  const refused = await ask(
    engine,
    '/answers',
    { accept: 'text/event-stream' },
    { question: 'Why?', stream: false },
  );
  expect(refused.headers.get('content-type')).toContain('application/json');
});

test('a run begins, opens its parts, sends a text in pieces, and ends, about the record of its path', async () => {
  const { id, text } = await orderEvents();
  const events = dataOf(text);
  expect(events.map(({ type }) => type.replace('order.', ''))).toEqual([
    'created',
    'step.added',
    ...['note.delta', 'note.delta', 'note.delta'],
    ...['note.done', 'step.done', 'completed'],
  ]);
  expect(events.map((event) => event['sequence_number'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(events[0]).toMatchObject({ order: { id, item: 'Lamp', status: 'in_progress' } });
  expect(events.at(-1)).toMatchObject({ order: { id, item: 'Lamp', status: 'completed' } });
  const pieces = events.flatMap(({ delta }) => (typeof delta === 'string' ? [delta] : []));
  expect(events[5]).toMatchObject({ text: pieces.join(''), step_id: 'stp_1' });
});

test('a stream resumes after the last event that a client has, where the description declares that', async () => {
  const { text } = await orderEvents({ 'last-event-id': '6' });
  expect(Array.from(text.matchAll(/^id: (\d+)$/gm), ([, id]) => id)).toEqual(['7', '8']);
  expect(dataOf(text).map(({ type }) => type)).toEqual(['order.step.done', 'order.completed']);
  expect((await ask(feeds.engine, '/orders/none/events')).status).toBe(404);
});

test('chunks of one type have one id, a plain text each, and a reason to end in the last one', async () => {
  const response = await ask(feeds.engine, '/chat', {}, { text: 'Hi', stream: true });
  const text = await response.text();
  const chunks = dataOf(text) as unknown as readonly {
    readonly id: string;
    readonly choices: readonly { readonly delta: object; readonly finish_reason: string | null }[];
  }[];
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  expect(chunks.map(({ choices }) => choices[0]?.finish_reason)).toEqual([null, null, null, 'stop']);
  expect(Object.keys(chunks[1]?.choices[0]?.delta ?? {})).toEqual(['content']);
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
});

test('lines of JSON are the records of the resource that they describe', async () => {
  await ask(feeds.engine, '/orders', {}, { item: 'Exported' });
  const response = await ask(feeds.engine, '/orders/export');
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  const lines = (await response.text()).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { readonly item: string }).item)).toContain('Exported');
});

test('documented events come as they are documented, whether or not they have a schema', async () => {
  expect(await (await ask(feeds.engine, '/log')).text()).toBe('{"line":"first"}\n{"line":"second"}\n');
  const frames = await ask(feeds.engine, '/frames');
  expect(await frames.text()).toBe(
    'event: up\nid: 7\ndata: {"n":1}\n\nevent: down\nid: 8\ndata: {"n":2}\n\n',
  );
  const rest = await ask(feeds.engine, '/frames', { 'last-event-id': '7' });
  expect(await rest.text()).toBe('event: down\nid: 8\ndata: {"n":2}\n\n');
});

test('records of a sequence begin with a separator, and count up', async () => {
  const text = await (await ask(feeds.engine, '/ticks')).text();
  expect(text).toBe([0, 1, 2, 3].map((sequence) => `\u001e{"sequence":${sequence}}\n`).join(''));
});

test('a request chooses the pace, and one that does not exist is rejected', async () => {
  const fast = await ask(feeds.engine, '/ticks', { prefer: 'pace=instant' });
  expect(fast.headers.get('preference-applied')).toBe('pace=instant');
  expect((await ask(feeds.engine, '/ticks', { prefer: 'pace=slow' })).status).toBe(400);
});
