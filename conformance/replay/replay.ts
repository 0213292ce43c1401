/**
 * Sends a case again and says what became of its fault.
 */
import { catalogue } from '../catalogue/catalogue.ts';
import { includesLevel, type Check, type Level } from '../check.ts';
import type { Config } from '../config/config.ts';
import { CannotRunError, chooseDriver } from '../driver/choose-driver.ts';
import type { Driver, DriverSession } from '../driver/driver.ts';
import type { Exchange } from '../exchange.ts';
import type { Finding } from '../finding.ts';
import { runConformance } from '../runner.ts';
import { keepBudget } from '../wire/budget.ts';
import { keepSecrets, type Secrets } from '../wire/secrets.ts';
import { openWire, OutOfBoundsError, type Fetch, type Wire } from '../wire/wire.ts';
import { openCarryOver } from './carry-over.ts';
import { bodyOf, type CaseFile, type CaseReply } from './case-file.ts';
import { judgeAgain } from './judge-again.ts';

/** What became of a fault: it is gone, it is there, or something else is the matter. */
export type ReplayVerdict = 'FIXED' | 'FAILED' | 'CHANGED';

/** What a replay has shown. */
export interface Replay {
  readonly verdict: ReplayVerdict;
  /** Why, in a sentence or two. */
  readonly says: string;
  /** What the check says now. */
  readonly findings: readonly Finding[];
  /** What was sent and came back, oldest first. */
  readonly exchanges: readonly Exchange[];
}

/** What a replay is made of. Shape: `config.level` is `null` where nobody named one. */
export interface ReplayOptions {
  readonly baseUrl: string;
  readonly config: Config;
  readonly fetch?: Fetch | undefined;
  readonly signal?: AbortSignal | undefined;
}

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
  if (check.family === 'pack' || file.steps.length === 0) return runAgain(call);
  const session = await prepare(driver, baseUrl);
  try {
    return (await sendAgain(call, session)) ?? (await runAgain(call));
  } finally {
    await session.tearDown().catch(() => undefined);
  }
}

interface Call {
  readonly file: CaseFile;
  readonly check: Check;
  readonly driver: Driver;
  readonly options: ReplayOptions & { readonly fetch: Fetch };
}

/** Sends the recorded requests; answers `null` where a check judges more than its exchanges. */
async function sendAgain(call: Call, session: DriverSession): Promise<Replay | null> {
  const { file, check } = call;
  const secrets = keepSecrets(session.surroundings.credentials);
  const wire = wireFor(call, session, secrets);
  const carryOver = openCarryOver((profile, value) => {
    if (secrets.valueOf(profile) === null) secrets.learn(profile, value);
  });
  const exchanges: Exchange[] = [];
  for (const [index, step] of file.steps.entries()) {
    const { request, missing } = carryOver.adapt(step.request);
    const [place] = missing;
    if (place !== undefined)
      return changed(`An earlier reply no longer has ${place}, which request ${index + 1} needs.`, exchanges);
    const exchange = await sendOne(wire, request);
    exchanges.push(exchange);
    if (exchange.reply === null && step.reply !== null)
      return changed(`Request ${index + 1} got no reply: ${exchange.failure ?? 'none came'}.`, exchanges);
    if (index === file.steps.length - 1) break;
    const { reply } = exchange;
    if (reply !== null && step.reply !== null && !isSameKind(reply.status, step.reply.status))
      return changed(
        `Request ${index + 1} is answered with ${reply.status}, where ${step.reply.status} was recorded.`,
        exchanges,
      );
    if (reply !== null) carryOver.take(step, replyOf(reply));
  }
  const findings = await judgeAgain(check, file, exchanges);
  return findings === null ? null : conclude(file, check, findings, exchanges);
}

