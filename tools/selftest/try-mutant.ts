/** Runs the checks on a mutant or on the unchanged mock. Every trial creates a separate mock. */
import { defaultConfig, type Config } from '../../conformance/config/config.ts';
import type { Severity } from '../../conformance/model/check.ts';
import type { Driver } from '../../conformance/driver/driver.ts';
import { findMock } from '../../conformance/agent-platform/driver/mock-driver.ts';
import type { Outcome } from '../../conformance/model/finding.ts';
import { perWorld } from './mutations/stateful-mutations.ts';
import type { Mutation, Mutant } from './mutations/mutant.ts';
import type { RunReport } from '../../conformance/model/run-report.ts';
import type { Progress } from '../../conformance/runner/run.ts';
import { listChecks, runConformance } from '../../conformance/index.ts';
import { createMock } from '../../mock/index.ts';
import { createFetch } from '../../mock/hosts/fetch.ts';

/** The result of a mutant. */
export interface Trial {
  readonly mutant: Mutant;
  readonly isCaught: boolean;
  /** The finding of its check; `null` without one. */
  readonly message: string | null;
  /** Why it was not caught; empty when it was. */
  readonly missedBecause: string;
  readonly requests: number;
  readonly durationMs: number;
}

const ADDRESS = 'http://127.0.0.1:4010';
/** Why: all worlds begin at the same instant, so that their records are built once. */
const start = new Date().toISOString();
const noMutation: Mutation = (serve) => serve;

/** Runs the check of a mutant on it, until it reports something or the run ends. */
export async function tryMutant(mutant: Mutant): Promise<Trial> {
  // A finding of another check, whose requests it needs, must not end the run.
  const trial = await runTrial(mutant, sendersFor(mutant.check).length === 0);
  return trial.isCaught ? trial : runTrial(mutant, false);
}

/** Shape: `isShort` ends the run at the first finding, which may have another severity than the expected one. */
async function runTrial(mutant: Mutant, isShort: boolean): Promise<Trial> {
  const { check, subject, mutation, expects, isPlain } = mutant;
  const settings = { only: [check, ...sendersFor(check)], subjects: subject === null ? [] : [subject] };
  const report = await runChecks(mutation, settings, { isPlain, isShort });
  const needed = expects ?? severityOf(check);
  const outcomes = report.outcomes.filter((outcome) => outcome.check === check);
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  const finding = findings.find(
    ({ verdict }) => verdict === 'fail' || (needed !== 'fail' && verdict === 'warn'),
  );
  return {
    mutant,
    isCaught: finding !== undefined,
    message: finding?.message ?? null,
    missedBecause: finding === undefined ? explainMiss(outcomes, report) : '',
    requests: report.requests,
    durationMs: report.durationMs,
  };
}

/** Lists the findings of the checks on the unchanged mock as lines of text. */
export async function listFalseAlarms(only: readonly string[]): Promise<readonly string[]> {
  const report = await runChecks(noMutation, { only });
  const alarms = report.outcomes
    .flatMap(({ findings }) => findings)
    .map(({ check, subject, verdict, at, message }) => `${check} ${subject} (${verdict}) ${at}: ${message}`);
  return report.stopped === null ? alarms : [...alarms, `The run ended early: ${report.stopped}`];
}

async function runChecks(
  mutation: Mutation,
  settings: Partial<Config>,
  {
    isPlain = false,
    isShort = false,
  }: { readonly isPlain?: boolean | undefined; readonly isShort?: boolean } = {},
): Promise<RunReport> {
  const end = new AbortController();
  const onProgress = ({ findings }: Progress): void => {
    if (isShort && findings > 0) end.abort();
  };
  const mock = await createMock({ baseUrl: ADDRESS, clock: { mode: 'real', now: start } });
  try {
    const serve = perWorld(mutation)(async (request) => mock.handle(request, 'process'));
    const fetch = createFetch(serve, ADDRESS);
    const plain = { level: 'destructive', budget: { ...defaultConfig.budget, perSecond: null } } as const;
    const config = { ...defaultConfig, ...settings, ...(isPlain ? plain : {}) };
    const { seed, controlToken } = config;
    // The driver uses the unchanged mock, or a mutant could keep it from creating a world.
    const driver = await findMock({ baseUrl: ADDRESS, fetch: mock.fetch, seed, controlToken, now: start });
    if (driver === null) throw new Error('The mock does not respond.');
    return await runConformance({
      baseUrl: ADDRESS,
      config,
      fetch,
      driver: isPlain ? await withoutAbilities(driver) : driver,
      onProgress,
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
  return { name: 'conformance.yaml', isIsolating: false, setUp: () => Promise.resolve(session) };
}

/** Returns the checks whose requests a check needs. */
function sendersFor(check: string): readonly string[] {
  return { S15: ['APPR02'], C16: ['SANDBOX20'], C18: ['P01', 'REG07'] }[check] ?? [];
}

function severityOf(check: string): Severity {
  return listChecks().find(({ id }) => id === check)?.severity ?? 'fail';
}

function explainMiss(outcomes: readonly Outcome[], { requests, stopped }: RunReport): string {
  if (stopped !== null) return stopped;
  if (outcomes.length === 0) return `The check did not run (${requests} requests).`;
  return outcomes
    .map(({ subject, verdict, reason, count, findings }) => {
      const detail = reason ?? findings[0]?.message ?? `checked ${count} times`;
      return `${subject}: ${verdict}, ${detail}`;
    })
    .slice(0, 3)
    .join('; ');
}
