/** Runs one scenario check: provides its context, records what it sends, and reports the result to the collector. */
import { ClientError } from '../../../templates/runtime/client/errors.ts';
import { createClient, type Client } from '../../../generated/service/client.ts';
import { isUnsupported } from '../../driver/choose-driver.ts';
import type { DriverSession } from '../../driver/driver.ts';
import type { RunTemplate } from '../../model/test-environment.ts';
import type { Abilities } from '../driver/abilities.ts';
import { createEvidenceKeeper } from '../../model/evidence.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Problem } from '../../model/finding.ts';
import { listMissingNames } from '../../results/missing-names.ts';
import type { Evidence } from '../../results/result-collector.ts';
import { agentPlatformContract, operationOf } from '../contract.ts';
import { BudgetSpentError } from '../../http/budget.ts';
import type { Secrets } from '../../http/secrets.ts';
import { OutOfBoundsError } from '../../http/wire.ts';
import type { CheckEnvironment } from '../../plugin.ts';
import type { ScenarioCheck, CheckContext, PlayOptions } from './scenario-check.ts';
import { readRun } from './play-run.ts';

/** A problem that does not end the check, and how many requests had been sent when it was found. */
interface Note {
  readonly problem: Problem;
  readonly sent: number;
}

class CheckFailedError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

class CheckSkippedError extends Error {}

/** Returns why a check can't run in a test environment; `null` if it can. */
export function missingFor(check: ScenarioCheck, session: DriverSession): string | null {
  const { environment } = session;
  const abilities: Abilities = session.abilities;
  const ability = check.needs?.find((name) => abilities[name] === undefined);
  if (ability !== undefined) return `The driver does not implement \`${ability}\`.`;
  const kind = check.runs?.find(
    (name) =>
      environment.runs[name] === undefined &&
      (name !== 'endUserGate' || abilities.startClientTurn === undefined),
  );
  if (kind !== undefined) return `No run of the kind ${kind} is configured; describe it under runs.${kind}.`;
  const profile = (check.profiles ?? ['full']).find((name) => environment.credentials[name] === undefined);
  return profile === undefined
    ? null
    : `The credential ${profile} is not configured; set credentials.${profile}.`;
}

/**
 * Runs a check and records its result.
 *
 * Errors: rejects with BudgetSpentError if the run can't continue.
 */
export async function runScenarioCheck(check: ScenarioCheck, place: CheckEnvironment): Promise<void> {
  const { collector, subject } = place;
  const exchanges: Exchange[] = [];
  const notes: Note[] = [];
  const evidenceOf = (sent: number): Evidence => ({
    exchanges: exchanges.slice(0, sent),
    origin: { label: check.title },
  });
  const record = (last: readonly Problem[] = []): void => {
    for (const { problem, sent } of notes)
      collector.record(subject, { check: check.id, problems: [problem] }, evidenceOf(sent));
    if (notes.length === 0 || last.length > 0)
      collector.record(subject, { check: check.id, problems: last }, evidenceOf(exchanges.length));
  };
  const started = performance.now();
  try {
    await check.run(createContext(place, exchanges, notes));
    record();
  } catch (thrown) {
    const error = rootOf(thrown);
    if (error instanceof BudgetSpentError) throw error;
    const lacking = exchanges.find(({ response }) => response?.status === 501)?.request;
    if (lacking !== undefined) {
      const operation = lacking.operation ?? `${lacking.method} ${lacking.path}`;
      collector.skip(check.id, subject, `It needs ${operation}, which returns 501.`);
    } else if (error instanceof CheckFailedError) record([error.problem]);
    else if (
      error instanceof CheckSkippedError ||
      error instanceof OutOfBoundsError ||
      isUnsupported(error)
    ) {
      if (notes.length > 0) record();
      else
        collector.skip(check.id, subject, error.message, listMissingNames(agentPlatformContract, exchanges));
    } else if (error instanceof ClientError) record([errorProblem(error)]);
    else {
      const message = error instanceof Error ? error.message : String(error);
      collector.fail(check.id, subject, message, evidenceOf(exchanges.length));
    }
  }
  collector.spend(check.id, subject, performance.now() - started);
}

