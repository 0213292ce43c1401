/** Runs the checks against a mock in this process, unchanged or with a mutation. */
import { defaultConfig, type Config } from '../../../conformance/config/config.ts';
import type { Driver } from '../../../conformance/driver/driver.ts';
import { findMock } from '../../../conformance/agent-platform/driver/mock-driver.ts';
import { withoutAbilities } from '../../../tools/selftest/run-checks.ts';
import type { Mutation } from '../../../tools/selftest/mutations/mutation.ts';
import type { RunReport } from '../../../conformance/model/run-report.ts';
import { runConformance } from '../../../conformance/index.ts';
import { createFetch } from '../../../mock/hosts/fetch.ts';
import { createMock } from '../../../mock/index.ts';

const ADDRESS = 'http://127.0.0.1:4010';

export function checkMock(settings: Partial<Config>, mutation?: Mutation): Promise<RunReport> {
  const config = { ...defaultConfig, ...settings };
  return withMock(mutation, (fetch) =>
    runConformance({ baseUrl: ADDRESS, config, fetch, keepsExchanges: true }),
  );
}

/** Checks a new mock with a configuration only, as a service without a driver. Runs of no other kinds are configured. */
export function checkPlainMock(
  settings: Partial<Config> = {},
  kinds: readonly string[] | null = null,
  mutation?: Mutation,
): Promise<RunReport> {
  return withMock(mutation, async (fetch) => {
    const driver = await findMock({ baseUrl: ADDRESS, fetch, seed: 1, controlToken: null });
    if (driver === null) throw new Error('The mock does not respond.');
    const budget = { ...defaultConfig.budget, perSecond: null };
    const config: Config = { ...defaultConfig, level: 'destructive', cases: 0, budget, ...settings };
    const plain = await withoutAbilities(driver);
    const limited = kinds === null ? plain : withRuns(plain, kinds);
    return runConformance({ baseUrl: ADDRESS, config, fetch, driver: limited });
  });
}

/** Calls a function with the `fetch` of a new mock, and closes it. */
async function withMock(
  mutation: Mutation = (serve) => serve,
  use: (fetch: ReturnType<typeof createFetch>) => Promise<RunReport>,
): Promise<RunReport> {
  const mock = await createMock({ baseUrl: ADDRESS });
  try {
    const serve = mutation(async (request) => mock.handle(request, 'process'));
    return await use(createFetch(serve, ADDRESS));
  } finally {
    await mock.close();
  }
}

function withRuns(driver: Driver, kinds: readonly string[]): Driver {
  return {
    ...driver,
    async setUp() {
      const session = await driver.setUp();
      const runs = Object.entries(session.environment.runs).filter(([kind]) => kinds.includes(kind));
      return { ...session, environment: { ...session.environment, runs: Object.fromEntries(runs) } };
    },
  };
}

/** Formats findings with these verdicts, one per line. */
export function findingsOf({ outcomes }: RunReport, verdicts: readonly string[]): readonly string[] {
  return outcomes
    .flatMap(({ findings }) => findings)
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ check, subject, verdict, at, message }) => `${verdict} ${check} ${subject} ${at}: ${message}`);
}
