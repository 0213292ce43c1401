/**
 * Runs the scenario checks: sequentially, or concurrently if the driver prepares a separate world for each of them.
 */
import { includesLevel } from '../model/check.ts';
import { isSelectedCheck, isSelectedSubject } from '../config/config.ts';
import type { DriverSession } from '../driver/driver.ts';
import { secretsWithin } from '../http/secrets.ts';
import { subjectOfGroup } from '../model/finding.ts';
import type { RunnableCheck } from '../plugin.ts';
import { reportProgress, runTogether, wireFor, type Run } from './run.ts';

/**
 * The number of concurrent worlds, besides those of the other phases. Why: the service and the checks then rarely wait
 * for each other.
 */
const WORLDS = 4;

/** A check, and the subject of its findings. */
interface Job {
  readonly check: RunnableCheck;
  readonly subject: string;
  readonly isEarly: boolean;
}

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
  const jobs = selectJobs(run)
    .filter(({ isEarly }) => isEarly === (part === 'before'))
    .filter((job) => !isSkipped(run, shared, job));
  // Why one iterator for all: each of them takes the next job when it is ready.
  const queue = jobs.values();
  const work = async (): Promise<void> => {
    for (const job of queue) await runJob(run, shared, job);
  };
  await runTogether(Array.from({ length: run.driver.isIsolating ? WORLDS : 1 }, () => work));
}

/** Skips the checks that have no result yet. */
export function skipScenarios(run: Run, shared: DriverSession, reason: string): void {
  for (const job of selectJobs(run))
    if (!isSkipped(run, shared, job)) run.collector.skip(job.check.id, job.subject, reason);
}

function selectJobs({ plugin, options: { config } }: Run): readonly Job[] {
  return plugin.scenarios.flatMap(({ name, checks, isEarly = false }) => {
    const subject = subjectOfGroup(name);
    if (!isSelectedSubject(config, subject)) return [];
    const selected = checks.filter(({ id }) => isSelectedCheck(config, id));
    return selected.map((check) => ({ check, subject, isEarly }));
  });
}

function isSkipped({ level, collector }: Run, shared: DriverSession, { check, subject }: Job): boolean {
  const reason = !includesLevel(level, 'stateful')
    ? `Scenario checks need the level stateful; this run is ${level}.`
    : includesLevel(level, check.level)
      ? check.missingIn(shared)
      : `It needs the level ${check.level}.`;
  if (reason !== null) collector.skip(check.id, subject, reason);
  return reason !== null;
}

async function runJob(run: Run, shared: DriverSession, { check, subject }: Job): Promise<void> {
  reportProgress(run, subject);
  const session = run.driver.isIsolating ? await run.driver.setUp() : shared;
  const { collector, options } = run;
  const secrets = session === shared ? run.secrets : secretsWithin(run.secrets, session.environment);
  const wire = wireFor(run, session, { isProvoked: check.isProvoking === true, secrets });
  try {
    await check.runIn({ wire, session, secrets, collector, seed: options.config.seed, subject });
    await run.checker.settle();
  } finally {
    if (session !== shared) await session.tearDown().catch(() => undefined);
  }
}