/** Why: the client wraps errors of its `fetch`, which enforces the limits of a run. */
function rootOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof BudgetSpentError || cause instanceof OutOfBoundsError ? cause : error;
}

/** Converts an error of the client for an unusable or undeclared response. */
function errorProblem(error: ClientError): Problem {
  return { message: `The scenario could not continue: ${error.message}`, at: 'response' };
}

function createContext(place: CheckEnvironment, exchanges: Exchange[], notes: Note[]): CheckContext {
  const { wire, session, secrets, seed } = place;
  const { environment, abilities } = session;
  const evidence = createEvidenceKeeper();
  const record = (exchange: Exchange): void => void exchanges.push(...evidence.keep([exchange]));
  const clientAs = (profile: string | null, headers: Readonly<Record<string, string>> = {}): Client =>
    createClient({ baseUrl: wire.baseUrl, fetch: wire.fetchAs(profile, record), retry: false, headers });
  const runTemplate = (kind: string): RunTemplate => {
    const template = environment.runs[kind];
    if (template === undefined) throw new CheckSkippedError(`No run of the kind ${kind} is configured.`);
    return template;
  };
  const send: CheckContext['send'] = async (plan, options) => {
    const operation = operationOf(plan.method, plan.path)?.id ?? null;
    const exchange = await wire.send({ ...plan, operation }, options);
    record(exchange);
    return exchange;
  };
  const problemOf = (problem: Problem | string, at = 'response'): Problem =>
    typeof problem === 'string' ? { message: problem, at } : problem;
  const profileOf = (key: string, name: string): string => {
    secrets.learn(name, key);
    return secrets.nameOf(key) ?? name;
  };
  return {
    environment,
    abilities: redactAbilities(abilities, secrets) as Required<Abilities>,
    client: clientAs('full'),
    clientAs,
    clientWith: (key, name) => clientAs(profileOf(key, name)),
    profileOf,
    send,
    runTemplate,
    async play(kind, { profile = 'full', isStreamed = true, body = {}, headers = {} }: PlayOptions = {}) {
      const { agentId, message, headers: templateHeaders, body: properties } = runTemplate(kind);
      const fields = { 'content-type': 'application/json', ...templateHeaders, ...headers };
      const json = {
        messages: [{ role: 'user', content: message }],
        streamResponse: isStreamed,
        ...properties,
        ...body,
      };
      const path = `/v1/agents/${encodeURIComponent(agentId)}/execute`;
      return readRun(
        await send({
          method: 'POST',
          path,
          headers: Object.entries(fields),
          body: JSON.stringify(json),
          profile,
        }),
      );
    },
    expect(condition, problem, at) {
      if (!condition) throw new CheckFailedError(problemOf(problem, at));
    },
    note(condition, problem, at) {
      if (!condition) notes.push({ problem: problemOf(problem, at), sent: exchanges.length });
    },
    skip(reason) {
      throw new CheckSkippedError(reason);
    },
    keepSecret: (name, value) => secrets.learn(name, value),
    seed,
  };
}

/** Wraps the abilities so that created credentials are redacted. */
function redactAbilities(abilities: Abilities, secrets: Secrets): Abilities {
  const quiet: Abilities = { ...abilities };
  const makeKey = abilities.makeKey?.bind(abilities);
  if (makeKey !== undefined) quiet.makeKey = (wish) => redacted(makeKey(wish), 'madeKey', ({ key }) => key);
  const makeSession = abilities.makeClientSession?.bind(abilities);
  if (makeSession !== undefined)
    quiet.makeClientSession = (wish) =>
      redacted(makeSession(wish), 'madeSession', ({ sessionId }) => sessionId);
  const sign = abilities.signAssertion?.bind(abilities);
  if (sign !== undefined) quiet.signAssertion = (wish) => redacted(sign(wish), 'assertion', (text) => text);
  return quiet;

  async function redacted<T>(made: Promise<T>, name: string, secretOf: (value: T) => string): Promise<T> {
    const value = await made;
    secrets.learn(name, secretOf(value));
    return value;
  }
}
