/**
 * An independent validator: Prism, as a proxy in front of the mock, validates both sides of every call
 * of the tour against the contract.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationIds } from '../../generated/service/operations.ts';
import { listen } from '../../mock/hosts/node.ts';
import type { NodeServer } from '../../mock/hosts/node.ts';
import { createMock } from '../../mock/index.ts';
import type { Mock } from '../../mock/index.ts';
import { freePort, untilAnswered } from '../support/prism.ts';
import { tour } from './support/tour.ts';
import type { TourCall } from './support/tour.ts';

const root = join(import.meta.dirname, '../..');

describe('the tour', () => {
  it('calls every operation of the contract', () => {
    const toured = new Set(tour.map(({ operationId }) => operationId));
    expect(operationIds.filter((id) => !toured.has(id))).toEqual([]);
  });
});

describe('Prism between the client and the mock', () => {
  let mock: Mock;
  let server: NodeServer;
  let prism: ChildProcess;
  let proxy: string;

  beforeAll(async () => {
    mock = await createMock();
    server = await listen(mock.handle, { host: '127.0.0.1', port: 0 });
    const port = await freePort();
    proxy = `http://127.0.0.1:${port}`;
    prism = spawn(
      process.execPath,
      [
        join(root, 'node_modules/@stoplight/prism-cli/dist/index.js'),
        'proxy',
        join(root, 'spec/openapi.yaml'),
        server.url,
        '--port',
        String(port),
        '--verboseLevel',
        'error',
      ],
      { stdio: 'ignore' },
    );
    await untilAnswered(`${proxy}/.well-known/oauth-protected-resource`, prism);
  }, 60_000);

  afterAll(async () => {
    prism.kill();
    await server.close();
    await mock.close();
  });

  // @fact F-1-001..009 F-1-011
  it('reports no violation, and each call has the expected status', async () => {
    const kept = new Map([['base', server.url]]);
    const seen: string[] = [];
    for (const call of tour) {
      if (call.operationId === 'completeClaim') kept.set('otp', await lastCode(server.url));
      const response = await send(proxy, call, kept);
      const violations = response.headers.get('sl-violations') ?? '';
      seen.push(`${call.operationId} ${response.status} ${violations}`.trim());
      keep(call, await response.text(), kept);
    }
    expect(seen).toEqual(tour.map(({ operationId, status }) => `${operationId} ${status}`));
  }, 120_000);
});

function send(base: string, { method, path, headers, body }: TourCall, kept: ReadonlyMap<string, string>) {
  const all = { authorization: 'Bearer rt_live_dev', ...headers };
  return fetch(base + fillIn(path, kept), {
    method,
    headers: {
      ...Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: fillIn(JSON.stringify(body), kept) }),
  });
}

function fillIn(text: string, kept: ReadonlyMap<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => kept.get(name) ?? whole);
}

function keep({ keep: wanted = {} }: TourCall, body: string, kept: Map<string, string>): void {
  const objects = body.startsWith('{')
    ? [body]
    : [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? '{}');
  for (const [name, member] of Object.entries(wanted)) {
    const values = objects.map((text) => (JSON.parse(text) as Record<string, unknown>)[member]);
    const value = values.findLast((each) => typeof each === 'string');
    if (typeof value !== 'string') throw new Error(`The reply has no ${member}: ${body.slice(0, 300)}`);
    kept.set(name, value);
  }
}

async function lastCode(base: string): Promise<string> {
  const response = await fetch(`${base}/_mock/outbox`);
  const { messages } = (await response.json()) as { messages: { otp: string }[] };
  return messages.at(-1)?.otp ?? '';
}
