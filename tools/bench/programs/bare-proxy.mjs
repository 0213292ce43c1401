/**
 * The proxy that ours is measured against: `node:http`, keep-alive connections, a pipe in each direction, and no
 * inspection. Run: node tools/bench/programs/bare-proxy.mjs PORT UPSTREAM_PORT.
 */
import { Agent, createServer, request } from 'node:http';

const [port = '0', upstream = '0'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const passed = request(
    { agent, host: '127.0.0.1', port: Number(upstream), method, path, headers },
    (response) => {
      outgoing.writeHead(response.statusCode, response.headers);
      response.pipe(outgoing);
    },
  );
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
}).listen(Number(port), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
