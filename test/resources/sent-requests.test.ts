/** Callbacks and webhooks, sent to a server on this computer. */
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { standardWebhooks } from '../../templates/runtime/server/webhook-signatures.ts';
import { createMock, type DescribedMockOptions, type Engine, type JournalEntry } from '../../mock/index.ts';
import { useServer } from '../support/server.ts';

interface Received {
  readonly path: string;
  readonly body: unknown;
}

const openapi = join(import.meta.dirname, 'descriptions/couriers.yaml');
const clock = { mode: 'frozen', now: '2026-03-01T12:00:00Z' } as const;
const headers = { 'content-type': 'application/json' };

let received: Received[] = [];
/** The last request as it was received. */
let last: { readonly headers: IncomingHttpHeaders; readonly text: string } | null = null;

const { url: address } = await useServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    last = { headers: request.headers, text };
    received.push({ path: `${request.method} ${request.url}`, body: JSON.parse(text) });
    response.writeHead(204).end();
  });
});
beforeEach(() => {
  received = [];
});

async function withMock(options: Partial<DescribedMockOptions>, use: (mock: Engine) => Promise<void>) {
  const mock = await createMock({ openapi, clock, ...options });
  await use(mock);
  await mock.close();
}

async function call(mock: Engine, method: string, path: string, body: object = {}): Promise<{ id: string }> {
  const response = await mock.world().fetch(path, { method, headers, body: JSON.stringify(body) });
  return JSON.parse((await response.text()) || '{}') as { id: string };
}

/** Resolves with the journal once it has an entry of an operation. */
async function entryOf(mock: Engine, operationId: string): Promise<JournalEntry> {
  const find = async (): Promise<JournalEntry | undefined> =>
    (await mock.world().requests({ operationId })).at(-1);
  return (await vi.waitUntil(find)) as JournalEntry;
}

test('a callback gets the record that its operation created, and is in the journal', async () => {
  await withMock({}, async (mock) => {
    const created = await call(mock, 'POST', '/deliveries', {
      street: 'Elm Street 1',
      callback_url: `${address}/hook`,
    });
    const entry = await entryOf(mock, 'createDelivery.booked');
    expect(entry).toMatchObject({ method: 'POST', path: `${address}/hook`, status: 204 });
    expect(received).toEqual([{ path: 'POST /hook', body: created }]);
    const detail = await mock.world().control.getRequest({ path: { id: entry.id } });
    expect(detail.explanation[0]?.message).toBe(
      `The mock has sent createDelivery.booked to ${address}/hook.`,
    );
  });
});

test('a callback of accepted work is sent when that is done', async () => {
  await withMock({}, async (mock) => {
    const { id } = await call(mock, 'POST', `/exports?notify=${encodeURIComponent(`${address}/done`)}`);
    await mock.world().clock.advance('PT0.6S');
    expect(received).toEqual([]);
    await mock.world().clock.advance('PT1S');
    await entryOf(mock, 'createExport.done');
    expect(received).toEqual([{ path: 'POST /done', body: { export_id: id, status: 'done' } }]);
  });
});

test('a callback to another computer is not sent, and the journal says how to allow it', async () => {
  await withMock({}, async (mock) => {
    await call(mock, 'POST', '/deliveries', { callback_url: 'http://callbacks.example.test/hook' });
    const { status, notes } = await entryOf(mock, 'createDelivery.booked');
    expect(status).toBe(0);
    expect(notes?.[0]?.message).toMatch(
      /callbacks\.example\.test is not this computer\. .*--allow-callbacks callbacks\.example\.test/,
    );
  });
});

test('webhooks are sent when the records that they name are created, change their state, or are deleted', async () => {
  await withMock({ webhooks: `${address}/webhooks` }, async (mock) => {
    const delivery = await call(mock, 'POST', '/deliveries', { street: 'Elm Street 1' });
    await entryOf(mock, 'newDelivery');
    await call(mock, 'PATCH', `/deliveries/${delivery.id}`, { street: 'Elm Street 2' });
    await call(mock, 'PATCH', `/deliveries/${delivery.id}`, { status: 'delivered' });
    await entryOf(mock, 'delivery.delivered');
    await mock.world().fetch(`/deliveries/${delivery.id}`, { method: 'DELETE' });
    await entryOf(mock, 'delivery.deleted');
    const path = 'POST /webhooks';
    expect(received).toEqual([
      { path, body: { event: 'delivery.created', at: '2026-03-01T12:00:00.000Z', delivery } },
      { path, body: { ...delivery, street: 'Elm Street 2', status: 'delivered' } },
      { path, body: { delivery_id: delivery.id } },
    ]);
  });
});

test('worlds send the webhooks of their own records', async () => {
  await withMock({ webhooks: `${address}/webhooks` }, async (mock) => {
    const world = await mock.world().fork();
    await world.fetch('/deliveries', { method: 'POST', headers, body: '{}' });
    await vi.waitUntil(() => received.length > 0);
    expect(await mock.world().requests()).toEqual([]);
  });
});

test('webhooks are signed with the secret of the mock, at the real time', async () => {
  const secret = `whsec_${btoa('a secret of 24 characters')}`;
  await withMock({ webhooks: `${address}/webhooks`, webhookSecret: secret }, async (mock) => {
    await call(mock, 'POST', '/deliveries');
    const { headers: sent, text } = await vi.waitUntil(() => (received.length > 0 ? last : null));
    const verdict = await standardWebhooks({ secret })(
      { get: (name) => String(sent[name] ?? '') },
      new TextEncoder().encode(text),
    );
    expect(verdict).toMatchObject({ ok: true });
  });
});
