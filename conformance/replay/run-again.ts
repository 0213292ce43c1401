/**
 * Makes the check of a case again as a whole, where it is more than its requests.
 */
import { runConformance } from '../engine/runner.ts';
import { atMostStateful, changed, type Replay, type ReplayCall } from './replay-call.ts';

/** Creates the whole check again. Shape: `isTold` says whether anything came out of it. */
export async function runAgain({ file, check, driver, options }: ReplayCall): Promise<{
  readonly replay: Replay;
  readonly isTold: boolean;
}> {
  const { baseUrl, config, fetch, signal } = options;
  const level = config.level ?? (driver.isIsolating ? null : atMostStateful(check.level));
  const only = { ...config, level, seed: file.seed, only: [file.check], subjects: [file.subject] };
  const report = await runConformance({ baseUrl, config: only, fetch, driver, signal });
  const outcome = report.outcomes.find(
    ({ check: id, subject }) => id === file.check && subject === file.subject,
  );
  if (report.stopped !== null) return untold(`The run ended early: ${report.stopped}`);
  if (outcome === undefined) return untold('The check was not made.');
  if (outcome.verdict === 'skip') return untold(`The check was skipped: ${outcome.reason ?? ''}`);
  const { findings } = outcome;
  const same = findings.find(({ fingerprint }) => fingerprint === file.fingerprint);
  const [first] = findings;
  const exchanges = (same ?? first)?.exchanges ?? [];
  if (first === undefined)
    return told({ verdict: 'FIXED', description: 'The check passes now.', findings, exchanges });
  return told(
    same === undefined
      ? { verdict: 'CHANGED', description: `It is something else now: ${first.message}`, findings, exchanges }
      : { verdict: 'FAILED', description: `It is still so: ${file.message}`, findings, exchanges },
  );
}

function told(replay: Replay) {
  return { replay, isTold: true };
}

function untold(description: string) {
  return { replay: changed(description, []), isTold: false };
}
