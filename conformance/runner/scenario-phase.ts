/**
 * Runs the scenario checks: one after the other, or side by side if the driver prepares a separate world for each of
 * them.
 */
import { includesLevel } from '../model/check.ts';
import { missingFor, runScenarioCheck } from '../agent-platform/scenarios/run-scenario-check.ts';
import type { ScenarioCheck } from '../agent-platform/scenarios/scenario-check.ts';
import { suites } from '../agent-platform/scenarios/suites.ts';
import { isSelectedCheck, isSelectedSubject, type Config } from '../config/config.ts';
import type { DriverSession } from '../driver/driver.ts';
import { secretsWithin } from '../http/secrets.ts';
import { reportProgress, wireFor, type Run } from './run.ts';

/** The number of worlds at the same time. Why: the service and the checks then seldom wait for each other. */
const WORLDS = 8;

/** A check, and the subject of its findings. */
interface Job {
  readonly check: ScenarioCheck;
  readonly subject: string;
}

/** Suites that run before the checks of operations, which would use up the one deployment that may be configured. */
const first: ReadonlySet<string> = new Set(['pack:sandbox']);

/**
 * Runs the selected scenario checks that the level includes and that the driver can prepare; skips the others.
 *
 * Shape: `part` is whether they run before or after the checks of operations.
 * Errors: rejects with BudgetSpentError if the run can't continue.
 */
export async function runScenarioPhase(
  run: Run,
  shared: DriverSession,
  part: 'before' | 'after',
): Promise<void> {
  const jobs = selectJobs(run.options.config)
    .filter(({ subject }) => first.has(subject) === (part === 'before'))
    .filter((job) => !isSkipped(run, shared, job));
  // Why one iterator for all: each of them takes the next job when it is ready.
  const queue = jobs.values();
  const work = async (): Promise<void> => {
    for (const job of queue) await runJob(run, shared, job);
  };
  const ends = await Promise.allSettled(Array.from({ length: run.driver.isIsolating ? WORLDS : 1 }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Skips the checks that have no result yet. */
export function skipScenarios(run: Run, shared: DriverSession, reason: string): void {
  for (const job of selectJobs(run.options.config))
    if (!isSkipped(run, shared, job)) run.collector.skip(job.check.id, job.subject, reason);
}

function selectJobs(config: Config): readonly Job[] {
  return suites.flatMap(({ name, checks }) => {
    const subject = `pack:${name}`;
    if (!isSelectedSubject(config, subject)) return [];
    return checks.filter(({ id }) => isSelectedCheck(config, id)).map((check) => ({ check, subject }));
  });
}

function isSkipped({ level, collector }: Run, shared: DriverSession, { check, subject }: Job): boolean {
  const reason = !includesLevel(level, 'stateful')
    ? `Scenario checks need the level stateful; this run is ${level}.`
    : includesLevel(level, check.level)
      ? missingFor(check, shared)
      : `It needs the level ${check.level}.`;
  if (reason !== null) collector.skip(check.id, subject, reason);
  return reason !== null;
}

async function runJob(run: Run, shared: DriverSession, { check, subject }: Job): Promise<void> {
  reportProgress(run, subject);
  const session = run.driver.isIsolating ? await run.driver.setUp() : shared;
  const { collector, options } = run;
  const secrets = session === shared ? run.secrets : secretsWithin(run.secrets, session.environment);
  const isProvoked = check.needs?.includes('setSwitch') === true;
  const wire = wireFor(run, session, { isProvoked, secrets });
  try {
    await runScenarioCheck(check, { wire, session, secrets, collector, seed: options.config.seed, subject });
    await run.checker.settle();
  } finally {
    if (session !== shared) await session.tearDown().catch(() => undefined);
  }
}
