/**
 * An upstream that replays recorded responses: `GET` a read, `POST` a create, `POST …/execute` a stream with one event
 * in each turn of the event loop, each time of another run. Plain JavaScript, as the bare server is.
 * Run: node tools/bench/programs/canned.mjs PORT FILE.
 */
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

const [port = '0', file = ''] = process.argv.slice(2);
const { read, create, executionId, frames } = JSON.parse(readFileSync(file, 'utf8'));
let runs = 0;

createServer((request, response) => {
  request.resume().once('end', () => {
    if (request.method === 'GET') send(response, 200, read);
    else if (request.url.endsWith('/execute')) void stream(response);
    else send(response, 201, create);
  });
}).listen(Number(port), '127.0.0.1');

function send(response, status, text) {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, headers).end(text);
}

async function stream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const run = `${executionId}_${++runs}`;
  for (const frame of frames) {
    response.write(frame.replaceAll(executionId, run));
    await nextTurn();
  }
  response.end();
}

process.on('SIGTERM', () => process.exit(0));
