/**
 * The first response in a process that has just started, from a mock in it, from MSW or from a bare server. Prints the
 * costs as JSON: with the import of modules, and without. Units: milliseconds, of processor time and of time.
 * Run: node tools/bench/programs/embed.mjs mock|msw|bare.
 */
import { performance } from 'node:perf_hooks';

const address = 'http://127.0.0.1:4010/v1/agents';
const init = { headers: { authorization: 'Bearer rt_live_dev' } };
const agents = { data: [{ id: 'agent_support', name: 'Support' }], nextCursor: null };

/** Each imports its modules, and returns what starts it and requests a page of agents. */
const kinds = {
  async mock() {
    const { createMock } = await import('../../../dist/mock/index.js');
    return async () => (await createMock()).fetch(address, init);
  },
  async msw() {
    const { http, HttpResponse, setupServer } = await import('../peers/msw.mjs');
    return () => {
      setupServer(http.get(address, () => HttpResponse.json(agents))).listen();
      return globalThis.fetch(address, init);
    };
  },
  async bare() {
    const { createServer } = await import('node:http');
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(agents));
    });
    return async () => {
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
      return globalThis.fetch(`http://127.0.0.1:${server.address().port}/v1/agents`, init);
    };
  },
};

const begin = () => ({ cpu: process.cpuUsage(), at: performance.now() });
const since = ({ cpu, at }) => {
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1000, time: performance.now() - at };
};

const began = begin();
const respond = await kinds[process.argv[2]]();
const imported = begin();
const response = await respond();
await response.json();
const costs = { whole: since(began), withoutImport: since(imported) };
if (response.status !== 200) throw new Error(`The status is ${response.status}.`);
process.stdout.write(JSON.stringify(costs));
process.exit();
