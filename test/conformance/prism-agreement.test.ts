/**
 * An independent validator gives a second opinion: Prism, as a proxy in front of the mock, validates every request that the
 * cases send and every response, and has to agree with our checks except for the gaps that are listed here.
 */
import { agentPlatformTraffic } from '../../conformance/agent-platform/traffic.ts';
import { operationOf, agentPlatformContract as contract } from '../../conformance/agent-platform/contract.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultConfig } from '../../conformance/config/config.ts';
import type { Driver } from '../../conformance/driver/driver.ts';
import { discoverFixtures, prepareFixtures } from '../../conformance/agent-platform/driver/mock-fixtures.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { checkRequest } from '../../conformance/proxy/check-request.ts';
import { checkResponse } from '../../conformance/responses/check-response.ts';
import { runConformance } from '../../conformance/index.ts';
import { operationIds } from '../../generated/service/operations.ts';
import { createApi } from '../../control/client.ts';
import { listen, type NodeServer } from '../../mock/hosts/node.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import { freePort, untilResponding } from '../support/programs.ts';
import { parseJson } from '../../templates/runtime/json/value.ts';

/** Where Prism 5.16 reports less than our checks, or reports a problem that does not exist. */
const knownGaps: readonly {
  readonly rationale: string;
  readonly applies: (exchange: Exchange) => boolean;
}[] = [
  {
    rationale:
      'It never responds to a request whose body is not JSON, so those are sent to the mock directly.',
    applies: ({ request: { body } }) => body !== null && parseJson(body) === undefined,
  },
  {
    rationale: 'It treats a body of null as no body.',
    applies: ({ request: { body } }) => body === 'null',
  },
  {
    rationale:
      'It rejects a request without a credential if a signed URL is one of the alternatives, though another is empty.',
    applies: ({ request: { operation } }) => operation === 'getAsset',
  },
];

let mock: Mock;
let server: NodeServer;
let prism: ChildProcess;
let address: string;

beforeAll(async () => {
  mock = await createMock();
  server = await listen(mock.handle, { host: '127.0.0.1', port: 0 });
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const root = join(import.meta.dirname, '../..');
  const program = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const args = ['proxy', join(root, 'spec/openapi.yaml'), server.url, '--port', String(port)];
  prism = spawn(process.execPath, [program, ...args, '--verboseLevel', 'error'], { stdio: 'ignore' });
  await untilResponding(`${address}/.well-known/oauth-protected-resource`, prism);
}, 60_000);

afterAll(async () => {
  prism.kill();
  await server.close();
  await mock.close();
});

// @fact F-1-001..009 F-1-011
it('Prism agrees on every request and response of the cases, except for its known gaps', async () => {
  const { exchanges, stopped } = await sendCases();
  expect(stopped).toBeNull();
  const responded = exchanges.filter(({ response }) => response !== null);
  const usedGaps = new Set<string>();
  const verdicts = { right: 0, wrong: 0 };
  const disagreements: string[] = [];
  for (const exchange of responded) {
    const [ours, theirs] = [await judgeOurselves(exchange), judgedByPrism(exchange)];
    verdicts[ours.request === null ? 'right' : 'wrong'] += 1;
    if ((ours.response === null) !== (theirs.response === null))
      disagreements.push(describeDisagreement(exchange, ours.response, theirs.response));
    if ((ours.request === null) === (theirs.request === null)) continue;
    const gap = knownGaps.find(({ applies }) => applies(exchange));
    if (gap === undefined) disagreements.push(describeDisagreement(exchange, ours.request, theirs.request));
    else usedGaps.add(gap.rationale);
  }
  expect(disagreements).toEqual([]);
  expect(knownGaps.map(({ rationale }) => rationale).filter((rationale) => !usedGaps.has(rationale))).toEqual(
    [],
  );
  // Every operation has succeeded.
  const succeeded = new Set(
    responded
      .filter(({ response }) => response !== null && response.status < 300)
      .map(({ request }) => request.operation),
  );
  expect(operationIds.filter((id) => !succeeded.has(id))).toEqual([]);
  expect(verdicts.right).toBeGreaterThan(200);
  expect(verdicts.wrong).toBeGreaterThan(200);
}, 180_000);

function sendCases() {
  const control = createApi({ baseUrl: server.url, retry: false });
  const throughPrism: Driver = {
    name: 'the mock behind Prism',
    isIsolating: false,
    setUp: async () => ({
      environment: { ...(await discoverFixtures(control, server.url, fetch)), baseUrl: address },
      abilities: {},
      prepareBodies: () => prepareFixtures(control, server.url, fetch),
      tearDown: () => Promise.resolve(),
    }),
  };
  const config = {
    ...defaultConfig,
    ...{
      level: 'destructive' as const,
      cases: 2,
      only: ['A', 'P', 'N', 'AGENT10', 'AGENT16', 'BATCH03', 'SANDBOX20'],
    },
    budget: { requests: 4_000, perSecond: null, seconds: 150 },
  };
  return runConformance({
    ...{ baseUrl: address, driver: throughPrism, config, keepsExchanges: true },
    fetch: (url, init) => {
      const isReadable =
        !(init.body instanceof Uint8Array) || parseJson(new TextDecoder().decode(init.body)) !== undefined;
      return fetch(isReadable ? url : url.replace(address, server.url), init);
    },
  });
}

/** The first problem of each side, or `null`. */
interface Opinion {
  readonly request: string | null;
  readonly response: string | null;
}

const { responses: traits } = agentPlatformTraffic;

async function judgeOurselves(exchange: Exchange): Promise<Opinion> {
  const { method, path, headers, body, profile } = exchange.request;
  const credential = profile === null ? [] : ['authorization', 'Bearer rt_live_dev'];
  const request = await checkRequest(contract, {
    ...{ method, path },
    headers: [...headers.flat(), ...credential],
    body: body === null ? null : new TextEncoder().encode(body),
  });
  const operation = operationOf(method, path);
  if (operation === null) throw new Error(`There is no operation ${method} ${path}.`);
  const formal = ['C01', 'C02', 'C03', 'C04', 'C05', 'C09'];
  const response = (await checkResponse(operation, exchange, { traits })).filter(({ check }) =>
    formal.includes(check),
  );
  return { request: firstOf(request), response: firstOf(response) };
}

function firstOf(checkResults: Awaited<ReturnType<typeof checkResponse>>): string | null {
  const [problem] = checkResults.flatMap(({ problems }) => problems);
  return problem === undefined ? null : `${problem.at}: ${problem.message}`;
}

function judgedByPrism({ response }: Exchange): Opinion {
  const violations = JSON.parse(response?.headers['sl-violations'] ?? '[]') as readonly {
    readonly location: readonly string[];
    readonly message: string;
  }[];
  const first = (side: string): string | null =>
    violations.find(({ location }) => location[0] === side)?.message ?? null;
  return { request: first('request'), response: first('response') };
}

function describeDisagreement({ request }: Exchange, ours: string | null, theirs: string | null): string {
  return `${request.method} ${request.path} ${request.body ?? ''}: we say ${ours ?? 'right'}, Prism ${theirs ?? 'right'}`;
}
