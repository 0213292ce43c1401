/** Replays a case and reports whether its problem is fixed. */
import { operationsOf } from '../../contract/operations.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { CannotRunError, chooseDriver } from '../driver/choose-driver.ts';
import type { Driver, DriverSession } from '../driver/driver.ts';
import { hasFingerprint } from '../model/finding.ts';
import type { CaseFile } from './case-file.ts';
import {
  atMostStateful,
  inconclusive,
  type Replay,
  type ReplayJob,
  type ReplayOptions,
} from './replay-call.ts';
import { renewRecords } from './renew-records.ts';
import { isGone, sendAgain, wireFor } from './send-again.ts';
import { secretsOf } from '../http/secrets.ts';
import { runConformance } from '../runner/runner.ts';
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

/**
 * Replays a case.
 *
 * Errors: rejects with CannotRunError if the implementation can't be reached or prepared, the check is unknown, or the
 * level does not allow a request of the case.
 */
export async function replayCase(recorded: CaseFile, options: ReplayOptions): Promise<Replay> {
  const file = renameCheck(recorded, options);
  const check = catalogue(options.plugin).get(file.check);
  if (check === undefined) throw new CannotRunError(`This version of backlot has no check ${file.check}.`);
  const { baseUrl, config, fetch = globalThis.fetch } = options;
  const driver = await chooseDriver(baseUrl, fetch, config, options.plugin.driver);
  const call = { file, check, driver, options: { ...options, fetch } };
  if (check.family === 'law' || check.family === 'scenario' || file.steps.length === 0) return runAgain(call);
  const sent = await sendPrepared(call);
  if (sent === null) return runAgain(call);
  if (sent.verdict === 'FAILED' || (!driver.isIsolating && !lacksRecord(sent))) return sent;
  return confirm(call, sent);
}

/** Returns a case of the check that replaces its own, for its subject or the operation of its last request. */
function renameCheck(file: CaseFile, { contract, plugin }: ReplayOptions): CaseFile {
  const former = plugin.formerChecks[file.check];
  if (former === undefined) return file;
  const { method = 'GET', path = '/' } = file.steps.at(-1)?.request ?? {};
  const { match } = operationsOf(contract);
  const operation = match(method, path) ?? match('GET', path);
  const subject = former.subject ?? operation?.id ?? file.subject;
  return { ...file, check: former.check, subject, steps: [] };
}

/** Returns whether the requests of a case are inconclusive because its record no longer exists. */
function lacksRecord({ verdict, exchanges }: Replay): boolean {
  const status = exchanges.at(-1)?.response?.status;
  return verdict === 'INCONCLUSIVE' && status !== undefined && isGone(status);
}

async function sendPrepared(call: ReplayJob): Promise<Replay | null> {
  const session = await prepare(call.driver, call.options.baseUrl);
  try {
    const sent = await sendAgain(call, session);
    return sent === null || call.driver.isIsolating || !lacksRecord(sent)
      ? sent
      : ((await sendRenewed(call, session)) ?? sent);
  } finally {
    await session.tearDown().catch(() => undefined);
  }
}

/** Sends the requests of a case with new records; `null` if these can't be created, or decide nothing either. */
async function sendRenewed(call: ReplayJob, session: DriverSession): Promise<Replay | null> {
  const wire = wireFor(call, session, secretsOf(session.environment));
  const file = await renewRecords(call, wire, session.environment);
  const replay = file === null ? null : await sendAgain({ ...call, file }, session);
  return replay === null || replay.verdict === 'INCONCLUSIVE' || lacksPlace(call.file, replay)
    ? null
    : { ...replay, description: `${replay.description} Its records were created again.` };
}

/** Returns whether the last response has no value at the place of the problem, so that it proves nothing. */
function lacksPlace({ at, steps }: CaseFile, { verdict, exchanges }: Replay): boolean {
  const [before, now] = [steps.at(-1)?.response?.body, exchanges.at(-1)?.response?.body];
  if (verdict !== 'FIXED' || !at.startsWith('body.') || before?.kind !== 'json' || now?.kind !== 'json')
    return false;
  const pointer = at.slice('body'.length).replaceAll('.', '/');
  return valueAt(before.value, pointer) !== undefined && valueAt(now.value, pointer) === undefined;
}

/**
 * Runs the whole check if its requests alone no longer fail. Why: a new world, or a restarted service, lacks the
 * records that the run had created, so a request may be rejected for that reason. A check of responses or streams may
 * not repeat the request of the scenario check that failed, so there only a failure proves anything.
 */
async function confirm(call: ReplayJob, sent: Replay): Promise<Replay> {
  const replay = await runAgain(call);
  if (replay.verdict === 'INCONCLUSIVE') return sent;
  // Why: other records may lack what showed the problem.
  if (!call.driver.isIsolating && replay.verdict === 'FIXED')
    return { ...sent, description: `${sent.description} The check passes with other records.` };
  const isCheckedAnywhere = call.check.family === 'response' || call.check.family === 'stream';
  return isCheckedAnywhere && replay.verdict !== 'FAILED' ? sent : replay;
}

async function prepare(driver: Driver, baseUrl: string): Promise<DriverSession> {
  try {
    return await driver.setUp();
  } catch (error) {
    const reason = messageOf(error);
    throw new CannotRunError(`${baseUrl} can't be prepared: ${reason}`, { cause: error });
  }
}

/** Runs the whole check again. Shape: inconclusive if the check did not finish. */
export async function runAgain({ file, check, driver, options }: ReplayJob): Promise<Replay> {
  const { baseUrl, contract, plugin, config, fetch, signal } = options;
  const level = config.level ?? (driver.isIsolating ? null : atMostStateful(check.level));
  const only = { ...config, level, seed: file.seed, only: [file.check], subjects: [file.subject] };
  const report = await runConformance({ baseUrl, contract, plugin, config: only, fetch, driver, signal });
  const outcome = report.outcomes.find(
    ({ check: id, subject }) => id === file.check && subject === file.subject,
  );
  if (report.stopped !== null) return inconclusive(`The run ended early: ${report.stopped}`);
  if (outcome === undefined) return inconclusive('The check did not run.');
  if (outcome.verdict === 'skip') return inconclusive(`The check was skipped: ${outcome.reason ?? ''}`);
  const { findings } = outcome;
  const same = findings.find((finding) => hasFingerprint(finding, file.fingerprint));
  const [first] = findings;
  const exchanges = (same ?? first)?.exchanges ?? [];
  if (first === undefined)
    return { verdict: 'FIXED', description: 'The check passes now.', findings, exchanges };
  return same === undefined
    ? {
        verdict: 'CHANGED',
        description: `The check fails differently now: ${first.message}`,
        findings,
        exchanges,
      }
    : { verdict: 'FAILED', description: `The check still fails: ${file.message}`, findings, exchanges };
}
