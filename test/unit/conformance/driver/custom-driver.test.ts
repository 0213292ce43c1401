/** Drivers of users: omitted, misspelt and invalid properties and results. */
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../../../conformance/config/config.ts';
import {
  abilityResults,
  type Abilities,
  type PlatformCustomSession,
} from '../../../../conformance/agent-platform/driver/abilities.ts';
import { completeDriver } from '../../../../conformance/driver/custom-driver.ts';

const baseUrl = 'http://127.0.0.1:1';
const configured = {
  ...defaultConfig.environment,
  baseUrl,
  credentials: { full: 'rt_live_configured' },
  otherAgent: 'agent_configured',
};

const defaults = { configured, abilities: abilityResults };

async function sessionOf(session: PlatformCustomSession) {
  return completeDriver({ setUp: () => Promise.resolve(session) }, defaults, 'driver.ts').setUp();
}

async function abilitiesOf(abilities: object): Promise<Abilities> {
  return (await sessionOf({ abilities: abilities as Abilities })).abilities;
}

describe('a driver', () => {
  it('has the name of its file by default', () => {
    const setUp = () => Promise.resolve({});
    expect(completeDriver({ setUp }, defaults, 'driver.ts')).toMatchObject({
      name: 'driver.ts',
      isIsolating: false,
    });
  });

  it('keeps the methods of its class', async () => {
    class Mine {
      readonly name = 'mine';
      private readonly agent = 'agent_of_class';

      setUp(): Promise<PlatformCustomSession> {
        return Promise.resolve({ environment: { otherAgent: this.agent } });
      }
    }
    const driver = completeDriver(new Mine(), defaults, 'driver.ts');
    expect(driver.name).toBe('mine');
    expect((await driver.setUp()).environment.otherAgent).toBe('agent_of_class');
  });

  it.each([{}, null])('needs a setUp: %s', (driver) => {
    expect(() => completeDriver(driver as never, defaults, 'driver.ts')).toThrow(
      'createDriver returns no driver with a setUp().',
    );
  });

  it('needs a session', async () => {
    await expect(sessionOf(null as never)).rejects.toThrow(
      'setUp() of the driver returned null instead of { abilities }.',
    );
  });

  it('completes its environment from the configuration', async () => {
    const runs = { text: { agentId: 'agent_1', message: 'Hello' } };
    const { environment, tearDown } = await sessionOf({ environment: { runs } });
    expect(environment).toMatchObject({
      baseUrl,
      credentials: { full: 'rt_live_configured' },
      otherAgent: 'agent_configured',
      runs: { text: { agentId: 'agent_1', message: 'Hello', headers: {}, body: {} } },
    });
    await expect(tearDown()).resolves.toBeUndefined();
  });
});

describe('an unknown property of a driver', () => {
  it('is an error with its name', async () => {
    await expect(sessionOf({ abilites: {} } as never)).rejects.toThrow(
      'setUp() of the driver returned an unknown property abilites. Did you mean abilities?',
    );
    await expect(sessionOf({ environment: { credential: {} } } as never)).rejects.toThrow(
      'The environment of the driver has an unknown property credential. Did you mean credentials?',
    );
  });

  it('is accepted with a notice if it is the old name of the environment', async () => {
    const session = await sessionOf({ surroundings: { otherAgent: 'agent_old' } } as never);
    expect(session.environment.otherAgent).toBe('agent_old');
    expect(session.notices).toEqual([
      'The driver returns `surroundings`, the old name of `environment`. Rename it.',
    ]);
  });

  it('is that of its class if it is an instance', async () => {
    class Session {
      readonly world = 'world_1';
      readonly environment = { otherAgent: this.world };
    }
    expect((await sessionOf(new Session() as never)).environment.otherAgent).toBe('world_1');
  });
});

describe('the abilities of a driver', () => {
  it('are only those that exist', async () => {
    await expect(abilitiesOf({ makeKeys: () => ({}) })).rejects.toThrow(
      'The driver has an unknown ability makeKeys. Did you mean makeKey?',
    );
  });

  it('are functions', async () => {
    await expect(abilitiesOf({ makeKey: 'rt_live_1' })).rejects.toThrow(
      'The ability makeKey of the driver is a string, no function.',
    );
  });

  it.each([
    ['makeKey', () => 'rt_live_1', 'makeKey() of the driver returned a string instead of { key }.'],
    ['makeKey', () => ({ id: '1' }), 'makeKey() of the driver returned nothing as key instead of { key }.'],
    ['now', () => new Date(0).toISOString(), 'now() of the driver returned a string instead of a number.'],
    [
      'signAssertion',
      () => ({ jwt: '' }),
      'signAssertion() of the driver returned an object instead of a string.',
    ],
    [
      'makeDeployment',
      () => undefined,
      'makeDeployment() of the driver returned nothing instead of a string.',
    ],
    ['readCode', () => [], 'readCode() of the driver returned a list instead of a string.'],
  ])('say what %s must return', async (name, ability, message) => {
    const abilities = (await abilitiesOf({ [name]: ability })) as Readonly<
      Record<string, (wish: object) => Promise<unknown>>
    >;
    await expect(abilities[name]?.({})).rejects.toThrow(message);
  });

  it('may omit properties that can be null', async () => {
    const asset = { orgId: 'org_1', assetId: 'asset_1', url: `${baseUrl}/v1/assets/org_1/asset_1` };
    const { storeAsset } = await abilitiesOf({ storeAsset: () => Promise.resolve(asset) });
    await expect(storeAsset?.({ visibility: 'public', body: '' })).resolves.toEqual({
      ...asset,
      signedUrl: null,
      previewUrl: null,
    });
  });
});
