/**
 * Runs scenario checks on the mock, in a world of their own in this process, with or without a mutation.
 */
import { findMock } from '../../../../../../conformance/driver/mock-driver.ts';
import type { Level } from '../../../../../../conformance/check.ts';
import { defaultConfig } from '../../../../../../conformance/config/config.ts';
import type { Outcome } from '../../../../../../conformance/engine/finding.ts';
import { createResultCollector } from '../../../../../../conformance/engine/result-collector.ts';
import type { CheckSuite } from '../../../../../../conformance/checks/scenarios/scenario-check.ts';
import {
  missingFor,
  runScenarioCheck,
} from '../../../../../../conformance/checks/scenarios/run-scenario-check.ts';
import { createBudget } from '../../../../../../conformance/http/budget.ts';
import { createSecrets } from '../../../../../../conformance/http/secrets.ts';
import { createWire, type Fetch } from '../../../../../../conformance/http/wire.ts';
import type { Abilities } from '../../../../../../conformance/driver/driver.ts';
import { createMock } from '../../../../../../mock/index.ts';

/** Changes what the service answers. Shape: `tell` asks the service, with a request that is changed where that is given. */
export type Mutation = (
  request: LieRequest,
  tell: (changed?: { readonly path?: string; readonly headers?: Headers }) => Promise<Response>,
) => Promise<Response>;

/** A request that a mutation may change. Shape: `path` is relative to the world, with its query. */
export interface LieRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A check, a service that it must notice, and how it comes out. Shape: it fails unless the row says otherwise. */
export type LieRow = readonly [id: string, description: string, mutation: Mutation, verdict?: 'warn'];

/** Rows as cases of a table. */
export function casesOf(rows: readonly LieRow[]) {
  return rows.map(([id, description, mutation, verdict = 'fail']) => ({
    id,
    description,
    mutation,
    verdict,
  }));
}

/** How a story is told. */
export interface TellOptions {
  readonly mutation?: Mutation;
  readonly level?: Level;
  /** Abilities that the driver shall not have. */
  readonly without?: readonly (keyof Abilities)[];
}

const baseUrl = 'http://mock.test';

/** Tells the story of one check and answers how it came out. */
export async function tellOnMock(
  suite: CheckSuite,
  id: string,
  { mutation, level = 'destructive', without = [] }: TellOptions = {},
): Promise<Outcome> {
  const check = suite.checks.find((one) => one.id === id);
  if (check === undefined) throw new RangeError(`The pack ${suite.name} has no check ${id}.`);
  const mock = await createMock({ baseUrl });
  const fetch: Fetch = (url, init) => mock.fetch(new Request(url, init));
  const driver = await findMock({ baseUrl, fetch, seed: 1, controlToken: null });
  if (driver === null) throw new Error('The mock does not answer.');
  const made = await driver.setUp();
  const abilities = Object.fromEntries(
    Object.entries(made.abilities).filter(([name]) => !without.includes(name as keyof Abilities)),
  );
  const session = { ...made, abilities };
  const collector = createResultCollector(new Map([[id, check]]));
  const subject = `pack:${suite.name}`;
  const missing = missingFor(check, session);
  if (missing !== null) collector.skip(id, subject, missing);
  else {
    const secrets = createSecrets(session.environment.credentials);
    const world = session.environment.baseUrl;
    const wire = createWire({
      ...{ baseUrl: world, level, secrets, caps: defaultConfig.stream },
      fetch: mutation === undefined ? fetch : lyingFetch(world, fetch, mutation),
      budget: createBudget({ requests: 5_000, perSecond: null, seconds: 60 }),
    });
    await runScenarioCheck(check, { wire, session, secrets, collector, seed: 1, subject });
  }
  await mock.close();
  const [outcome] = collector.outcomes();
  if (outcome === undefined) throw new Error(`${id} has no outcome.`);
  return outcome;
}

/** What of an outcome a test looks at, in one line. */
export function describeOutcome({ verdict, reason, findings }: Outcome): string {
  return [verdict, reason, ...findings.map(({ at, message }) => `${at}: ${message}`)]
    .filter(Boolean)
    .join('; ');
}

/** Answers JSON with members changed. */
export async function editBody(
  response: Response,
  change: (body: Record<string, unknown>) => unknown,
): Promise<Response> {
  const body = (await response.json()) as Record<string, unknown>;
  const changed = change(body) ?? body;
  return new Response(JSON.stringify(changed), { status: response.status, headers: response.headers });
}

/** Changes the query of a path. */
export function withQuery(path: string, change: (query: URLSearchParams) => void): string {
  const [bare = '', text = ''] = path.split('?');
  const query = new URLSearchParams(text);
  change(query);
  return query.size === 0 ? bare : `${bare}?${query.toString()}`;
}

/** Answers the same with another status. */
export async function withStatus(response: Response, status: number): Promise<Response> {
  return new Response(await response.text(), { status, headers: response.headers });
}

function lyingFetch(world: string, fetch: Fetch, mutation: Mutation): Fetch {
  return async (url, init) => {
    const { body } = init;
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : null;
    const request = {
      method: init.method ?? 'GET',
      path: url.slice(world.length),
      headers: new Headers(init.headers),
      body: text === null ? undefined : parsed(text),
    };
    return mutation(request, ({ path = request.path, headers = request.headers } = {}) =>
      fetch(world + path, { ...init, headers }),
    );
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
