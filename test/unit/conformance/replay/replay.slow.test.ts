import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../../../conformance/model/expectation.ts';
import { defaultConfig, type Config } from '../../../../conformance/config/config.ts';
import { findMock } from '../../../../conformance/agent-platform/driver/mock-driver.ts';
import type { Finding } from '../../../../conformance/model/finding.ts';
import { mutants, type Mutant } from '../../../../tools/selftest/mutants/table.ts';
import { type CaseFile, makeCase } from '../../../../conformance/replay/case-file.ts';
import { readCase } from '../../../../conformance/replay/read-case.ts';
import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
import { agentPlatform as plugin } from '../../../../conformance/agent-platform/plugin.ts';
import { replayCase } from '../../../../conformance/replay/replay.ts';
import { writeCase } from '../../../../conformance/replay/write-case.ts';
import { createResultCollector } from '../../../../conformance/results/result-collector.ts';
import { catalogue } from '../../../../conformance/catalogue/catalogue.ts';
import { runConformance } from '../../../../conformance/index.ts';
import type { Fetch } from '../../../../conformance/http/wire.ts';
import { createMock } from '../../../../mock/index.ts';
import { createFetch } from '../../../../mock/hosts/fetch.ts';
import { makeExchange, makeReport, plan } from '../report/made-report.ts';

const baseUrl = 'http://service.test';

/** A service that returns these responses in order and repeats the last one. */
function serviceOf(...responses: readonly (readonly [status: number, body: unknown])[]) {
  const requests: { readonly url: string; readonly init: RequestInit }[] = [];
  const fetch: Fetch = (url, init) => {
    requests.push({ url, init });
    const [status, body] = responses[Math.min(requests.length, responses.length) - 1]!;
    const headers = { 'content-type': 'application/json' };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  };
  return { fetch, requests };
}

const config: Config = {
  ...defaultConfig,
  driver: null,
  environment: { ...defaultConfig.environment, credentials: { full: 'rt_live_secret' } },
};

const expectation: Expectation = {
  description: 'A body without name',
  statuses: [400],
  tolerated: [],
  severity: 'fail',
  place: null,
  facts: ['F-7-003'],
  assumption: null,
  wording: null,
};

/** A case of N01 whose response was 200. */
function caseOf(fields: Partial<Finding> = {}): CaseFile {
  const message = 'A body without name returns 200 instead of 400.';
  const origin = { label: 'A body without name', expectation };
  const recorded = createResultCollector(contract, catalogue(plugin)).record(
    'getAgent',
    { check: 'N01', problems: [{ message, at: 'status' }] },
    { exchanges: [], origin },
  );
  const finding = { ...recorded[0]!, exchanges: [makeExchange()], ...fields };
  return makeCase(finding, makeReport({ baseUrl }));
}

