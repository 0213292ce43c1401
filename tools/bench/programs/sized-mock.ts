/**
 * A mock with a given number of agents and product events, called in process. Measures the cost of a call.
 */
import { createAgent } from '../../../mock/agent-platform/domain/agents/agent.ts';
import { emitProductEvent } from '../../../mock/agent-platform/domain/product-events/emit.ts';
import { owner } from '../../../mock/agent-platform/fixtures/empty.ts';
import { listen } from '../../../mock/hosts/node.ts';
import { createMock } from '../../../mock/index.ts';
import type { HttpResponse, HttpRequest } from '../../../templates/runtime/http.ts';
import type { Transaction } from '../../../mock/kernel/transaction/transaction.ts';
import { ok } from '../../../mock/kernel/transaction/result.ts';
import type { SizeMethods } from '../rows/size.ts';
import { handleCalls, usedCpu } from '../support/child.ts';
import { cpuPerRun } from '../support/pair.ts';

/**
 * The number of records that are requested in turn, for every size: the first read of a record costs more than later
 * ones.
 */
const workingSet = 1000;
const pageSize = 20;
const pollSize = 50;
const callsPerRound = 4000;

const authorization = 'Bearer rt_live_dev';
const headers = {
  get: (name: string): string | null => (name === 'authorization' ? authorization : null),
  entries: (): [string, string][] => [['authorization', authorization]],
};
const { signal } = new AbortController();
const nothing = new Uint8Array(0);

const mock = await createMock({ fixture: 'empty', clock: { mode: 'frozen' } });
const agentIds: string[] = [];
let calledIds: readonly string[] = [];
const calls: Record<string, readonly HttpRequest[]> = {};

const methods: SizeMethods = {
  async fill(count) {
    const step = 10_000;
    for (let done = 0; done < count; done += step) await put(done, Math.min(step, count - done));
    const every = count / workingSet;
    const places = Array.from({ length: workingSet }, (_, place) => Math.floor(place * every));
    calledIds = places.map((place) => agentIds[place] ?? '');
    calls['read'] = calledIds.map((id) => get(`/v1/agents/${id}`));
    calls['poll'] = places
      .filter((_, place) => place % pollSize === 0)
      .map((place) => get('/v1/events', `after=${place}&maxEvents=${pollSize}&waitMs=0`));
    calls['list'] = await listCalls();
  },
  measure(kind) {
    const turn = calls[kind] ?? [];
    return cpuPerRun(callsPerRound, async (number) => {
      const request = turn[number % turn.length];
      if (request !== undefined) textOf(await mock.handle(request, 'process'));
    });
  },
  async listen() {
    const { port } = await listen(mock.handle, { host: '127.0.0.1', port: 0 });
    return { port, agentIds: calledIds };
  },
  cpu: usedCpu,
};
handleCalls(methods);

async function put(first: number, count: number): Promise<void> {
  const world = mock.worlds.find('default');
  await world?.dispatch((tx) => {
    for (let number = first; number < first + count; number++) putOne(tx, number);
    return ok(null);
  });
}

function putOne(tx: Transaction, number: number): void {
  const agent = createAgent(tx, owner, { name: `Agent ${number}`, config: { model: 'mock-1' } }, []);
  if (agent.ok) agentIds[number] = agent.value.id;
  emitProductEvent(tx, {
    workspaceId: owner.workspaceId,
    name: 'svc.eval.run_completed',
    data: {
      suiteId: `suite_${number % 10}`,
      agentId: agentIds[number] ?? '',
      runId: `run_${number}`,
      passRate: 0.9,
      previousPassRate: 0.9,
      summary: 'As before.',
    },
  });
}

/** Reads the list page by page, as a client does. */
async function listCalls(): Promise<readonly HttpRequest[]> {
  const requests = [get('/v1/agents', `limit=${pageSize}`)];
  for (let page = 1; page < workingSet / pageSize; page++) {
    const { pagination } = JSON.parse(textOf(await mock.handle(requests[page - 1]!, 'process'))) as {
      readonly pagination: { readonly nextCursor: string };
    };
    requests.push(get('/v1/agents', `limit=${pageSize}&cursor=${pagination.nextCursor}`));
  }
  return requests;
}

function get(path: string, query = ''): HttpRequest {
  return {
    method: 'GET',
    path,
    query,
    headers,
    readBody: () => Promise.resolve(nothing),
    remoteAddress: null,
    signal,
  };
}

function textOf({ status, body }: HttpResponse): string {
  if (status !== 200 || body.kind !== 'text') throw new Error(`A call returned ${status}.`);
  return body.text;
}
