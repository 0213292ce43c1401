/** Runs the checks on the mock with one fault, until the first finding. */
import { runChecks } from '../selftest/run-checks.ts';
import type { RandomFault } from './choose-fault.ts';
import { observeMutation } from './observe.ts';

/** The result of a fault. Shape: `unseen` changed no response. */
export interface FaultTrial {
  readonly kind: string;
  readonly place: string;
  readonly outcome: 'noticed' | 'missed' | 'unseen';
  /** The first check with a finding, and its finding; `null` without one. */
  readonly check: string | null;
  readonly message: string | null;
}

const settings = {
  level: 'destructive',
  budget: { requests: 20_000, perSecond: null, seconds: 120 },
} as const;

/** Runs the checks on a fault. Shape: `isPlain` is whether they have only a configuration. */
export async function tryFault({ fault, chosen }: RandomFault, isPlain: boolean): Promise<FaultTrial> {
  let changed = 0;
  const mutation = observeMutation(fault.mutation, () => {
    changed += 1;
  });
  const report = await runChecks(mutation, settings, { isPlain, isShort: true }).catch((error: unknown) =>
    String(error),
  );
  const isCrash = typeof report === 'string';
  const finding = isCrash ? undefined : report.outcomes.flatMap(({ findings }) => findings)[0];
  return {
    kind: fault.kind,
    place: `${fault.place} ${chosen()}`.trim(),
    outcome: isCrash || finding !== undefined ? 'noticed' : changed > 0 ? 'missed' : 'unseen',
    check: isCrash ? 'run' : (finding?.check ?? null),
    message: isCrash ? report : (finding?.message ?? null),
  };
}