describe('a replay', () => {
  it.each([
    ['FAILED', 200, 'The check still fails: A body without name returns 200'],
    ['FIXED', 400, 'The check passes now.'],
    ['CHANGED', 500, 'The check fails differently now: A body without name returns 500'],
    ['INCONCLUSIVE', 429, 'The service returned 429'],
  ])('returns %s for the status %i', async (verdict, status, description) => {
    const { fetch, requests } = serviceOf([status, {}]);
    const replay = await replayCase(caseOf(), { baseUrl, contract, plugin, config, fetch });
    expect(replay).toMatchObject({ verdict, description: expect.stringContaining(description) as string });
    expect(requests.map(({ url }) => url)).toEqual(['http://service.test/v1/agents/agent_1']);
  });

  it('sends the credential of the profile', async () => {
    const { fetch, requests } = serviceOf([400, {}]);
    await replayCase(caseOf(), { baseUrl, contract, plugin, config, fetch });
    expect(new Headers(requests[0]!.init.headers).get('authorization')).toBe('Bearer rt_live_secret');
  });

  it('sends every request in order, with the ids that the service now creates', async () => {
    const first = makeExchange({
      request: { ...plan, method: 'POST', path: '/v1/agents', body: '{}' },
      response: { status: 201, headers: {}, body: { kind: 'json', value: { id: 'agent_1' }, text: '' } },
    });
    const { fetch, requests } = serviceOf([201, { id: 'agent_2' }], [400, {}]);
    const file = caseOf({ exchanges: [first, makeExchange()] });
    const { verdict } = await replayCase(file, { baseUrl, contract, plugin, config, fetch });
    expect(verdict).toBe('FIXED');
    expect(requests.map(({ url, init }) => `${init.method ?? ''} ${url}`)).toEqual([
      'POST http://service.test/v1/agents',
      'GET http://service.test/v1/agents/agent_2',
    ]);
  });

  it('reports an earlier request with another status', async () => {
    const { fetch, requests } = serviceOf([403, {}]);
    const file = caseOf({ exchanges: [makeExchange(), makeExchange()] });
    expect(await replayCase(file, { baseUrl, contract, plugin, config, fetch })).toMatchObject({
      verdict: 'INCONCLUSIVE',
      description: 'Request 1 returns 403, where 200 was recorded.',
    });
    expect(requests).toHaveLength(1);
  });

  it('is never FIXED because the record of the case no longer exists', async () => {
    const { fetch } = serviceOf([404, {}]);
    const anyError = { ...expectation, statuses: ['4XX'] as const };
    const file = caseOf({ origin: { label: 'A body without name', expectation: anyError } });
    expect(await replayCase(file, { baseUrl, contract, plugin, config, fetch })).toMatchObject({
      verdict: 'INCONCLUSIVE',
      description: expect.stringContaining('may no longer exist') as string,
    });
  });

  it('is FIXED by a 404 that the case expects', async () => {
    const { fetch } = serviceOf([404, {}]);
    const file = caseOf({
      origin: { label: 'An unknown id', expectation: { ...expectation, statuses: [404] } },
    });
    const replay = await replayCase(file, { baseUrl, contract, plugin, config, fetch });
    expect(replay.verdict).toBe('FIXED');
  });

  it.each(['/parcels/{parcelId}/events', 'GET /files/{path}'])('reads the subject %s', (subject) => {
    expect(readCase(JSON.stringify({ ...caseOf(), subject }))).toMatchObject({ subject });
  });

  it('reports a missing response', async () => {
    const fetch: Fetch = () => Promise.reject(new TypeError('refused'));
    expect(await replayCase(caseOf(), { baseUrl, contract, plugin, config, fetch })).toMatchObject({
      verdict: 'INCONCLUSIVE',
      description: 'Request 1 got no response: refused.',
    });
  });

  it('does not report a problem as fixed if the response has another status', async () => {
    const { fetch } = serviceOf([404, { error: 'Not found' }]);
    const file = { ...caseOf(), check: 'C03', at: 'body.id' };
    expect(await replayCase(file, { baseUrl, contract, plugin, config, fetch })).toMatchObject({
      verdict: 'INCONCLUSIVE',
      description: expect.stringContaining('404 instead of the recorded 200') as string,
    });
  });

  it('is rejected without the credential', async () => {
    const { fetch, requests } = serviceOf([400, {}]);
    await expect(
      replayCase(caseOf(), {
        baseUrl,
        contract,
        plugin,
        config: { ...config, environment: defaultConfig.environment },
        fetch,
      }),
    ).rejects.toThrow('set credentials.full');
    expect(requests).toEqual([]);
  });

  it('is rejected without a credential that the file redacts', async () => {
    const { fetch, requests } = serviceOf([400, {}]);
    const request = { ...plan, method: 'POST', body: '{"token":"${profile.claim_token}"}' };
    const file = caseOf({ exchanges: [makeExchange({ request })] });
    await expect(replayCase(file, { baseUrl, contract, plugin, config, fetch })).rejects.toThrow(
      'the credential claim_token',
    );
    expect(requests).toEqual([]);
  });

  it('is rejected for an unknown check', async () => {
    const { fetch } = serviceOf([400, {}]);
    await expect(
      replayCase({ ...caseOf(), check: 'X99' }, { baseUrl, contract, plugin, config, fetch }),
    ).rejects.toThrow('no check X99');
  });

  it('sends destructive requests only at the level destructive', async () => {
    const { fetch, requests } = serviceOf([400, {}]);
    const request = { ...plan, operation: 'deleteAgent', method: 'DELETE' };
    const file = { ...caseOf({ exchanges: [makeExchange({ request })] }), level: 'destructive' as const };
    await expect(replayCase(file, { baseUrl, contract, plugin, config, fetch })).rejects.toThrow(
      'only sent at the level destructive',
    );
    expect(requests).toEqual([]);
    await replayCase(file, { baseUrl, contract, plugin, config: { ...config, level: 'destructive' }, fetch });
    expect(requests).toHaveLength(1);
  });

  it.each(['//evil.test/', '@evil.test/', '.evil.test/'])(
    'sends no request to another host: %s',
    async (path) => {
      const { fetch, requests } = serviceOf([400, {}]);
      const file = caseOf({ exchanges: [makeExchange({ request: { ...plan, path } })] });
      await replayCase(file, { baseUrl, contract, plugin, config, fetch }).catch(() => undefined);
      expect(requests.filter(({ url }) => new URL(url).host !== 'service.test')).toEqual([]);
    },
  );
});

/**
 * Runs the check of a mutant, writes its finding, and replays it against the mutant and against the correct service.
 */
async function tryReplay({ fault: { mutation }, check, subject }: Mutant) {
  const address = 'http://127.0.0.1:4010';
  const mock = await createMock({ baseUrl: address });
  // Why: some mutations have state, and a replay needs a service in its initial state.
  const faultyFetch = (): Fetch =>
    createFetch(
      mutation(async (request) => mock.handle(request, 'process')),
      address,
    );
  const checkConfig = { ...defaultConfig, only: [check], subjects: subject === null ? [] : [subject] };
  const driver = await findMock({ baseUrl: address, fetch: mock.fetch, seed: 1, controlToken: null });
  const options = { baseUrl: address, config: checkConfig, fetch: faultyFetch(), driver: driver! };
  const report = await runConformance(options);
  const [finding] = report.outcomes.flatMap(({ findings }) =>
    findings.filter((each) => each.check === check),
  );
  const read = readCase(writeCase(finding!, report, contract)[0]!.text);
  if ('problem' in read) throw new Error(read.problem);
  const faulty = await replayCase(read, {
    baseUrl: address,
    contract,
    plugin,
    config: defaultConfig,
    fetch: faultyFetch(),
  });
  const right = await replayCase(read, {
    baseUrl: address,
    contract,
    plugin,
    config: defaultConfig,
    fetch: mock.fetch,
  });
  await mock.close();
  return { check, faulty: faulty.verdict, right: right.verdict };
}

function mutantOf(check: string): Mutant {
  return mutants.find((mutant) => mutant.check === check)!;
}

it.each([
  [
    'a negative case that depends on an earlier request',
    { ...mutantOf('LAW19'), check: 'N04', subject: 'addAgentCapability' },
  ],
  ['a stream', mutantOf('S06')],
  ['a scenario', mutantOf('SANDBOX02')],
])(
  'the replay of a finding in a faulty service distinguishes the fault from its fix: %s',
  async (_, mutant) => {
    expect(await tryReplay(mutant)).toMatchObject({ faulty: 'FAILED', right: 'FIXED' });
  },
);
