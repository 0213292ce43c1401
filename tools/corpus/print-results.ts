/** Prints the results of a run. */
import { failureOf, reasonsOf, type Result } from './result.ts';

/** The reasons that are printed for one description. */
const MAX_SHOWN = 8;

/** Prints one description: its failure and the reasons, or that it is well. */
export function printResult(result: Result): string {
  const failure = failureOf(result);
  const head = `${result.name}  ${(result.generated?.seconds ?? 0).toFixed(1)} s  ${failure ?? 'ok'}\n`;
  const reasons = reasonsOf(result);
  const shown = reasons.slice(0, MAX_SHOWN).map((reason) => `    ${reason.slice(0, 400)}\n`);
  const hidden = reasons.length - shown.length;
  return [head, ...shown, ...(hidden > 0 ? [`    … and ${hidden} more\n`] : [])].join('');
}

/** Prints how many descriptions have which failure, and which are the slowest. */
export function printSummary(results: readonly Result[], total: number): string {
  const failures = new Map<string, number>();
  for (const result of results) {
    const failure = failureOf(result) ?? 'ok';
    failures.set(failure, (failures.get(failure) ?? 0) + 1);
  }
  const sum = (pick: (result: Result) => number | undefined): number =>
    results.reduce((total, result) => total + (pick(result) ?? 0), 0);
  const never = results.filter(({ generated }) => (generated?.never.length ?? 0) > 0);
  const slowest = results
    .toSorted((one, other) => (other.generated?.seconds ?? 0) - (one.generated?.seconds ?? 0))
    .slice(0, 10);
  return [
    `\n${results.length} of ${total} descriptions were tried.`,
    ...[...failures].map(([failure, count]) => `  ${failure}: ${count}`),
    `${sum(({ generated }) => generated?.operations)} operations, ${sum(({ bytes }) => bytes / 1e6).toFixed(0)} MB; ` +
      `${sum(({ tried }) => tried?.samples)} of ${sum(({ tried }) => tried?.checks)} validators have a sample, ` +
      `and ${sum(({ tried }) => tried?.drawn)} other values were drawn.`,
    `Types that are never: ${never.map(({ name }) => name).join(', ') || 'none'}.`,
    'The slowest:',
    ...slowest.map(
      ({ name, bytes, generated }) =>
        `  ${name}: ${(generated?.seconds ?? 0).toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB, ` +
        `peak ${(generated?.megabytes ?? 0).toFixed(0)} MB`,
    ),
    '',
  ].join('\n');
}
