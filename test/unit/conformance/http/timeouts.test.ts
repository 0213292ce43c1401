/** Timeouts get shorter for a service whose streams become idle. */
import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
import { expect, it } from 'vitest';
import { createSecrets } from '../../../../conformance/http/secrets.ts';
import { createSilenceTracker } from '../../../../conformance/http/silence.ts';
import { createWire } from '../../../../conformance/http/wire.ts';

it('streams that stay open are read for a part of the run, and then for a short pause', async () => {
  const oneEvent = new TextEncoder().encode('data: {}\n\n');
  const silent = () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(oneEvent) });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
  const wire = createWire({
    contract,
    ...{ baseUrl: 'http://service.test', fetch: silent, level: 'stateless', secrets: createSecrets({}) },
    budget: { requests: 10, perSecond: null, seconds: 240 },
    caps: { firstByteMs: 5_000, idleMs: 9_000, totalMs: 60_000, events: 10, bytes: 1_000 },
  });
  const plan = { operation: null, method: 'GET', path: '/events', headers: [], body: null, profile: null };
  const first = await wire.send(plan);
  const second = await wire.send(plan);
  expect(first.durationMs).toBeGreaterThan(2_390);
  expect(second.durationMs).toBeGreaterThan(1_990);
  expect(second.durationMs).toBeLessThan(first.durationMs + 1_000);
  expect(wire.budget.notices()).toEqual([
    'Streams stayed open without a further event 2 times: the run read no further after 4 seconds in all. Later events were not checked.',
  ]);
});

it('streams that only send comments are read for a pause, and then for a second', async () => {
  const encoder = new TextEncoder();
  const commenting = (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode('data: {}\n\n'));
        const timer = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), 50);
        signal?.addEventListener('abort', () => clearInterval(timer));
      },
      cancel: () => undefined,
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
  const wire = createWire({
    contract,
    ...{ baseUrl: 'http://service.test', fetch: commenting, level: 'stateless', secrets: createSecrets({}) },
    budget: { requests: 10, perSecond: null, seconds: 60 },
    caps: { firstByteMs: 5_000, idleMs: 1_500, totalMs: 60_000, events: 10, bytes: 10_000 },
  });
  const plan = {
    operation: 'follow',
    method: 'GET',
    path: '/events',
    headers: [],
    body: null,
    profile: null,
  };
  const pauses: number[] = [];
  for (let index = 0; index < 2; index++) {
    const { durationMs, response } = await wire.send(plan);
    expect(response?.body).toMatchObject({ kind: 'stream', stream: { end: 'eventless', frames: [{}] } });
    pauses.push(durationMs);
  }
  expect(pauses[0]).toBeGreaterThan(1_490);
  expect(pauses[1]).toBeLessThan(1_490);
});

it('a kind of request without a response is not sent again', async () => {
  let sent = 0;
  const hanging = (_url: string, { body, signal }: RequestInit): Promise<Response> => {
    sent += 1;
    if (new TextDecoder().decode(body as Uint8Array) === '{}') return Promise.resolve(new Response('{}'));
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  };
  const silence = createSilenceTracker();
  const wire = createWire({
    contract,
    silence,
    ...{ baseUrl: 'http://service.test', fetch: hanging, level: 'stateless', secrets: createSecrets({}) },
    budget: { requests: 100, perSecond: null, seconds: 60 },
    caps: { firstByteMs: 20, idleMs: 20, totalMs: 1_000, events: 10, bytes: 1_000 },
  });
  const headers = [['content-type', 'application/json']] as const;
  const send = (operation: string, body: string) =>
    wire.send({ operation, method: 'POST', path: '/v1/agents', headers, body, profile: null });
  for (let index = 0; index < 3; index++) await send('createAgent', '{,');
  expect(sent).toBe(1);
  expect(await send('updateAgent', '[,')).toMatchObject({ response: null, isUnsent: true });
  expect((await send('createAgent', '{}')).response?.status).toBe(200);
  for (let index = 0; index < 4; index++) await send('createAgent', '{"name":""}');
  expect(sent).toBe(5);
  expect(silence.notices()).toEqual([
    'A request with malformed JSON got no response in time. 3 others were not sent.',
    'createAgent got no response in time 3 times in a row. Another one was not sent.',
  ]);
});
