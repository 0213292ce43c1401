/** Prints what became of mutants as lines of a table. */
import type { Mutant } from './mutants/mutant.ts';
import type { Trial } from './try-mutant.ts';

/** One line for one mutant, and below it the reason when it was missed; with `isTelling` what the check has said. */
export function printTrial(trial: Trial, isTelling: boolean): string {
  const { mutant, isCaught, said, missedBecause, caughtBy, durationMs } = trial;
  const others = caughtBy.filter((id) => id !== mutant.check);
  const also = others.length === 0 ? '' : `  also ${others.join(' ')}`;
  const line = `${isCaught ? 'caught' : 'MISSED'}  ${printMutant(mutant)}  ${printSeconds(durationMs)}${also}\n`;
  const below = isCaught ? (isTelling ? said : null) : missedBecause;
  return below === null ? line : `${line}        ${below}\n`;
}

/** One line of the list of mutants. */
export function printMutant({ id, check, subject }: Mutant): string {
  return `${id.padEnd(32)}  ${check.padEnd(10)}  ${(subject ?? 'everywhere').padEnd(32)}`;
}

/** Units: `ms` are milliseconds, what is printed are seconds. */
export function printSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`.padStart(7);
}
