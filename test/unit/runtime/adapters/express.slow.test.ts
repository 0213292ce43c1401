import express, { type Express } from 'express';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { expressMiddleware } from '../../../../templates/runtime/adapters/express.ts';
import { createSmallService } from '../server/small-service.ts';
import { describeAdapter, type Host } from './adapter-suite.ts';
import { closeServer } from './close-server.ts';

function start(app: Express): Promise<Host> {
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${port}`, close: () => closeServer(server) });
    });
  });
}

function fail(error: unknown): never {
  throw error;
}

describeAdapter('Express', (serve) => start(express().use(expressMiddleware(serve, { onError: fail }))));

test('Express serves below a path, and after a parser that has read the body', async () => {
  const { serve } = createSmallService();
  const app = express()
    .use(express.json())
    .use('/api', expressMiddleware(serve, { onError: fail }));
  const host = await start(app);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${host.url}/api/v1/things`, {
    method: 'POST',
    headers,
    body: '{"name":"n"}',
  });
  expect([response.status, await response.json()]).toEqual([201, { name: 'n' }]);
  await host.close();
});
