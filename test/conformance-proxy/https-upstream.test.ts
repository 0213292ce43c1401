/** The proxy forwards requests to an HTTPS upstream only if its certificate is valid. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { killCommands, startProxyCommand } from './support/command.ts';

const file = (name: string): string => join(import.meta.dirname, 'support/tls', name);

const hosts: (string | undefined)[] = [];
const server = createServer(
  { key: readFileSync(file('key.pem')), cert: readFileSync(file('certificate.pem')) },
  (incoming, outgoing) => {
    hosts.push(incoming.headers.host);
    outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Agent not found"}');
  },
);
let address: string;

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  killCommands();
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

test('requests are forwarded with the host name of the upstream, and checked', async () => {
  const proxy = await startProxyCommand([address], { NODE_EXTRA_CA_CERTS: file('certificate.pem') });
  const response = await fetch(`${proxy.url}/v1/agents/a`, { headers: { authorization: 'Bearer x' } });
  expect([response.status, await response.json()]).toEqual([404, { error: 'Agent not found' }]);
  expect(hosts).toEqual([new URL(address).host]);
  expect(await proxy.stop()).toBe(0);
  expect(proxy.stdout()).toContain('1 request forwarded, 1 checked: no violation.');
});

test('an untrusted certificate causes a 502 response', async () => {
  const proxy = await startProxyCommand([address]);
  const response = await fetch(`${proxy.url}/v1/agents/a`);
  expect([response.status, await response.json()]).toEqual([
    502,
    { error: expect.stringContaining('self-signed certificate') as string },
  ]);
});
