/** The plug-in of the checks for the Agent Platform: everything beyond its contract. */
import { defineCheckPlugin, type RunnableCheck, type ScenarioGroup } from '../plugin.ts';
import { abilityResults } from './driver/abilities.ts';
import { findMock } from './driver/mock-driver.ts';
import { formerChecks, formerGroups } from './check-changes.ts';
import { completeRuns, withRunOfTools } from './prepare-run.ts';
import { platformRequests } from './requests/request-traits.ts';
import { registrationCounter } from './responses/registration-counter.ts';
import { groups } from './scenarios/groups.ts';
import { missingFor, runScenarioCheck } from './scenarios/run-scenario-check.ts';
import type { ScenarioCheck, ScenarioCheckGroup } from './scenarios/scenario-check.ts';
import { paceTracker } from './streams/pace-tracker.ts';
import { runStreamPhase } from './streams/stream-phase.ts';
import { agentPlatformTraffic } from './traffic.ts';

export const agentPlatform = defineCheckPlugin({
  name: 'Agent Platform',
  ...agentPlatformTraffic,
  driver: { abilities: abilityResults, find: findMock },
  requests: platformRequests,
  polledEvents: {
    operation: 'pollProductEvents',
    list: 'events',
    name: 'name',
    schema: 'ProductEventName',
    subject: 'product-event:',
  },
  exchangeRules: [registrationCounter, paceTracker],
  completeEnvironment: completeRuns,
  environmentForRecords: withRunOfTools,
  runStreams: runStreamPhase,
  scenarios: groups.map(groupOf),
  formerChecks,
  formerGroups,
});

function groupOf({ checks, ...group }: ScenarioCheckGroup): ScenarioGroup {
  return { ...group, checks: checks.map(runnableOf) };
}

function runnableOf(check: ScenarioCheck): RunnableCheck {
  return {
    ...check,
    isProvoking: check.needs?.includes('setSwitch') === true,
    missingIn: (session) => missingFor(check, session),
    runIn: (environment) => runScenarioCheck(check, environment),
  };
}
