/**
 * The bare server that others are compared with: `node:http` with constant responses of a given length. Plain
 * JavaScript, since Node would begin by loading what takes types away.
 * Run: node tools/bench/programs/bare.mjs PORT READ_BYTES CREATE_BYTES.
 */
import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';

const [port = '0', readBytes = '500', createBytes = '500'] = process.argv.slice(2);
const read = Buffer.from(JSON.stringify('x'.repeat(Math.max(0, Number(readBytes) - 2))));
const created = Buffer.from(JSON.stringify('x'.repeat(Math.max(0, Number(createBytes) - 2))));

createServer((request, response) => {
  const body = request.method === 'POST' ? created : read;
  const status = request.method === 'POST' ? 201 : 200;
  const respond = () => {
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': body.length })
      .end(body);
  };
  if (request.method === 'POST') request.resume().once('end', respond);
  else respond();
}).listen(Number(port), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
