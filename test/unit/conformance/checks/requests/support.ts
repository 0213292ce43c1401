/** Runs the case phase against the mock in this process, or against a service that a test makes up. */
import { runCasePhase } from '../../../../../conformance/checks/requests/case-phase.ts';
import { caseChecks } from '../../../../../conformance/checks/requests/checks.ts';
import type { Level } from '../../../../../conformance/check.ts';
import { defaultConfig } from '../../../../../conformance/config/config.ts';
import { findMock } from '../../../../../conformance/driver/mock-driver.ts';
import type { TestEnvironment } from '../../../../../conformance/driver/driver.ts';
import type { Exchange } from '../../../../../conformance/engine/exchange.ts';
import type { Finding, Outcome } from '../../../../../conformance/engine/finding.ts';
import { createResultCollector } from '../../../../../conformance/engine/result-collector.ts';
import { createSecrets } from '../../../../../conformance/http/secrets.ts';
import { createWire, type Fetch } from '../../../../../conformance/http/wire.ts';
import { createMock } from '../../../../../mock/index.ts';

export const baseUrl = 'http://127.0.0.1:4010';

/** How a phase is run. */
export interface Played {
  readonly fetch: Fetch;
  readonly environment?: Partial<TestEnvironment>;
  readonly level?: Level;
  readonly seed?: number;
  readonly only?: readonly string[];
  readonly subjects?: readonly string[];
  readonly isIsolated?: boolean;
  readonly requests?: number;
}

/** What came of it. */
export interface Result {
  readonly exchanges: readonly Exchange[];
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly Finding[];
  /** The outcome of a check for a subject. */
  readonly outcome: (check: string, subject: string) => Outcome | undefined;
}

/** Runs the phase. */
export async function play(options: Played): Promise<Result> {
  const { fetch, level = 'stateless', seed = 1, only = [], subjects = [], requests = 20_000 } = options;
  const environment = { ...defaultConfig.environment, baseUrl, ...options.environment };
  const exchanges: Exchange[] = [];
  const collector = createResultCollector(new Map(caseChecks.map((check) => [check.id, check])));
  const wire = createWire({
    baseUrl: environment.baseUrl,
    fetch,
    level,
    budget: { requests, perSecond: null, seconds: 60 },
    caps: defaultConfig.stream,
    secrets: createSecrets(environment.credentials),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const config = { ...defaultConfig, seed, only, subjects };
  await runCasePhase({ wire, environment, collector, config, isIsolated: options.isIsolated });
  const outcomes = collector.outcomes();
  return {
    exchanges,
    outcomes,
    findings: outcomes.flatMap(({ findings }) => findings),
    outcome: (check, subject) => outcomes.find((each) => each.check === check && each.subject === subject),
  };
}

/** Runs the phase against a new mock, whose driver prepares a world. */
export async function playMock(
  options: Omit<Played, 'fetch'> & { readonly around?: (fetch: Fetch) => Fetch },
) {
  const mock = await createMock({ baseUrl });
  const fetch: Fetch = (url, init) => mock.fetch(url, init);
  const driver = await findMock({ baseUrl, fetch, seed: 1, controlToken: null });
  if (driver === null) throw new Error('The mock is not recognized.');
  const session = await driver.setUp();
  const bodies = { ...(await session.prepareBodies?.()), ...session.environment.bodies };
  const environment = { ...session.environment, bodies, ...options.environment };
  const result = await play({ ...options, fetch: options.around?.(fetch) ?? fetch, environment });
  await mock.close();
  return result;
}

/** A request as a made-up service sees it. */
export interface Asked {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly authorization: string | null;
  readonly mediaType: string | null;
  readonly text: string | null;
  /** The parsed body; `undefined` for none that parses. */
  readonly json: unknown;
}

/** Makes a service of a function. */
export function serve(answer: (asked: Asked) => { readonly status: number; readonly body?: unknown }): Fetch {
  return (url, init) => {
    const { pathname, search } = new URL(url);
    const text = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : null;
    const asked: Asked = {
      method: init.method ?? 'GET',
      path: pathname + search,
      authorization: new Headers(init.headers).get('authorization'),
      mediaType: new Headers(init.headers).get('content-type'),
      text,
      json: parse(text),
    };
    const { status, body } = answer(asked);
    return Promise.resolve(Response.json(body ?? { error: 'Unauthorized' }, { status }));
  };
}

/** A service with a fault of its own: what `wrong` gives a status is answered with it, the rest as before. */
export function faulty(wrong: (asked: Asked) => number | null): (fetch: Fetch) => Fetch {
  return (fetch) => async (url, init) => {
    let status = null as number | null;
    const response = await serve((asked) => {
      status = wrong(asked);
      return { status: status ?? 200, ...(status !== null && status < 300 ? { body: {} } : {}) };
    })(url, init);
    return status === null ? fetch(url, init) : response;
  };
}

/** Says whether a value is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Surroundings with a key that may do everything. */
export const withKey: Partial<TestEnvironment> = { credentials: { full: 'rt_live_0123456789' } };

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
