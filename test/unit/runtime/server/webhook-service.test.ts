/** A service for webhooks: verified, then parsed, validated and handled, on every adapter. */
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { expressMiddleware } from '../../../../templates/runtime/adapters/express.ts';
import { fastifyPlugin } from '../../../../templates/runtime/adapters/fastify.ts';
import { fetchHandler } from '../../../../templates/runtime/adapters/fetch.ts';
import { honoHandler } from '../../../../templates/runtime/adapters/hono.ts';
import { nodeListener } from '../../../../templates/runtime/adapters/node.ts';
import type { ServeRequest } from '../../../../templates/runtime/server/service.ts';
import {
  serveWebhooks,
  type WebhookServiceOptions,
} from '../../../../templates/runtime/server/webhook-service.ts';
import { signWebhook, standardWebhooks } from '../../../../templates/runtime/server/webhook-signatures.ts';
import { createReceiver } from '../../../../templates/runtime/server/webhooks.ts';
import { checkThat } from '../support.ts';

interface Bodies {
  readonly paid: { readonly type: 'paid'; readonly amount: number };
  readonly refunded: { readonly type: 'refunded' };
}

const hasAmount = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'amount' in value;
const receive = createReceiver<Bodies>({ paid: checkThat(hasAmount), refunded: checkThat(() => true) });
const secret = `whsec_${btoa('a secret of 24 characters')}`;
/** With spaces, so that a reformatted body has another signature. */
const paid = '{ "type": "paid",  "amount": 1 }';

interface Rig {
  readonly serve: ServeRequest;
  /** The id, amount and errors of handled webhooks. */
  readonly log: unknown[];
}

function rig(changes: Partial<WebhookServiceOptions<Bodies>> = {}): Rig {
  const log: unknown[] = [];
  const serve = serveWebhooks(receive, {
    verify: standardWebhooks({ secret }),
    handlers: { paid: ({ amount }, { id }) => void log.push([id, amount]) },
    onError: (error) => void log.push(String(error)),
    ...changes,
  });
  return { serve, log };
}

/** Sends a signed body to a service, and returns the response. */
async function send({ serve }: Rig, body: string, headers?: Record<string, string>): Promise<Response> {
  const signed = headers ?? (await signWebhook(body, { secret, id: 'msg_1' }));
  const request = new Request('http://localhost/hooks', { method: 'POST', body, headers: signed });
  return fetchHandler(serve)(request);
}

it('a verified webhook reaches its handler with its id, and is 204', async () => {
  const service = rig();
  const { status } = await send(service, paid);
  expect([status, service.log]).toEqual([204, [['msg_1', 1]]]);
});

it('a webhook without a signature is 400, and its body is not read as JSON', async () => {
  const service = rig();
  const response = await send(service, '{"type":', {});
  expect([response.status, service.log]).toEqual([400, []]);
  expect(await response.json()).toMatchObject({
    detail: expect.stringContaining('webhook-signature') as string,
  });
});

it('a webhook signed with another secret is 401', async () => {
  const headers = await signWebhook(paid, { secret: `whsec_${btoa('another secret')}` });
  expect((await send(rig(), paid, { ...headers })).status).toBe(401);
});

it('a webhook that is sent again later is 401', async () => {
  const headers = await signWebhook(paid, { secret, sentAt: new Date(Date.now() - 600_000) });
  expect((await send(rig(), paid, { ...headers })).status).toBe(401);
});

it.each([
  ['{"type":"paid"}', 'that violates its schema'],
  ['{"type":"paid","amount":1', 'that is not JSON'],
  ['{"type":"paid","amount":1,"__proto__":{}}', 'with a forbidden name'],
  [`{"type":"paid","amount":${'['.repeat(70)}${']'.repeat(70)}}`, 'that nests too deep'],
  ['{"amount":1}', 'without a name'],
])('a signed body %s, %s, is 400', async (body) => {
  const service = rig();
  const response = await send(service, body);
  expect([response.status, service.log]).toEqual([400, []]);
});

it('a body that is too long is 413', async () => {
  expect((await send(rig({ maxBytes: 10 }), paid)).status).toBe(413);
});

it('a webhook without a handler is acknowledged', async () => {
  const service = rig();
  const { status } = await send(service, '{"type":"refunded"}');
  expect([status, service.log]).toEqual([204, []]);
});

it('a webhook that is not in the description is acknowledged and reported', async () => {
  const service = rig();
  const { status } = await send(service, '{"type":"toString"}');
  expect(status).toBe(204);
  expect(service.log).toEqual(['Error: The webhook "toString" is not in the description.']);
});

it('an error of a handler is 500 and reported, so that the webhook is retried', async () => {
  const service = rig({ handlers: { paid: () => Promise.reject(new Error('no database')) } });
  const { status } = await send(service, paid);
  expect([status, service.log]).toEqual([500, ['Error: no database']]);
});

it('a webhook can be identified by its path, and verified in another way', async () => {
  const service = rig({
    nameOf: (_, { path }) => path.slice(1),
    verify: (headers) =>
      headers.get('x-key') === 'k'
        ? { ok: true, id: null, sentAt: null }
        : { ok: false, status: 401, message: 'no key' },
  });
  const call = async (key: string) =>
    fetchHandler(service.serve)(
      new Request('http://localhost/paid', {
        method: 'POST',
        body: '{"amount":2}',
        headers: { 'x-key': key },
      }),
    );
  expect([(await call('k')).status, (await call('')).status, service.log]).toEqual([204, 401, [[null, 2]]]);
});

async function listen(server: Server): Promise<{ readonly url: string; readonly close: () => void }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

type Post = (serve: ServeRequest, body: string, headers: Record<string, string>) => Promise<number>;

async function overTcp(server: Server, body: string, headers: Record<string, string>): Promise<number> {
  const { url, close } = await listen(server);
  const { status } = await fetch(`${url}/hooks`, { method: 'POST', body, headers });
  close();
  return status;
}

const onError = (error: unknown): never => {
  throw error;
};

const keepBytes = express.json({
  verify: (request, _, bytes) => void Object.assign(request, { rawBody: bytes }),
});

it.each<[name: string, post: Post]>([
  ['Node', (serve, ...sent) => overTcp(createServer(nodeListener(serve, { onError })), ...sent)],
  [
    'Express',
    (serve, ...sent) => overTcp(createServer(express().use(expressMiddleware(serve, { onError }))), ...sent),
  ],
  [
    'Express after a parser that keeps the bytes',
    (serve, ...sent) =>
      overTcp(createServer(express().use(keepBytes).use(expressMiddleware(serve, { onError }))), ...sent),
  ],
  [
    'Fastify',
    async (serve, payload, headers) => {
      const app = fastify();
      await app.register(fastifyPlugin(serve));
      return (await app.inject({ method: 'POST', url: '/hooks', payload, headers })).statusCode;
    },
  ],
  [
    'Hono',
    async (serve, body, headers) => {
      const app = new Hono();
      app.all('*', honoHandler(serve));
      return (await app.request('/hooks', { method: 'POST', body, headers })).status;
    },
  ],
])('%s verifies the bytes as they were received', async (_, post) => {
  const service = rig();
  const headers = {
    ...(await signWebhook(paid, { secret, id: 'msg_1' })),
    'content-type': 'application/json',
  };
  expect([await post(service.serve, paid, headers), service.log]).toEqual([204, [['msg_1', 1]]]);
  expect(await post(service.serve, `${paid} `, headers)).toBe(401);
});
