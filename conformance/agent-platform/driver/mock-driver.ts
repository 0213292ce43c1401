/**
 * Drives Backlot's own mock through its control API: each run has a separate world, so it changes no existing records.
 * Not used for other implementations.
 */
import { createApi, ok, type Api } from '../../../control/client.ts';
import type { Fetch } from '../../http/wire.ts';
import { CannotRunError, type DrivenService } from '../../driver/choose-driver.ts';
import type { TestEnvironment } from '../../model/test-environment.ts';
import type { Abilities, PlatformDriver, PlatformSession } from './abilities.ts';
import { discoverFixtures, moveFixtures, prepareFixtures } from './mock-fixtures.ts';

export interface MockDriverOptions extends DrivenService {
  /** The time of a world when it is created; default: now. Shape: as `Date.toISOString` writes it. */
  readonly now?: string;
}

/**
 * Creates the driver of a mock; `null` if the service is not Backlot's mock.
 *
 * Errors: rejects with CannotRunError for a mock of another API.
 */
export async function findMock(options: MockDriverOptions): Promise<PlatformDriver | null> {
  const root = options.baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/w\/[^/]+$/, '');
  const control = createControl(root, options);
  // Limits the body, because the service may not be a mock, whose response is short.
  const probe = createControl(root, { ...options, fetch: boundFetch(options.fetch, 64 * 1024) });
  const health = await probe.getHealth().catch(() => null);
  // Why: some services respond to every path with 200.
  const about = health?.status === 200 ? (health.body as Readonly<Record<string, unknown>> | null) : null;
  const { version, title, plugin } = about ?? {};
  if (typeof version !== 'string') return null;
  if (typeof title === 'string' && plugin === undefined)
    throw new CannotRunError(`${root} is a mock of ${title}. Pass its description with --openapi FILE.`);
  const { now = new Date().toISOString() } = options;
  const prepared = shareWorld(() => prepareWorld(control, root, now, options));
  return {
    name: `the mock of Backlot ${version}`,
    isIsolating: true,
    setUp: () => prepared.open((world) => forkWorld(control, root, world, options)),
  };
}

/** A world with a test environment, which sessions fork. */
interface PreparedWorld {
  readonly id: string;
  readonly environment: TestEnvironment;
  readonly remove: () => Promise<void>;
}

/** A world that is kept while sessions use it. */
interface SharedWorld {
  /** Opens a session of the world, which is prepared for the first one and removed after the last. */
  open(fork: (world: PreparedWorld) => Promise<PlatformSession>): Promise<PlatformSession>;
}

function shareWorld(prepare: () => Promise<PreparedWorld>): SharedWorld {
  let world: Promise<PreparedWorld> | null = null;
  let users = 0;

  async function release(): Promise<void> {
    users -= 1;
    const unused = users === 0 ? world : null;
    if (unused === null) return;
    world = null;
    await (await unused).remove();
  }

  return {
    async open(fork) {
      users += 1;
      try {
        const session = await fork(await (world ??= prepare()));
        const tearDown = async (): Promise<void> => {
          try {
            await session.tearDown();
          } finally {
            await release();
          }
        };
        return { ...session, tearDown };
      } catch (error) {
        await release().catch(() => undefined);
        throw error;
      }
    },
  };
}

/** Shape: `now` is the time of the world when it is created. */
async function prepareWorld(
  root: Api,
  rootUrl: string,
  now: string,
  options: MockDriverOptions,
): Promise<PreparedWorld> {
  const clock = { mode: 'real', now } as const;
  const { id, baseUrl } = ok(
    await root.createWorld({ body: { fixture: 'default', seed: options.seed, clock } }),
  ).body;
  const address = `${rootUrl}/w/${id}`;
  return {
    id,
    environment: await discoverFixtures(createControl(address, options), address, options.fetch, baseUrl),
    remove: async () => {
      await root.deleteWorld({ path: { id } });
    },
  };
}

/** Opens a world as a fork of a prepared one. Why: a fork takes one request, its preparation ten. */
async function forkWorld(
  root: Api,
  rootUrl: string,
  { id, environment }: PreparedWorld,
  options: MockDriverOptions,
): Promise<PlatformSession> {
  const world = ok(await root.createWorld({ body: { from: id } })).body;
  const baseUrl = `${rootUrl}/w/${world.id}`;
  const control = createControl(baseUrl, options);
  return {
    environment: moveFixtures(environment, baseUrl, world.baseUrl),
    abilities: abilitiesOf(control, world.baseUrl),
    prepareBodies: () => prepareFixtures(control, baseUrl, options.fetch),
    tearDown: async () => {
      await root.deleteWorld({ path: { id: world.id } });
    },
  };
}

function createControl(baseUrl: string, { fetch, controlToken, timeoutMs }: MockDriverOptions): Api {
  const headers = controlToken === null ? {} : { authorization: `Bearer ${controlToken}` };
  return createApi({
    baseUrl,
    fetch,
    retry: false,
    headers,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

function abilitiesOf(control: Api, cardsUrl: string): Abilities {
  return {
    async advance(ms) {
      ok(await control.advanceClock({ body: { ms } }));
    },
    now: async () => Date.parse(ok(await control.getClock()).body.now),
    makeKey: async ({ environment = 'live', scopes, ...rest }) =>
      ok(
        await control.createKey({
          body: { environment, ...(scopes === undefined ? {} : { scopes: [...scopes] }), ...rest },
        }),
      ).body,
    async makeClientSession(options) {
      const { sessionId, origin } = ok(await control.createClientSession({ body: options })).body;
      return { sessionId, origin };
    },
    async makeDeployment(fields) {
      return ok(await control.createSandboxDeployment({ body: fields })).body.deploymentId;
    },
    async patchDeployment(id, fields) {
      ok(await control.patchSandboxDeployment({ path: { id }, body: fields }));
    },
    async makeProductEvent(options) {
      return ok(await control.createProductEvent({ body: options as never })).body.cursor;
    },
    storeAsset: async (options) => ok(await control.createAsset({ body: options })).body,
    async signAssertion(options) {
      return ok(await control.createIdentityAssertion({ body: options as never })).body.assertion;
    },
    async readCode(email) {
      return ok(await control.listOutbox({ query: { email } })).body.messages[0]?.otp ?? null;
    },
    async setSwitch(name, value) {
      ok(await control.setFeatureGates({ body: { [name]: value } }));
    },
    async serveCard(name, card) {
      ok(await control.putAgentCard({ path: { name }, body: card as never }));
      return `${cardsUrl}/_mock/agent-cards/${name}.json`;
    },
    async setAudiences(agentId, entries) {
      ok(
        await control.setTokenAudiencePolicy({ path: { id: agentId }, body: { entries: entries as never } }),
      );
    },
  };
}

/** Creates a `fetch` that fails for longer bodies. Units: bytes. */
export function boundFetch(fetch: Fetch, most: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    let length = 0;
    const bound = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        length += piece.length;
        if (length > most) throw new RangeError(`A body is longer than ${most} bytes.`);
        controller.enqueue(piece);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
  };
}
