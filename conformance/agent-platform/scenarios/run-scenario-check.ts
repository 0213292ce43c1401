/** Runs one scenario check: reports its result to the collector. */
import { ClientError } from '../../../templates/runtime/client/errors.ts';
import { isUnsupported } from '../../driver/choose-driver.ts';
import type { DriverSession } from '../../driver/driver.ts';
import type { Abilities } from '../driver/abilities.ts';
import type { Problem } from '../../model/finding.ts';
import { playCheck } from '../../play/play-check.ts';
import { agentPlatformContract } from '../contract.ts';
import type { CheckEnvironment } from '../../plugin.ts';
import type { ScenarioCheck } from './scenario-check.ts';
import { ScenarioContext } from './scenario-context.ts';

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

/** Runs a check and records its result. Errors: rejects with BudgetSpentError if the run can't continue. */
export function runScenarioCheck(check: ScenarioCheck, place: CheckEnvironment): Promise<void> {
  const tools = new ScenarioContext(place);
  const run = (): Promise<void> => check.run(tools);
  return playCheck({ check, tools, run, interpret }, { ...place, contract: agentPlatformContract });
}

/** Interprets an error of the client for an unusable or undeclared response, and an option that a driver lacks. */
function interpret(error: Error): { readonly problem: Problem } | { readonly skip: string } | null {
  if (error instanceof ClientError)
    return { problem: { message: `The scenario could not continue: ${error.message}`, at: 'response' } };
  return isUnsupported(error) ? { skip: error.message } : null;
}
