/** Explains responses of the Agent Platform: callers, feature gates that are not at their default, scenarios. */
import type { CallTrace, ExplainedStep } from '../http/journal/call-trace.ts';
import { keyMask } from './credentials.ts';
import { featureGates, type FeatureGates } from './domain/identity/feature-gates.ts';
import type { ScenarioReason } from './domain/scenarios/catalogue.ts';
import type { PlatformCaller } from './handlers/context.ts';

/** Describes the key or the session of a caller. */
export function describeCaller(caller: PlatformCaller): Pick<ExplainedStep, 'message' | 'details'> {
  switch (caller.scheme) {
    case null:
      return { message: 'The operation needs no credential.' };
    case 'apiKey': {
      const { id, name, token, environment, organizationId, scopes } = caller.identity;
      return {
        message: `The ${environment} key ${keyMask.token(token)} (${name}) has the scopes ${scopes.join(', ')}.`,
        details: { keyId: id, organizationId, scopes },
      };
    }
    case 'sessionToken': {
      const { userId, organizationId, organizationRole } = caller.identity;
      return {
        message: `The session token belongs to user ${userId}.`,
        details: { userId, organizationId, organizationRole },
      };
    }
  }
}

/** The errors that each gate causes, by the beginning of their message. */
const errors: Readonly<Record<keyof FeatureGates, readonly string[]>> = {
  agents: ['Feature not available'],
  batch: ['Batch execution is not available'],
  dailyBatches: ['Rate limit exceeded'],
  sandboxQuota: ['Organization quota exhausted'],
  quota: ['Rate limit exceeded', 'Organization quota exhausted'],
  sandboxAdmission: ['Blocked by credential', 'Blocked by source', 'Blocked by profile'],
  resourceVersion: ['Resource version precondition failed'],
  spendBudget: ["Blocked by the organization's managed deployment spend budget"],
  platformKeyLimit: ['This assistant is not available right now'],
  assetStorage: ['Asset storage is not configured'],
};

/** Returns a step for each gate that rejected a request or makes its execution fail, and for the scenario. */
export function explainWorld(trace: CallTrace, error: string | null): readonly ExplainedStep[] {
  return [...explainGates(trace, error), ...explainScenario(trace)];
}

function explainGates({ state, notes }: CallTrace, error: string | null): readonly ExplainedStep[] {
  if (state === null) return [];
  const gates = state as FeatureGates;
  const names = Object.keys(errors) as (keyof FeatureGates)[];
  return names
    .filter((name) => gates[name] !== featureGates.initial[name])
    .flatMap((name): ExplainedStep[] => {
      const details = { gate: name, value: gates[name] };
      const gate = `The feature gate ${name} is set to ${gates[name]}`;
      if (error !== null && errors[name].some((start) => error.startsWith(start)))
        return [{ step: 'gate', outcome: 'rejected', message: `${gate}.`, details }];
      if (name === 'spendBudget' && notes.scenario !== undefined)
        return [{ step: 'gate', outcome: 'applied', message: `${gate}: the execution fails.`, details }];
      return [];
    });
}

const REASONS: Readonly<Record<ScenarioReason, string>> = {
  'Prefer header': 'the header Prefer selects it',
  message: 'the last user message selects it with #scenario:',
  'tool of the message': 'the last user message requests a tool with #tool:',
  'behaviour of the agent': 'it is the behaviour of the agent',
  flow: 'it follows from the steps of the flow',
  world: 'it is the default of the world',
  default: 'nothing else selects one',
};

function explainScenario({ notes: { scenario } }: CallTrace): readonly ExplainedStep[] {
  if (scenario === undefined) return [];
  const { name, reason } = scenario;
  const message = `The execution plays the scenario ${name}, because ${REASONS[reason as ScenarioReason]}.`;
  return [{ step: 'scenario', outcome: 'applied', message, details: { scenario: name, reason } }];
}
