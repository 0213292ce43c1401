/** Sends the requests of a case again, in order, and runs its check on the last response. */
import type { Check } from '../model/check.ts';
import { CannotRunError } from '../driver/choose-driver.ts';
import type { DriverSession } from '../driver/driver.ts';
import type { Exchange, RequestPlan } from '../model/exchange.ts';
import { hasFingerprint, type Finding } from '../model/finding.ts';
import { BudgetSpentError, createBudget } from '../http/budget.ts';
import { secretsOf, type Secrets } from '../http/secrets.ts';
import { createWire, OutOfBoundsError, type Wire } from '../http/wire.ts';
import { createVariableCapture } from './variable-capture.ts';
import { bodyOf, type CaseFile, type CaseResponse } from './case-file.ts';
import { recheck } from './recheck.ts';
import { atMostStateful, inconclusive, type Replay, type ReplayJob } from './replay-call.ts';

/** Sends the recorded requests; returns `null` if the check needs more than the recorded exchanges. */
export async function sendAgain(call: ReplayJob, session: DriverSession): Promise<Replay | null> {
  const { file, check } = call;
  const secrets = secretsOf(session.environment);
  const wire = wireFor(call, session, secrets);
  const variables = createVariableCapture((profile, value) => {
    if (secrets.valueOf(profile) === null) secrets.learn(profile, value);
  });
  const exchanges: Exchange[] = [];
  for (const [index, step] of file.steps.entries()) {
    const { request, missing } = variables.adapt(step.request);
    const [place] = missing;
    if (place !== undefined)
      return inconclusive(
        `An earlier response no longer has ${place}, which request ${index + 1} needs.`,
        exchanges,
      );
    const lacking = namesIn(request).find((name) => secrets.valueOf(name) === null);
    if (lacking !== undefined) return lackCredential(call, lacking, exchanges);
    const exchange = await sendOne(wire, request);
    exchanges.push(exchange);
    if (exchange.response === null && step.response !== null)
      return inconclusive(
        `Request ${index + 1} got no response: ${exchange.failure ?? 'connection failed'}.`,
        exchanges,
      );
    if (index === file.steps.length - 1) break;
    const { response } = exchange;
    if (response !== null && step.response !== null && !isSameKind(response.status, step.response.status))
      return inconclusive(
        `Request ${index + 1} returns ${response.status}, where ${step.response.status} was recorded.`,
        exchanges,
      );
    if (response !== null) variables.take(step, responseOf(response));
  }
  const findings = await recheck(call, exchanges);
  return findings === null ? describeGone(file, exchanges) : conclude(file, check, findings, exchanges);
}

/** Returns that the record of a case is gone; `null` if it may still exist. */
function describeGone(file: CaseFile, exchanges: readonly Exchange[]): Replay | null {
  const status = exchanges.at(-1)?.response?.status ?? 0;
  const before = file.steps.at(-1)?.response?.status ?? status;
  return isGone(status) && !isGone(before) && !mayBeGone(file, status)
    ? inconclusive(
        `The response is ${status} instead of the recorded ${before}: the record of the case may no longer exist.`,
        exchanges,
      )
    : null;
}

function conclude(
  file: CaseFile,
  check: Check,
  findings: readonly Finding[],
  exchanges: readonly Exchange[],
): Replay {
  const last = exchanges.at(-1)?.response ?? null;
  const before = file.steps.at(-1)?.response ?? null;
  const [first] = findings;
  if (last === null)
    return { verdict: 'FAILED', description: 'There is still no response.', findings, exchanges };
  if (last.status === 429 && before?.status !== 429)
    return inconclusive('The service returned 429: too many requests.', exchanges);
  // Why: fingerprints of earlier versions ignore statuses, but a different status is a different problem.
  const isSame = before?.status === last.status || file.at !== 'status';
  if (isSame && findings.some((finding) => hasFingerprint(finding, file.fingerprint)))
    return { verdict: 'FAILED', description: `The check still fails: ${file.message}`, findings, exchanges };
  const gone = describeGone(file, exchanges);
  if (gone !== null) return gone;
  if (first !== undefined)
    return {
      verdict: 'CHANGED',
      description: `The check fails differently now: ${first.message}`,
      findings,
      exchanges,
    };
  const isAboutStatus = file.at === 'status' || (check.family !== 'response' && check.family !== 'stream');
  // Why: a response with a different status may lack the violated place, so its absence proves nothing.
  if (!isAboutStatus && before !== null && before.status !== last.status)
    return inconclusive(
      `The response is ${last.status} instead of the recorded ${before.status}, so the check does not apply.`,
      exchanges,
    );
  return { verdict: 'FIXED', description: 'The check passes now.', findings, exchanges };
}

/** Returns whether a status means that there is no such record. */
export function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/** Returns whether the case is about a record that does not exist. */
function mayBeGone({ origin: { expectation } }: CaseFile, status: number): boolean {
  return expectation !== undefined && expectation.statuses.includes(status);
}

/** Creates the connection of a replay, with the limits of its options. */
export function wireFor(
  { file, driver, options }: ReplayJob,
  { environment }: DriverSession,
  secrets: Secrets,
): Wire {
  const { contract, config, fetch, signal } = options;
  const level = config.level ?? (driver.isIsolating ? 'destructive' : atMostStateful(file.level));
  const { perSecond } = config.budget;
  const pace = perSecond === 'auto' ? null : perSecond;
  const budget = createBudget({ ...config.budget, perSecond: pace }, signal);
  const { baseUrl } = environment;
  return createWire({
    contract,
    baseUrl,
    fetch,
    level,
    budget,
    caps: config.stream,
    secrets,
    names: config.names,
  });
}

/** Lists the profiles of a request and of the placeholders in it. */
function namesIn({ profile, path, headers, body }: RequestPlan): readonly string[] {
  const text = [path, ...headers.map(([, value]) => value), body ?? ''].join('\n');
  const profiles = [...text.matchAll(/\$\{profile\.([^{}]+)\}/g)].map(([, name = '']) => name);
  return profile === null ? profiles : [profile, ...profiles];
}

/**
 * Reports a missing credential. Why: without it the request only fails to authenticate. In an isolated world the whole
 * check may create the credential itself.
 */
function lackCredential({ driver }: ReplayJob, profile: string, exchanges: readonly Exchange[]): Replay {
  const description = `The case needs the credential ${profile}: set credentials.${profile}.`;
  if (driver.isIsolating) return inconclusive(description, exchanges);
  throw new CannotRunError(description);
}

async function sendOne(wire: Wire, request: RequestPlan): Promise<Exchange> {
  try {
    return await wire.send(request);
  } catch (error) {
    if (error instanceof OutOfBoundsError || error instanceof BudgetSpentError)
      throw new CannotRunError(error.message, { cause: error });
    throw error;
  }
}

function responseOf({ status, headers, body }: NonNullable<Exchange['response']>): CaseResponse {
  return { status, headers, body: bodyOf(body) };
}

function isSameKind(one: number, other: number): boolean {
  return Math.floor(one / 100) === Math.floor(other / 100);
}
