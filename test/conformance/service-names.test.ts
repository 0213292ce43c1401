/** A service with other names than those of the contract, where the source states none. */
import { agentPlatformContract as contract } from '../../conformance/agent-platform/contract.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig, type Config } from '../../conformance/config/config.ts';
import { findMock } from '../../conformance/agent-platform/driver/mock-driver.ts';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { runConformance } from '../../conformance/index.ts';
import type { Fetch } from '../../conformance/http/wire.ts';
import { paintNothing } from '../../conformance/report/report.ts';
import { writeText } from '../../conformance/report/text.ts';
import { createFetch } from '../../mock/hosts/fetch.ts';
import { createMock } from '../../mock/index.ts';
import { withoutAbilities } from '../../tools/selftest/run-checks.ts';
import { findingsOf } from './support/check-mock.ts';

const ADDRESS = 'http://127.0.0.1:4010';

const names = {
  'Capability.id': 'capabilityId',
  'ToolCallSummary.id': 'callId',
  'ToolCall.id': 'callId',
  'BatchFlowRequest.recordIds': 'records',
  'BatchSubmission.batchExecutionId': 'batch',
};

/** Renames properties that the mock names differently. */
function withOtherNames(fetch: Fetch): Fetch {
  return async (url, init) => {
    const { pathname } = new URL(url);
    const response = await fetch(url, pathname.endsWith('/batch/flow') ? readBatch(init) : init);
    if (response.headers.get('content-type')?.includes('json') !== true || !response.ok) return response;
    const text = renamed(pathname, init.method ?? 'GET', await response.text());
    return new Response(text, { status: response.status, headers: response.headers });
  };
}

/** Reads the records of a batch from `records` only. */
function readBatch(init: RequestInit): RequestInit {
  const text = Buffer.from(init.body as Uint8Array).toString();
  return { ...init, body: text.replace('"recordIds":', '"unknown":').replace('"records":', '"recordIds":') };
}

function renamed(path: string, method: string, text: string): string {
  if (path.includes('/tool-calls')) return text.replaceAll('"id":', '"callId":');
  if (path.endsWith('/batch/flow')) return text.replace('"batchExecutionId":', '"batch":');
  if (path.endsWith('/capabilities') && method === 'POST') return text.replace('"id":', '"capabilityId":');
  const value = JSON.parse(text) as { readonly capabilities?: readonly { readonly id?: string }[] };
  if (!/\/v1\/agents\/[^/]+$/.test(path) || value.capabilities === undefined) return text;
  const capabilities = value.capabilities.map(({ id, ...rest }) => ({ capabilityId: id, ...rest }));
  return JSON.stringify({ ...value, capabilities });
}

async function checkOther(settings: Partial<Config>): Promise<RunReport> {
  const mock = await createMock({ baseUrl: ADDRESS });
  try {
    const plain = createFetch(async (request) => mock.handle(request, 'process'), ADDRESS);
    const driver = await findMock({ baseUrl: ADDRESS, fetch: plain, seed: 1, controlToken: null });
    if (driver === null) throw new Error('The mock does not respond.');
    const known = await withoutAbilities(driver);
    // Why: the run reads the ids itself, as for a service of which only agents are configured.
    const parameters = { any: { id: 'agent_support', agentId: 'agent_support' } };
    const limited = {
      ...known,
      async setUp() {
        const session = await known.setUp();
        return { ...session, environment: { ...session.environment, parameters } };
      },
    };
    const budget = { ...defaultConfig.budget, perSecond: null };
    const config: Config = { ...defaultConfig, level: 'destructive', cases: 0, budget, ...settings };
    return await runConformance({ baseUrl: ADDRESS, config, fetch: withOtherNames(plain), driver: limited });
  } finally {
    await mock.close();
  }
}

const only = ['C03', 'P01', 'N03', 'AGENT', 'RUN', 'BATCH', 'LAW06'];

function skipped({ outcomes }: RunReport): readonly string[] {
  return outcomes.flatMap(({ check, subject, verdict }) =>
    verdict === 'skip' ? [`${check} ${subject}`] : [],
  );
}

describe('a service that names things differently', () => {
  let blind: RunReport;
  let sighted: RunReport;

  beforeAll(async () => {
    blind = await checkOther({ only });
    sighted = await checkOther({ only, names });
  }, 240_000);

  it('is checked like any other if its names are configured', () => {
    const back = skipped(blind).filter((each) => !skipped(sighted).includes(each));
    expect(back).toEqual(
      expect.arrayContaining([
        'LAW06 /v1/agents/{id}/capabilities',
        'P01 getExecutionToolCall',
        'BATCH01 pack:batches',
      ]),
    );
    expect(skipped(sighted).filter((each) => !skipped(blind).includes(each))).toEqual([]);
    expect(findingsOf(sighted, ['fail', 'error'])).toEqual([]);
    expect(findingsOf(sighted, ['warn']).filter((each) => each.includes(' C03 '))).toEqual([]);
  });

  it('has a summary with the names that would enable checks', () => {
    const options = {
      contract,
      baseline: null,
      cases: new Map<string, string>(),
      locate: () => null,
      paint: paintNothing,
      width: 100,
    };
    const text = writeText(blind, options);
    expect(text).toMatch(/Not checked: \d+ checks with responses that lack a property\./);
    expect(text).toMatch(/^ {2}names:\n {4}/m);
    expect(text).toMatch(/^ {4}Capability\.id: capabilityId {2}# .*LAW06/m);
    expect(text).toMatch(/^ {4}ToolCallSummary\.id: callId {2}# /m);
    expect(writeText(sighted, options)).not.toContain('lack a property');
  });
});
