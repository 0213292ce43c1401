/** Runs the checks on a mock with a mutation. Every run creates a separate mock. */
import { defaultConfig, type Config } from '../../conformance/config/config.ts';
import type { Driver } from '../../conformance/driver/driver.ts';
import { findMock } from '../../conformance/agent-platform/driver/mock-driver.ts';
import { runConformance } from '../../conformance/index.ts';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { createMock } from '../../mock/index.ts';
import { createFetch } from '../../mock/hosts/fetch.ts';
import { perWorld, type Mutation } from './mutations/mutation.ts';

const ADDRESS = 'http://127.0.0.1:4010';
/** Why: all worlds begin at the same instant, so that their records are built once. */
const start = new Date().toISOString();

export interface RunOptions {
  /** Whether they have only a configuration, as for a service without a driver. */
  readonly isPlain: boolean;
  /** Whether the run ends at the first finding, of any severity. */
  readonly isShort: boolean;
}

/** Runs the checks. Shape: `settings` replace those of the default configuration. */
export async function runChecks(
  mutation: Mutation,
  settings: Partial<Config>,
  { isPlain, isShort }: RunOptions,
): Promise<RunReport> {
  const end = new AbortController();
  const mock = await createMock({ baseUrl: ADDRESS, clock: { mode: 'real', now: start } });
  try {
    const serve = perWorld(mutation)(async (request) => mock.handle(request, 'process'));
    const config = { ...defaultConfig, ...settings };
    const { seed, controlToken } = config;
    // The driver uses the unchanged mock, because a mutant could prevent it from creating a world.
    const driver = await findMock({ baseUrl: ADDRESS, fetch: mock.fetch, seed, controlToken, now: start });
    if (driver === null) throw new Error('The mock does not respond.');
    return await runConformance({
      baseUrl: ADDRESS,
      config,
      fetch: createFetch(serve, ADDRESS),
      driver: isPlain ? await withoutAbilities(driver) : driver,
      onProgress: ({ findings }) => {
        if (isShort && findings > 0) end.abort();
      },
      signal: end.signal,
    });
  } finally {
    await mock.close();
  }
}

/** Returns a driver that has the test environment of another one and nothing else, as `conformance.yaml` does. */
export async function withoutAbilities(driver: Driver): Promise<Driver> {
  const { environment } = await driver.setUp();
  const session = { environment, abilities: {}, tearDown: async () => {} };
  return { name: 'none', isIsolating: false, setUp: () => Promise.resolve(session) };
}
