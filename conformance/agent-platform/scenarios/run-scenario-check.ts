/** Runs one scenario check: reports its result to the collector. */
import { ClientError } from '../../../templates/runtime/client/errors.ts';
import { isUnsupported } from '../../driver/choose-driver.ts';
import type { DriverSession } from '../../driver/driver.ts';
import type { Abilities } from '../driver/abilities.ts';
import type { Problem } from '../../model/finding.ts';
import { listMissingNames } from '../../results/missing-names.ts';
import type { Evidence } from '../../results/result-collector.ts';
import { agentPlatformContract } from '../contract.ts';
import { BudgetSpentError } from '../../http/budget.ts';
import { OutOfBoundsError } from '../../http/wire.ts';
import type { CheckEnvironment } from '../../plugin.ts';
import type { ScenarioCheck } from './scenario-check.ts';
import { CheckFailedError, CheckSkippedError, ScenarioContext } from './scenario-context.ts';

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
  const context = new ScenarioContext(place);
  const { exchanges, notes } = context;
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
    await check.run(context);
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
