/** What the checks know of the Agent Platform beyond its contract. */
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import { defineCheckPlugin, type RunnableCheck, type ScenarioGroup } from '../plugin.ts';
import { recordTraits } from './responses/record-traits.ts';
import { registrationCounter } from './responses/registration-counter.ts';
import { missingFor, runScenarioCheck } from './scenarios/run-scenario-check.ts';
import type { CheckSuite, ScenarioCheck } from './scenarios/scenario-check.ts';
import { suites } from './scenarios/suites.ts';
import { paceTracker } from './streams/pace-tracker.ts';
import { runStreamPhase } from './streams/stream-phase.ts';
import { executionStreams } from './streams/stream-support.ts';

/** Suites that run before the checks of operations, which would use up the one deployment that may be configured. */
const early: ReadonlySet<string> = new Set(['sandbox']);

export const agentPlatform = defineCheckPlugin({
  name: 'Agent Platform',
  responses: {
    foreignOperations: new Set(['fetchAgentCard', 'exportAgentRuntime']),
    mainSchemes: new Set(['apiKey']),
    takesTime,
    records: recordTraits,
  },
  exchangeRules: [registrationCounter, paceTracker],
  streams: executionStreams,
  runStreams: runStreamPhase,
  scenarios: suites.map(groupOf),
});

/**
 * Returns whether a response waits, or other servers take part in it. Why not errors of speech: nothing is spoken for
 * them.
 */
function takesTime({ tag }: OperationSpec, path: string, status: number): boolean {
  if (tag === 'Registration' || path.includes('waitMs=')) return true;
  const isRejected = status >= 400 && status < 500;
  return path.includes('/voice') && !isRejected;
}

function groupOf({ name, checks }: CheckSuite): ScenarioGroup {
  return { name, isEarly: early.has(name), checks: checks.map(runnableOf) };
}

function runnableOf(check: ScenarioCheck): RunnableCheck {
  return {
    ...check,
    isProvoking: check.needs?.includes('setSwitch') === true,
    missingIn: (session) => missingFor(check, session),
    runIn: (environment) => runScenarioCheck(check, environment),
  };
}
