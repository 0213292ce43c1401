/** Tries mutants, and the unchanged mock. */
import { defaultConfig } from '../../conformance/config/config.ts';
import type { Severity } from '../../conformance/model/check.ts';
import type { Outcome } from '../../conformance/model/finding.ts';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { listChecks } from '../../conformance/index.ts';
import type { Mutation, Mutant } from './mutations/mutant.ts';
import { runChecks } from './run-checks.ts';

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

/** What a check without a driver may do. */
const plain = { level: 'destructive', budget: { ...defaultConfig.budget, perSecond: null } } as const;
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
  const subjects = subject === null ? [] : [subject];
  const settings = { only: [check, ...sendersFor(check)], subjects, ...(isPlain ? plain : {}) };
  const report = await runChecks(mutation, settings, { isPlain: isPlain === true, isShort });
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
  const report = await runChecks(noMutation, { only }, { isPlain: false, isShort: false });
  const alarms = report.outcomes
    .flatMap(({ findings }) => findings)
    .map(({ check, subject, verdict, at, message }) => `${check} ${subject} (${verdict}) ${at}: ${message}`);
  return report.stopped === null ? alarms : [...alarms, `The run ended early: ${report.stopped}`];
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
