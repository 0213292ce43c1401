/** The scenarios that executions play, and the default scenario of an agent's executions. */
import type { Handlers } from '../../../generated/control-agent-platform/server.ts';
import { scenarioUnknown, type NamedScenario, type ScenarioProvider } from '../../control/scenarios.ts';
import { createErrorResponses, type ErrorTable } from '../../http/error-responses.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import { agents } from '../domain/agents/agent.ts';
import type { DomainErrorOf } from '../domain/errors.ts';
import { behaviours, scenarios, type ScenarioCatalogue } from '../domain/scenarios/catalogue.ts';
import { dryRun } from '../domain/scenarios/dry-run.ts';
import { findScenarioProblems } from '../domain/scenarios/problems.ts';
import type { Scenario } from '../domain/scenarios/scenario.ts';
import type { ServiceContext } from '../handlers/context.ts';

export function createScenarioProvider(catalogue: ScenarioCatalogue): ScenarioProvider {
  return {
    names: (view) => catalogue.names(view),
    find(view, name) {
      const scenario = catalogue.find(view, name);
      return scenario && bodyOf(scenario);
    },
    summaries(view) {
      const all = catalogue.names(view).flatMap((name) => catalogue.find(view, name) ?? []);
      return all.map((scenario) => ({
        name: scenario.name,
        description: scenario.description,
        source: catalogue.sourceOf(view, scenario.name),
        events: [...dryRun(scenario)],
      }));
    },
    findProblems: (scenario) => findScenarioProblems(scenario as Scenario),
    put: (tx, scenario) => void tx.put(scenarios, { ...(scenario as Scenario), id: scenario.name }),
    delete: (tx, name) => tx.delete(scenarios, name),
  };
}

/** Returns the body of a scenario. Stored scenarios fit the contract: the contract or the compiler has checked them. */
function bodyOf({ name, description, kind, maxTurns, steps }: Scenario): NamedScenario {
  return {
    name,
    description,
    ...(kind !== undefined && { kind }),
    ...(maxTurns !== undefined && { maxTurns }),
    steps,
  } as NamedScenario;
}

type BehaviourError = DomainErrorOf<'SCENARIO_UNKNOWN' | 'AGENT_NOT_FOUND'>;

const table = {
  SCENARIO_UNKNOWN: scenarioUnknown('scenario'),
  AGENT_NOT_FOUND: { status: 404, error: 'Agent not found' },
} as const satisfies ErrorTable<BehaviourError>;

const errorResponse = createErrorResponses<BehaviourError, typeof table>(table);

/** Handles the default scenario of an agent's executions. */
export function createBehaviourHandlers(
  catalogue: ScenarioCatalogue,
): Pick<Handlers<ServiceContext>, 'setAgentBehaviour'> {
  return {
    async setAgentBehaviour({ path: { id }, body: { scenario, pace } }, { world }) {
      const set = await world.dispatch((tx): Result<null, BehaviourError> => {
        if (!tx.has(agents, id)) return err({ code: 'AGENT_NOT_FOUND', agentId: id });
        if (catalogue.find(tx, scenario) === undefined)
          return err({ code: 'SCENARIO_UNKNOWN', scenario, known: catalogue.names(tx) });
        tx.put(behaviours, { id, scenario, pace: pace ?? null });
        return ok(null);
      });
      if (!set.ok) return errorResponse(set.error);
      return { status: 200, body: { agentId: id, scenario, ...(pace !== undefined && { pace }) } };
    },
  };
}
