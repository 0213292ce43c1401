/**
 * Tells stories of packs on the mock, in a world of their own in this process, told the truth or a lie.
 */
import { findMock } from '../../../../../../conformance/driver/mock-driver.ts';
import type { Level } from '../../../../../../conformance/check.ts';
import { defaultConfig } from '../../../../../../conformance/config/config.ts';
import type { Outcome } from '../../../../../../conformance/engine/finding.ts';
import { openLedger } from '../../../../../../conformance/engine/ledger.ts';
import type { Pack } from '../../../../../../conformance/checks/scenarios/pack.ts';
import { missingFor, tellStory } from '../../../../../../conformance/checks/scenarios/tell.ts';
import { keepBudget } from '../../../../../../conformance/http/budget.ts';
import { keepSecrets } from '../../../../../../conformance/http/secrets.ts';
import { openWire, type Fetch } from '../../../../../../conformance/http/wire.ts';
import type { Abilities } from '../../../../../../conformance/driver/driver.ts';
import { createMock } from '../../../../../../mock/index.ts';

/** Changes what the service answers. Shape: `tell` asks the service, with a request that is changed where that is given. */
export type Lie = (
  request: LieRequest,
  tell: (changed?: { readonly path?: string; readonly headers?: Headers }) => Promise<Response>,
) => Promise<Response>;

/** A request that a lie may be told about. Shape: `path` is relative to the world, with its query. */
export interface LieRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A check, a service that it must notice, and how it comes out. Shape: it fails unless the row says otherwise. */
export type LieRow = readonly [id: string, says: string, lie: Lie, verdict?: 'warn'];

/** Rows as cases of a table. */
export function casesOf(rows: readonly LieRow[]) {
  return rows.map(([id, says, lie, verdict = 'fail']) => ({ id, says, lie, verdict }));
}

/** How a story is told. */
export interface TellOptions {
  readonly lie?: Lie;
  readonly level?: Level;
  /** Abilities that the driver shall not have. */
  readonly without?: readonly (keyof Abilities)[];
}

const baseUrl = 'http://mock.test';

/** Tells the story of one check and answers how it came out. */
export async function tellOnMock(
  pack: Pack,
  id: string,
  { lie, level = 'destructive', without = [] }: TellOptions = {},
): Promise<Outcome> {
  const check = pack.checks.find((one) => one.id === id);
  if (check === undefined) throw new RangeError(`The pack ${pack.name} has no check ${id}.`);
  const mock = await createMock({ baseUrl });
  const fetch: Fetch = (url, init) => mock.fetch(new Request(url, init));
  const driver = await findMock({ baseUrl, fetch, seed: 1, controlToken: null });
  if (driver === null) throw new Error('The mock does not answer.');
  const made = await driver.setUp();
  const abilities = Object.fromEntries(
    Object.entries(made.abilities).filter(([name]) => !without.includes(name as keyof Abilities)),
  );
  const session = { ...made, abilities };
  const ledger = openLedger(new Map([[id, check]]));
  const subject = `pack:${pack.name}`;
  const missing = missingFor(check, session);
  if (missing !== null) ledger.skip(id, subject, missing);
  else {
    const secrets = keepSecrets(session.surroundings.credentials);
    const world = session.surroundings.baseUrl;
    const wire = openWire({
      ...{ baseUrl: world, level, secrets, caps: defaultConfig.stream },
      fetch: lie === undefined ? fetch : lyingFetch(world, fetch, lie),
      budget: keepBudget({ requests: 5_000, perSecond: null, seconds: 60 }),
    });
    await tellStory(check, { wire, session, secrets, ledger, seed: 1, subject });
  }
  await mock.close();
  const [outcome] = ledger.outcomes();
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

function lyingFetch(world: string, fetch: Fetch, lie: Lie): Fetch {
  return async (url, init) => {
    const { body } = init;
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : null;
    const request = {
      method: init.method ?? 'GET',
      path: url.slice(world.length),
      headers: new Headers(init.headers),
      body: text === null ? undefined : parsed(text),
    };
    return lie(request, ({ path = request.path, headers = request.headers } = {}) =>
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
