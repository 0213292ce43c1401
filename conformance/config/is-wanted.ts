/** Says which checks and subjects a run is about. */
import type { Config } from './config.ts';

/** Says whether a check is made at all: every one, unless the run names some. */
export function isWantedCheck({ only }: Pick<Config, 'only'>, check: string): boolean {
  return (
    only.length === 0 ||
    only.some((start) => check === start || (/^[A-Z]+$/.test(start) && check.replace(/\d+$/, '') === start))
  );
}

/** Says whether a run is about an operation or a pack (`pack:agents`, or its name alone). */
export function isWantedSubject({ subjects }: Pick<Config, 'subjects'>, subject: string): boolean {
  return (
    subjects.length === 0 || subjects.some((wanted) => subject === wanted || subject === `pack:${wanted}`)
  );
}
