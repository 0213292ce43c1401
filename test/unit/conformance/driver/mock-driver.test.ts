import { describe, expect, it } from 'vitest';
import { findMock } from '../../../../conformance/agent-platform/driver/mock-driver.ts';
import { createApi, ok } from '../../../../control/client.ts';
import { createMock } from '../../../../mock/index.ts';

const baseUrl = 'http://mock.test';

async function openDriver() {
  const mock = await createMock({ baseUrl });
  const driver = await findMock({ baseUrl, fetch: mock.fetch, seed: 1, controlToken: null });
  if (driver === null) throw new Error('The mock is not recognized.');
  const { listWorlds } = createApi({ baseUrl, fetch: mock.fetch, retry: false });
  const countWorlds = async (): Promise<number> => ok(await listWorlds()).body.worlds.length;
  return { mock, driver, countWorlds };
}

describe('the driver of our mock', () => {
  it('prepares a separate world with the same credentials for each session', async () => {
    const { mock, driver } = await openDriver();
    const [one, other] = await Promise.all([driver.setUp(), driver.setUp()]);
    expect(one.environment.baseUrl).not.toBe(other.environment.baseUrl);
    expect(one.environment.credentials).toEqual(other.environment.credentials);
    expect(one.environment.bodies['fetchAgentCard']).not.toEqual(other.environment.bodies['fetchAgentCard']);
    await mock.close();
  });

  it('removes every world after the last session, and prepares a new one for the next', async () => {
    const { mock, driver, countWorlds } = await openDriver();
    const sessions = [await driver.setUp(), await driver.setUp()];
    for (const session of sessions) await session.tearDown();
    expect(await countWorlds()).toBe(1);
    const next = await driver.setUp();
    expect(next.environment.credentials).toMatchObject({ full: 'rt_live_dev' });
    await next.tearDown();
    expect(await countWorlds()).toBe(1);
    await mock.close();
  });
});
