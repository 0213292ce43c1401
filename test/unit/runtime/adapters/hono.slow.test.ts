import { serve as listen } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { honoHandler } from '../../../../templates/runtime/adapters/hono.ts';
import { createSmallService } from '../server/small-service.ts';
import { describeAdapter } from './adapter-suite.ts';
import { closeServer } from './close-server.ts';

describeAdapter('Hono', (serve) => {
  const app = new Hono();
  app.all('*', honoHandler(serve));
  return new Promise((resolve) => {
    const server = listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) => {
      resolve({ url: `http://127.0.0.1:${info.port}`, close: () => closeServer(server) });
    });
  });
});

test('Hono serves below a path, next to its own routes', async () => {
  const { serve } = createSmallService({ basePath: '/api' });
  const app = new Hono();
  app.get('/own', (context) => context.text('mine'));
  app.all('/api/*', honoHandler(serve));
  expect(await (await app.request('/own')).text()).toBe('mine');
  expect(await (await app.request('/api/v1/things/a')).json()).toEqual({ id: 'a', n: 1 });
});
