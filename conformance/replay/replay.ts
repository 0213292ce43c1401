/**
 * Sends a case again and says what became of its fault.
 */
import { catalogue } from '../catalogue/catalogue.ts';
import { CannotRunError, chooseDriver } from '../driver/choose-driver.ts';
import type { Driver, DriverSession } from '../driver/driver.ts';
import type { CaseFile } from './case-file.ts';
import type { Replay, ReplayCall, ReplayOptions } from './replay-call.ts';
import { runAgain } from './run-again.ts';
import { sendAgain } from './send-again.ts';

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

async function sendPrepared(call: ReplayCall): Promise<Replay | null> {
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
async function confirm(call: ReplayCall, sent: Replay): Promise<Replay> {
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