function conclude(
  file: CaseFile,
  check: Check,
  findings: readonly Finding[],
  exchanges: readonly Exchange[],
): Replay {
  const last = exchanges.at(-1)?.reply ?? null;
  const before = file.steps.at(-1)?.reply ?? null;
  const [first] = findings;
  if (last === null) return { verdict: 'FAILED', says: 'There is still no reply.', findings, exchanges };
  if (last.status === 429 && before?.status !== 429)
    return changed('The service answered 429: there were too many requests.', exchanges);
  if (findings.some(({ fingerprint }) => fingerprint === file.fingerprint))
    return { verdict: 'FAILED', says: `It is still so: ${file.message}`, findings, exchanges };
  if (first !== undefined)
    return { verdict: 'CHANGED', says: `It is something else now: ${first.message}`, findings, exchanges };
  const isAboutStatus = file.at === 'status' || (check.family !== 'reply' && check.family !== 'stream');
  // Why: a reply of another kind has nothing in the place that was wrong, which proves nothing.
  if (!isAboutStatus && before !== null && before.status !== last.status)
    return changed(
      `The reply is another one, ${last.status} where ${before.status} was recorded, so the fault can't be looked for.`,
      exchanges,
    );
  return { verdict: 'FIXED', says: 'The check passes now.', findings, exchanges };
}

/** Makes the whole check again where it is more than its requests. */
async function runAgain({ file, check, driver, options }: Call): Promise<Replay> {
  const { baseUrl, config, fetch, signal } = options;
  const level = config.level ?? (driver.isIsolating ? null : atMostStateful(check.level));
  const only = { ...config, level, seed: file.seed, only: [file.check], subjects: [file.subject] };
  const report = await runConformance({ baseUrl, config: only, fetch, driver, signal });
  const outcome = report.outcomes.find(
    ({ check: id, subject }) => id === file.check && subject === file.subject,
  );
  const findings = outcome?.findings ?? [];
  const exchanges = findings[0]?.exchanges ?? [];
  if (report.stopped !== null) return changed(`The run ended early: ${report.stopped}`, exchanges);
  if (outcome === undefined) return changed('The check was not made.', exchanges);
  if (outcome.verdict === 'skip') return changed(`The check was skipped: ${outcome.reason ?? ''}`, exchanges);
  const [first] = findings;
  if (first === undefined) return { verdict: 'FIXED', says: 'The check passes now.', findings, exchanges };
  const isSame = findings.some(({ fingerprint }) => fingerprint === file.fingerprint);
  return isSame
    ? { verdict: 'FAILED', says: `It is still so: ${file.message}`, findings, exchanges }
    : { verdict: 'CHANGED', says: `It is something else now: ${first.message}`, findings, exchanges };
}

function changed(says: string, exchanges: readonly Exchange[]): Replay {
  return { verdict: 'CHANGED', says, findings: [], exchanges };
}

function wireFor({ file, driver, options }: Call, { surroundings }: DriverSession, secrets: Secrets): Wire {
  const { config, fetch, signal } = options;
  const level = config.level ?? (driver.isIsolating ? 'destructive' : atMostStateful(file.level));
  const { perSecond } = config.budget;
  const pace = perSecond === 'auto' ? null : perSecond;
  const budget = keepBudget({ ...config.budget, perSecond: pace }, signal);
  return openWire({ baseUrl: surroundings.baseUrl, fetch, level, budget, caps: config.stream, secrets });
}

/** Why: a file says how far its run went; that it may end or delete something is for who calls to say. */
function atMostStateful(level: Level): Level {
  return includesLevel(level, 'destructive') ? 'stateful' : level;
}

async function sendOne(wire: Wire, request: Parameters<Wire['send']>[0]): Promise<Exchange> {
  try {
    return await wire.send(request);
  } catch (error) {
    if (error instanceof OutOfBoundsError) throw new CannotRunError(error.message, { cause: error });
    throw error;
  }
}

async function prepare(driver: Driver, baseUrl: string): Promise<DriverSession> {
  try {
    return await driver.setUp();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotRunError(`${baseUrl} can't be made ready: ${reason}`, { cause: error });
  }
}

function replyOf({ status, headers, body }: NonNullable<Exchange['reply']>): CaseReply {
  return { status, headers, body: bodyOf(body) };
}

function isSameKind(one: number, other: number): boolean {
  return Math.floor(one / 100) === Math.floor(other / 100);
}
