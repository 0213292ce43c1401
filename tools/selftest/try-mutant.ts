/**
 * Holds one service to the checks: a mutant, or the mock as it is. Every try has a mock of its own.
 */
import { defaultConfig, type Config } from '../../conformance/config/config.ts';
import type { Severity } from '../../conformance/check.ts';
import { listChecks } from '../../conformance/catalogue/catalogue.ts';
import { findMock } from '../../conformance/driver/mock-driver.ts';
import type { Outcome } from '../../conformance/engine/finding.ts';
import { perWorld } from './mutants/stateful-mutations.ts';
import type { Mutation, Mutant } from './mutants/mutant.ts';
import type { RunReport } from '../../conformance/engine/run-report.ts';
import { runConformance, type Progress } from '../../conformance/engine/runner.ts';
import { createMock } from '../../mock/index.ts';
import { createFetch } from '../../mock/hosts/fetch.ts';
import type { MutationWatch } from './find-touched.ts';

/** What became of a mutant. Units: `durationMs`. */
export interface Trial {
  readonly mutant: Mutant;
  readonly isCaught: boolean;
  /** What the check named for it said; `null` when it said nothing. */
  readonly said: string | null;
  /** Why it was not caught, as far as the run tells; empty when it was. */
  readonly missedBecause: string;
  /** Every check that found something, in the order of the checks. */
  readonly caughtBy: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
}

const ADDRESS = 'http://127.0.0.1:4010';
const noMutation: Mutation = (serve) => serve;

/**
 * Runs the check named for a mutant against it, where it is made; or, with `everywhere`, all checks there.
 *
 * Shape: `everywhere` lists ids of operations and packs.
 */
export async function tryMutant(mutant: Mutant, everywhere: readonly string[] | null): Promise<Trial> {
  const { check, subject, mutation, expects } = mutant;
  const report = await holdToChecks(
    mutation,
    everywhere === null
      ? { only: [check, ...sendersFor(check)], subjects: subject === null ? [] : [subject] }
      : { subjects: everywhere },
  );
  const needed = expects ?? severityOf(check);
  const own = report.outcomes.filter((outcome) => outcome.check === check);
  const findings = own.flatMap((outcome) => outcome.findings);
  const finding = findings.find(
    ({ verdict }) => verdict === 'fail' || (needed !== 'fail' && verdict === 'warn'),
  );
  return {
    mutant,
    isCaught: finding !== undefined,
    said: finding?.message ?? null,
    missedBecause: finding === undefined ? explainMiss(own, report) : '',
    caughtBy: listChecks()
      .map(({ id }) => id)
      .filter((id) => report.outcomes.some((outcome) => outcome.check === id && hasFound(outcome))),
    requests: report.requests,
    durationMs: report.durationMs,
  };
}

/**
 * What the checks say of the mock as it is: nothing, or the checks are wrong. Shape: as lines of text; `watch` is shown every
 * request.
 */
export async function listFalseAlarms(
  only: readonly string[],
  watch?: MutationWatch,
): Promise<readonly string[]> {
  const report = await holdToChecks(watch?.mutation ?? noMutation, { only }, (subject) =>
    watch?.enter(subject),
  );
  await watch?.settle();
  const alarms = report.outcomes
    .flatMap(({ findings }) => findings)
    .map(({ check, subject, verdict, at, message }) => `${check} ${subject} (${verdict}) ${at}: ${message}`);
  return report.stopped === null ? alarms : [...alarms, `The run ended early: ${report.stopped}`];
}

async function holdToChecks(
  mutation: Mutation,
  settings: Partial<Config>,
  onSubject?: (subject: string) => void,
): Promise<RunReport> {
  const mock = await createMock({ baseUrl: ADDRESS });
  try {
    const serve = perWorld(mutation)(async (request) => mock.handle(request, 'process'));
    const fetch = createFetch(serve, ADDRESS);
    const config = { ...defaultConfig, ...settings };
    const { seed, controlToken } = config;
    // Why: the driver speaks to the mock as it is, or a mutant could keep it from making a world at all.
    const driver = await findMock({ baseUrl: ADDRESS, fetch: mock.fetch, seed, controlToken });
    if (driver === null) throw new Error('The mock does not answer.');
    const onProgress = onSubject && (({ subject }: Progress) => onSubject(subject));
    return await runConformance({ baseUrl: ADDRESS, config, fetch, driver, onProgress });
  } finally {
    await mock.close();
  }
}

/** Why: some checks look at what others send, wherever they are made. */
function sendersFor(check: string): readonly string[] {
  return check === 'S15' ? ['APPR02'] : [];
}

function severityOf(check: string): Severity {
  return listChecks().find(({ id }) => id === check)?.severity ?? 'fail';
}

function hasFound({ findings }: Outcome): boolean {
  return findings.some(({ verdict }) => verdict === 'fail' || verdict === 'warn');
}

function explainMiss(own: readonly Outcome[], { requests, stopped }: RunReport): string {
  if (stopped !== null) return stopped;
  if (own.length === 0) return `The check was not made (${requests} requests).`;
  return own
    .map(({ subject, verdict, reason, count, findings }) => {
      const said = reason ?? findings[0]?.message ?? `looked ${count} times`;
      return `${subject}: ${verdict}, ${said}`;
    })
    .slice(0, 3)
    .join('; ');
}
