/** The checks of `backlot check` as a library, for use in your own test suite. */
import { defaultConfig, type Config } from './config/config.ts';
import { agentPlatformContract } from './agent-platform/contract.ts';
import { agentPlatform } from './agent-platform/plugin.ts';
import { listChecks as listAllChecks } from './catalogue/catalogue.ts';
import type { Progress, RunnerOptions as AnyRunOptions } from './runner/run.ts';
import { runConformance as runChecks } from './runner/runner.ts';
import type { ListedCheck, RunReport } from './model/run-report.ts';
import { testsOf, type CheckTest } from './report/tests-of.ts';
import type { Fetch } from './http/wire.ts';

export { defaultConfig, type Config } from './config/config.ts';
export { CannotRunError, UnsupportedError } from './driver/choose-driver.ts';
export type {
  Abilities,
  Ability,
  CreateKeyOptions,
  PlatformCustomDriver as CustomDriver,
  PlatformCustomSession as CustomSession,
  PlatformDriver as Driver,
  PlatformSession as DriverSession,
  SignAssertionOptions,
  StoreAssetOptions,
  StoredAsset,
  Switches,
} from './agent-platform/driver/abilities.ts';
export type { ClientSession, RunTemplate, TestEnvironment } from './model/test-environment.ts';
export type { Basis, Check, Family, Level, Severity } from './model/check.ts';
export type {
  Exchange,
  RecordedResponse,
  RequestPlan,
  StreamCapture,
  StreamFrame,
} from './model/exchange.ts';
export type { Finding, Outcome, Problem, Verdict } from './model/finding.ts';
export type { Progress } from './runner/run.ts';
export type { Coverage, ListedCheck, RunReport } from './model/run-report.ts';
export { ContractBrokenError, type CheckTest } from './report/tests-of.ts';

/** The options of a run. */
export type RunOptions = Omit<AnyRunOptions, 'contract' | 'plugin'>;

/**
 * Checks an implementation against the contract.
 *
 * Errors: rejects with CannotRunError if it can't be reached or prepared. Findings are in the report and never thrown.
 */
export function runConformance(options: RunOptions): Promise<RunReport> {
  return runChecks({ ...options, contract: agentPlatformContract, plugin: agentPlatform });
}

/** Lists every check with the ids of its facts and the severity that follows from its basis. */
export function listChecks(): readonly ListedCheck[] {
  return listAllChecks(agentPlatformContract, agentPlatform);
}

/** The options of a programmatic run. Shape: absent settings default to those of `defaultConfig`. */
export interface ConformanceOptions {
  /** Base URL of the implementation; may have a path. */
  readonly baseUrl: string;
  /** Default: the global `fetch`; in a test, that of a mock. */
  readonly fetch?: Fetch | undefined;
  readonly settings?: Settings | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Settings of a run; all are optional. */
export type Settings = Partial<Omit<Config, 'budget' | 'stream' | 'environment'>> & {
  readonly budget?: Partial<Config['budget']>;
  readonly stream?: Partial<Config['stream']>;
  readonly environment?: Partial<Config['environment']>;
};

/** The result of a run. Shape: one test per check, in the order of the checks. */
export interface Conformance {
  readonly report: RunReport;
  readonly tests: readonly CheckTest[];
}

/**
 * Checks an implementation against the contract, and creates a test for each check.
 *
 * Errors: rejects with CannotRunError if it can't be reached or prepared; the tests throw the findings.
 */
export async function checkConformance(options: ConformanceOptions): Promise<Conformance> {
  const { baseUrl, fetch, settings = {}, onProgress, signal } = options;
  const report = await runConformance({ baseUrl, fetch, config: withDefaults(settings), onProgress, signal });
  return { report, tests: testsOf(report, agentPlatformContract) };
}

function withDefaults({ budget, stream, environment, ...rest }: Settings): Config {
  return {
    ...defaultConfig,
    ...rest,
    budget: { ...defaultConfig.budget, ...budget },
    stream: { ...defaultConfig.stream, ...stream },
    environment: { ...defaultConfig.environment, ...environment },
  };
}
