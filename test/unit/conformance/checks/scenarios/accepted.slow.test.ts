/** Scenario checks with a driver with fewer abilities, and below their level. */
import { describe, expect, it } from 'vitest';
import type { Level } from '../../../../../conformance/model/check.ts';
import { defaultConfig } from '../../../../../conformance/config/config.ts';
import type { Driver } from '../../../../../conformance/driver/driver.ts';
import type {
  Abilities,
  PlatformSession,
} from '../../../../../conformance/agent-platform/driver/abilities.ts';
import { findMock } from '../../../../../conformance/agent-platform/driver/mock-driver.ts';
import { runConformance } from '../../../../../conformance/index.ts';
import { createMock } from '../../../../../mock/index.ts';

describe('with fewer abilities or below its level, a check', () => {
  const noFeed = ['makeProductEvent', 'advance', 'makeKey'] as const;
  const noSession = ['makeClientSession'] as const;

  it.each([
    ...['SANDBOX02', 'SANDBOX04'].map((check) => [check, ['makeDeployment']] as const),
    ...['02', '03', '04', '06', '08', '17', '30'].map((number) => [`EVENT${number}`, noFeed] as const),
    ...['01', '03', '06', '11', '12', '14'].map((number) => [`CLIENT${number}`, noSession] as const),
  ])('%s uses the records of the test environment', async (check, missing) => {
    expect(await run(check, { without: missing })).toBe('pass');
  });

  it('reports which ability it lacks', async () => {
    const skip = 'skip; The driver does not implement ';
    expect(await run('EVENT14', { without: noFeed })).toBe(`${skip}\`makeProductEvent\`.`);
    expect(await run('APPR09', { without: ['advance'] })).toBe(`${skip}\`advance\`.`);
  });

  it.each(['CLIENT01', 'CLIENT13', 'CLIENT15', 'CLIENT20'])(
    '%s uses runs that a driver starts',
    async (check) => {
      expect(await run(check, { prepare: startTurnsByDriver })).toBe('pass');
    },
  );

  it.each(['SANDBOX02', 'BATCH03'])(
    '%s sends no destructive requests below the level destructive',
    async (check) => {
      expect(await run(check, { level: 'stateful' })).toMatch(/^skip/);
    },
  );
});

interface Options {
  readonly level?: Level;
  /** Abilities that the driver does not have. */
  readonly without?: readonly (keyof Abilities)[];
  readonly prepare?: (session: PlatformSession, fetch: typeof globalThis.fetch) => PlatformSession;
}

/** Removes the template of runs in a session: the driver starts them. */
function startTurnsByDriver(session: PlatformSession, fetch: typeof globalThis.fetch): PlatformSession {
  const { environment, abilities } = session;
  const { endUserGate, ...runs } = environment.runs;
  const startClientTurn: Abilities['startClientTurn'] = async ({
    session: { sessionId, origin },
    approver,
  }) => {
    const template = approver === 'owner' ? runs['ownerGate'] : endUserGate;
    const response = await fetch(`${environment.baseUrl}/v1/agents/${template?.agentId ?? ''}/execute`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${environment.credentials['full'] ?? ''}`,
        origin: origin ?? '',
        ...template?.headers,
      },
      body: JSON.stringify({
        messages: [{ role: 'user', content: 'Hello' }],
        streamResponse: false,
        sessionId,
      }),
    });
    return response.json();
  };
  return { ...session, environment: { ...environment, runs }, abilities: { ...abilities, startClientTurn } };
}

/** Runs one check on a mock. Shape: its verdict, with the reason and the findings. */
async function run(
  check: string,
  { level = 'destructive', without = [], prepare = (session) => session }: Options,
) {
  const baseUrl = 'http://mock.test';
  const mock = await createMock({ baseUrl });
  const found = await findMock({ baseUrl, fetch: mock.fetch, seed: 1, controlToken: null });
  if (found === null) throw new Error('The mock does not respond.');
  const driver: Driver = {
    ...found,
    async setUp() {
      const session = await found.setUp();
      const abilities = Object.entries(session.abilities).filter(
        ([name]) => !without.includes(name as never),
      );
      return prepare({ ...session, abilities: Object.fromEntries(abilities) }, mock.fetch);
    },
  };
  const config = { ...defaultConfig, only: [check], level };
  const { outcomes } = await runConformance({ baseUrl, config, fetch: mock.fetch, driver });
  await mock.close();
  return outcomes
    .filter((outcome) => outcome.check === check)
    .map(({ verdict, reason, findings }) =>
      [verdict, reason, ...findings.map(({ message }) => message)].filter(Boolean).join('; '),
    )
    .join('\n');
}
