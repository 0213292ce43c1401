/** Sends a case again and says what became of its fault. */
import { catalogue } from '../catalogue/catalogue.ts';
import { CannotRunError, chooseDriver } from '../driver/choose-driver.ts';
import type { Driver, DriverSession } from '../driver/driver.ts';
import type { CaseFile } from './case-file.ts';
import { atMostStateful, changed, type Replay, type ReplayJob, type ReplayOptions } from './replay-call.ts';
import { sendAgain } from './send-again.ts';
import { runConformance } from '../engine/runner.ts';

/**
 * Sends a case again.
 *
 * Errors: rejects with CannotRunError when the implementation can't be reached or prepared, when the check is not known, or
 * when the case sends what the level does not allow.
 */
export async function replayCase(file: CaseFile, options: ReplayOptions): Promise<Replay> {
  const check = catalogue().get(file.check);
  if (check === undefined) throw new CannotRunError(`This version of backlot has no check ${file.check}.`);
  const { baseUrl, config, fetch = globalThis.fetch } = options;
  const driver = await chooseDriver(baseUrl, fetch, config);
  const call = { file, check, driver, options: { ...options, fetch } };
  const again = async (): Promise<Replay> => (await runAgain(call)).replay;
  if (check.family === 'pack' || file.steps.length === 0) return again();
  const sent = await sendPrepared(call);
  if (sent === null) return again();
  return sent.verdict === 'FAILED' || !driver.isIsolating ? sent : confirm(call, sent);
}

async function sendPrepared(call: ReplayJob): Promise<Replay | null> {
  const session = await prepare(call.driver, call.options.baseUrl);
  try {
    return await sendAgain(call, session);
  } finally {
    await session.tearDown().catch(() => undefined);
  }
}

/**
 * Makes the whole check where the requests alone found no fault. Why: a world of its own lacks what the run had made before,
 * so that a request may be refused for that. A response or stream that a scenario check had asked for is asked for by no check alone, so
 * there only a fault proves something.
 */
async function confirm(call: ReplayJob, sent: Replay): Promise<Replay> {
  const { replay, isTold } = await runAgain(call);
  if (!isTold) return sent;
  const isCheckedAnywhere = call.check.family === 'response' || call.check.family === 'stream';
  return isCheckedAnywhere && replay.verdict !== 'FAILED' ? sent : replay;
}

async function prepare(driver: Driver, baseUrl: string): Promise<DriverSession> {
  try {
    return await driver.setUp();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotRunError(`${baseUrl} can't be made ready: ${reason}`, { cause: error });
  }
}

/** Creates the whole check again. Shape: `isTold` says whether anything came out of it. */
export async function runAgain({ file, check, driver, options }: ReplayJob): Promise<{
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
    return createResult({ verdict: 'FIXED', description: 'The check passes now.', findings, exchanges });
  return createResult(
    same === undefined
      ? { verdict: 'CHANGED', description: `It is something else now: ${first.message}`, findings, exchanges }
      : { verdict: 'FAILED', description: `It is still so: ${file.message}`, findings, exchanges },
  );
}

function createResult(replay: Replay) {
  return { replay, isTold: true };
}

function untold(description: string) {
  return { replay: changed(description, []), isTold: false };
}
