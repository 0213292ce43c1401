/** Says which checks and subjects a run is about. */
import type { Config } from './config.ts';

/** Checks whether a check is made at all: every one, unless the run names some. */
export function isSelectedCheck({ only }: Pick<Config, 'only'>, check: string): boolean {
  return (
    only.length === 0 ||
    only.some((start) => check === start || (/^[A-Z]+$/.test(start) && check.replace(/\d+$/, '') === start))
  );
}

/** Checks whether a run is about an operation or a suite (`pack:agents`, or its name alone). */
export function isSelectedSubject({ subjects }: Pick<Config, 'subjects'>, subject: string): boolean {
  return (
    subjects.length === 0 || subjects.some((wanted) => subject === wanted || subject === `pack:${wanted}`)
  );
}

/**
 * Checks whether the requests of a check are sent: those of a wanted one, and all of them where a run is about what holds for
 * every response or stream, since those are judged by what others send.
 */
export function isSent(config: Pick<Config, 'only'>, check: string): boolean {
  return isSelectedCheck(config, check) || config.only.some((start) => /^[CS]\d*$/.test(start));
}
