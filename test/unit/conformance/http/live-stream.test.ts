/**
 * Streams over real connections: a reader that stops closes the connection, and a broken connection is reported as broken.
 */
import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../../conformance/model/exchange.ts';
import { createSecrets } from '../../../../conformance/http/secrets.ts';
import { createWire, type SendOptions } from '../../../../conformance/http/wire.ts';
import { serve } from '../../../support/server.ts';

const caps = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 20_000, events: 100, bytes: 100_000 };
const frame = 'event: ping\ndata: {"type":"ping"}\n\n';

/** Serves the stream of a test and sends one request to it; `closed` resolves when the response closes on the server. */
async function serveStream(write: (response: ServerResponse) => void, options: SendOptions = {}) {
  let resolveClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  const { url } = await serve((_request, response) => {
    response.on('close', resolveClosed);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write(response);
  });
  const wire = createWire({
    contract,
    ...{ baseUrl: url, fetch: globalThis.fetch, level: 'passive', caps },
    ...{ budget: { requests: 10, perSecond: null, seconds: 60 }, secrets: createSecrets({}) },
  });
  const plan = { operation: null, method: 'GET', path: '/v1/agents', headers: [], body: null, profile: null };
  return { exchange: await wire.send(plan, options), closed };
}

function endOf({ response }: Exchange): unknown {
  return response?.body.kind === 'stream' ? response.body.stream.end : null;
}

describe('a stream over a connection', () => {
  it.each<[string, SendOptions]>([
    ['events', { caps: { events: 3 } }],
    ['bytes', { caps: { bytes: 50 } }],
    ['stopped', { stopAfter: ({ number }) => number === 2 }],
  ])('that does not end is closed at %s, also on the server', async (end, options) => {
    const endless = (response: ServerResponse): void => {
      for (let count = 0; count < 50; count++) response.write(frame);
    };
    const { exchange, closed } = await serveStream(endless, options);
    expect(endOf(exchange)).toBe(end);
    await closed;
  });

  it('that becomes idle is closed, also on the server', async () => {
    const { exchange, closed } = await serveStream((response) => response.write(frame), {
      caps: { idleMs: 30 },
    });
    expect(endOf(exchange)).toBe('idle');
    await closed;
  });

  it('that breaks is reported as broken', async () => {
    const breaking = (response: ServerResponse): void => {
      response.write(frame, () => response.destroy());
    };
    const { exchange } = await serveStream(breaking);
    expect(endOf(exchange)).toBe('broken');
  });

  it('that the server closes is reported as closed', async () => {
    const { exchange } = await serveStream((response) => response.end(frame));
    expect([endOf(exchange), exchange.failure]).toEqual(['closed', null]);
  });
});
