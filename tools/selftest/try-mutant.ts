/** Tries mutants, and the unchanged mock. */
import { defaultConfig } from '../../conformance/config/config.ts';
import type { Finding, Outcome } from '../../conformance/model/finding.ts';
import type { RunReport } from '../../conformance/model/run-report.ts';
import type { Mutation } from './mutations/mutation.ts';
import { everyCheck } from './faults/fault.ts';
import type { Mutant } from './mutants/table.ts';
import { runChecks } from './run-checks.ts';

export interface Trial {
  readonly mutant: Mutant;
  /** Whether its check reports what the table expects. */
  readonly isExpected: boolean;
  /** The finding of its check, or why there is none. */
  readonly message: string;
  readonly durationMs: number;
}

const unlimited = { level: 'destructive', budget: { ...defaultConfig.budget, perSecond: null } } as const;
const noMutation: Mutation = (serve) => serve;

/** Runs the check of a mutant on it. Shape: ends at the first finding, if that is the expected one. */
export async function tryMutant(mutant: Mutant): Promise<Trial> {
  const isDetected = mutant.expects === 'fail' || mutant.expects === 'warn';
  // A finding of another check, whose requests it needs, must not end the run.
  const trial = await runTrial(mutant, isDetected && sendersFor(mutant.check).length === 0);
  return trial.isExpected || !isDetected ? trial : runTrial(mutant, false);
}

async function runTrial(mutant: Mutant, isShort: boolean): Promise<Trial> {
  const { check, subject, fault, isPlain } = mutant;
  const only = check === everyCheck ? [] : [check, ...sendersFor(check)];
  const settings = {
    only,
    subjects: subject === null ? [] : [subject],
    ...(check === everyCheck ? { cases: 0 } : {}),
    ...(isPlain ? unlimited : {}),
  };
  const report = await runChecks(fault.mutation, settings, { isPlain, isShort });
  const outcomes = report.outcomes.filter((outcome) => check === everyCheck || outcome.check === check);
  const finding = outcomes.flatMap(({ findings }) => findings).find((each) => counts(each, mutant));
  return {
    mutant,
    isExpected: isExpected(mutant, outcomes, finding !== undefined),
    message: finding?.message ?? explain(outcomes, report),
    durationMs: report.durationMs,
  };
}

/** Whether a finding is of the expected severity, or one that an accepted difference must not have. */
function counts({ verdict }: Finding, { check, expects }: Mutant): boolean {
  if (expects === 'fail') return verdict === 'fail';
  if (expects === 'warn') return verdict === 'fail' || verdict === 'warn';
  return check !== everyCheck || verdict !== 'warn';
}

function isExpected({ check, expects }: Mutant, outcomes: readonly Outcome[], hasFinding: boolean): boolean {
  if (expects === 'fail' || expects === 'warn') return hasFinding;
  const matching = outcomes.filter(({ verdict }) => verdict === expects);
  return !hasFinding && matching.length > 0 && (check === everyCheck || matching.length === outcomes.length);
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
  return { S15: ['APPR02'], C18: ['P01', 'REG07'] }[check] ?? [];
}

function explain(outcomes: readonly Outcome[], { requests, stopped }: RunReport): string {
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
