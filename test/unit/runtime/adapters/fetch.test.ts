import { serve as listen } from '@hono/node-server';
import { describe, expect, test } from 'vitest';
import { fetchHandler } from '../../../../templates/runtime/adapters/fetch.ts';
import { createSmallService } from '../server/small-service.ts';
import { describeAdapter } from './adapter-suite.ts';
import { closeServer } from './close-server.ts';

describeAdapter('fetch', (serve) => {
  const handle = fetchHandler(serve);
  return new Promise((resolve) => {
    const server = listen({ fetch: (request) => handle(request), port: 0, hostname: '127.0.0.1' }, (info) => {
      resolve({ url: `http://127.0.0.1:${info.port}`, close: () => closeServer(server) });
    });
  });
});

describe('fetch in one process', () => {
  test('reads nothing from a source before the body is read', async () => {
    const { serve, record } = createSmallService();
    const response = await fetchHandler(serve)(new Request('http://local/v1/flood'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(record.produced).toBe(0);
    await response.body?.cancel();
  });

  test('releases a stream that is cancelled', async () => {
    const { serve, record } = createSmallService();
    const response = await fetchHandler(serve)(new Request('http://local/v1/wait'));
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    await record.closed;
    await record.aborted;
  });
});
