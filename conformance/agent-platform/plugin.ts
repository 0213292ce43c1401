/** What the checks know of the Agent Platform beyond its contract. */
import { defineCheckPlugin, type RunnableCheck, type ScenarioGroup } from '../plugin.ts';
import { registrationCounter } from './responses/registration-counter.ts';
import { missingFor, runScenarioCheck } from './scenarios/run-scenario-check.ts';
import type { CheckSuite, ScenarioCheck } from './scenarios/scenario-check.ts';
import { suites } from './scenarios/suites.ts';
import { paceTracker } from './streams/pace-tracker.ts';
import { runStreamPhase } from './streams/stream-phase.ts';
import { agentPlatformTraffic } from './traffic.ts';

/** Suites that run before the checks of operations, which would use up the one deployment that may be configured. */
const early: ReadonlySet<string> = new Set(['sandbox']);

export const agentPlatform = defineCheckPlugin({
  name: 'Agent Platform',
  ...agentPlatformTraffic,
  polledEvents: {
    operation: 'pollProductEvents',
    list: 'events',
    name: 'name',
    schema: 'ProductEventName',
    subject: 'product-event:',
  },
  exchangeRules: [registrationCounter, paceTracker],
  runStreams: runStreamPhase,
  scenarios: suites.map(groupOf),
});

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
