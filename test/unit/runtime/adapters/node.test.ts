import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { nodeListener } from '../../../../templates/runtime/adapters/node.ts';
import { describeAdapter, type Host } from './adapter-suite.ts';

async function start(listener: RequestListener): Promise<Host> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

describeAdapter('node:http', (serve) => start(nodeListener(serve, { onError: fail })));

function fail(error: unknown): never {
  throw error;
}

test('a reply that HTTP cannot carry is a bare 500, and told', async () => {
  const errors: unknown[] = [];
  const response = { status: 200, headers: { 'x-bad': 'a\nb' }, body: { kind: 'none' } } as const;
  const listener = nodeListener(() => Promise.resolve(response), { onError: (error) => errors.push(error) });
  const host = await start(listener);
  const answer = await fetch(host.url);
  expect([answer.status, await answer.text()]).toEqual([500, '']);
  expect(errors).toHaveLength(1);
  await host.close();
});
