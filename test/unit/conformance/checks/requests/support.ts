/** Runs the case phase against the mock in this process, or against a service that a test defines. */
import { platformBuilder } from '../../../../../conformance/agent-platform/requests/request-traits.ts';
import { agentPlatformContract as contract } from '../../../../../conformance/agent-platform/contract.ts';
import { runCasePhase } from '../../../../../conformance/requests/case-phase.ts';
import { caseChecks } from '../../../../../conformance/requests/checks.ts';
import { isFields } from '../../../../../tools/selftest/mutations/response-mutations.ts';
import type { Level } from '../../../../../conformance/model/check.ts';
import { defaultConfig } from '../../../../../conformance/config/config.ts';
import { findMock } from '../../../../../conformance/agent-platform/driver/mock-driver.ts';
import type { TestEnvironment } from '../../../../../conformance/model/test-environment.ts';
import type { Exchange } from '../../../../../conformance/model/exchange.ts';
import { createResultCollector } from '../../../../../conformance/results/result-collector.ts';
import { createSecrets } from '../../../../../conformance/http/secrets.ts';
import { createWire, type Fetch } from '../../../../../conformance/http/wire.ts';
import { createMock } from '../../../../../mock/index.ts';
import { parseJson } from '../../../../../templates/runtime/json/value.ts';

export const baseUrl = 'http://127.0.0.1:4010';

/** An environment with a key that has every permission. */
export const withKey: Partial<TestEnvironment> = { credentials: { full: 'rt_live_0123456789' } };

interface PhaseOptions {
  readonly environment?: Partial<TestEnvironment>;
  readonly level?: Level;
  readonly only?: readonly string[];
  readonly subjects?: readonly string[];
  readonly isIsolated?: boolean;
}

/** Runs the phase against a service. */
export async function runPhase(fetch: Fetch, options: PhaseOptions) {
  const { level = 'stateless', only = [], subjects = [], isIsolated } = options;
  const environment = { ...defaultConfig.environment, baseUrl, ...options.environment };
  const exchanges: Exchange[] = [];
  const collector = createResultCollector(contract, new Map(caseChecks.map((check) => [check.id, check])));
  const wire = createWire({
    contract,
    baseUrl: environment.baseUrl,
    fetch,
    level,
    budget: { requests: 20_000, perSecond: null, seconds: 60 },
    caps: defaultConfig.stream,
    secrets: createSecrets(environment.credentials),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const config = { ...defaultConfig, seed: 1, only, subjects };
  await runCasePhase({ builder: platformBuilder, wire, environment, collector, config, isIsolated });
  const outcomes = collector.outcomes();
  return {
    exchanges,
    outcomes,
    findings: outcomes.flatMap(({ findings }) => findings),
    outcome: (check: string, subject: string) =>
      outcomes.find((outcome) => outcome.check === check && outcome.subject === subject),
  };
}

/** Runs the phase against a new mock whose driver prepares a world; `respond` replaces the status of requests. */
export async function runMockPhase(options: PhaseOptions & { readonly respond?: Respond }) {
  const mock = await createMock({ baseUrl });
  const driver = await findMock({ baseUrl, fetch: mock.fetch, seed: 1, controlToken: null });
  if (driver === null) throw new Error('The mock is not recognized.');
  const session = await driver.setUp();
  const bodies = { ...(await session.prepareBodies?.()), ...session.environment.bodies };
  const environment = { ...session.environment, bodies, ...options.environment };
  const result = await runPhase(respondWith(options.respond ?? (() => null), mock.fetch), {
    ...options,
    environment,
  });
  await mock.close();
  return result;
}

/** A request. Shape: `path` with the query; `json` is undefined for a body that does not parse. */
interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  readonly mediaType: string | null;
  readonly text: string | null;
  readonly json: unknown;
  /** The properties of a JSON object, none for other bodies. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Returns the status of a request, or `null` to ask the service. */
export type Respond = (request: PlainRequest) => number | null;

/** Creates a service with these statuses. Shape: a success has an object as its body, another status an error. */
export function respondWith(respond: Respond, service?: Fetch): Fetch {
  return async (url, init) => {
    const { pathname, search } = new URL(url);
    const text = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : null;
    const json = text === null ? undefined : parseJson(text);
    const headers = new Headers(init.headers);
    const status = respond({
      method: init.method ?? 'GET',
      path: pathname + search,
      authorization: headers.get('authorization'),
      mediaType: headers.get('content-type'),
      text,
      json,
      body: isFields(json) ? json : {},
    });
    if (status === null && service !== undefined) return service(url, init);
    const isError = status === null || status >= 300;
    return Response.json(isError ? { error: 'Unauthorized' } : { id: 'agent_1' }, { status: status ?? 404 });
  };
}
