/**
 * The bare server of streams: `node:http`, one `res.write` for each event. `/live` waits for the call of `play` and
 * then writes an event to every stream in each turn of the event loop; every other path writes all of them
 * immediately.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleCalls, usedCpu } from '../support/child.ts';
import type { StreamMethods } from '../rows/streams.ts';

const waiting = new Set<ServerResponse>();
let events: readonly object[] = [];

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  if (request.url === '/live') {
    response.flushHeaders();
    waiting.add(response);
  } else {
    void writeAll(response);
  }
});

const methods: StreamMethods = {
  async start(given) {
    events = given;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  },
  async play() {
    const playing = [...waiting];
    waiting.clear();
    for (const event of events) {
      for (const response of playing) response.write(frameOf(event));
      await new Promise(setImmediate);
    }
    for (const response of playing) response.end();
  },
  cpu: usedCpu,
};
handleCalls(methods);

async function writeAll(response: ServerResponse): Promise<void> {
  for (const event of events) if (!response.write(frameOf(event))) await once(response, 'drain');
  response.end();
}

function frameOf(event: object): string {
  const { type, seq } = event as { readonly type: string; readonly seq: number };
  return `event: ${type}\nid: ${seq}\ndata: ${JSON.stringify(event)}\n\n`;
}
