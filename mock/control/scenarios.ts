/**
 * The scenarios of a world, and the default scenario of an agent's runs.
 */
import type { Handlers } from '../../generated/control/server.ts';
import type { Scenario as ScenarioBody } from '../../generated/control/types.ts';
import { agents } from '../agent-platform/domain/agents/agent.ts';
import { behaviours, scenarios } from '../agent-platform/domain/scenarios/catalogue.ts';
import type {
  ScenarioError,
  ScenarioCatalogue,
  ScenarioSource,
} from '../agent-platform/domain/scenarios/catalogue.ts';
import { dryRun } from '../agent-platform/domain/scenarios/dry-run.ts';
import { findScenarioProblems } from '../agent-platform/domain/scenarios/problems.ts';
import type { Scenario } from '../agent-platform/domain/scenarios/scenario.ts';
import type { ServiceContext } from '../http/context.ts';
import { createErrorResponses } from '../http/error-responses.ts';
import type { ErrorTable } from '../http/error-responses.ts';
import { ok, err } from '../kernel/transaction/result.ts';
import type { Result } from '../kernel/transaction/result.ts';
import { invalid, scenarioUnknown } from '../agent-platform/handlers/errors.ts';

const table = {
  SCENARIO_NOT_FOUND: { status: 404, error: ({ name }) => `Scenario ${name} does not exist` },
  SCENARIO_COMMON: {
    status: 409,
    error: ({ name }) => `Scenario ${name} is built in or comes from a file, and can't be deleted`,
  },
  SCENARIO_RENAMED: invalid(({ name }) => ({
    message: `name must be the name in the path, ${name}, or be omitted`,
    code: 'INVALID_VALUE',
    path: 'name',
  })),
  SCENARIO_INVALID: { status: 400, error: 'Validation failed', details: ({ problems }) => problems },
  SCENARIO_UNKNOWN: scenarioUnknown('scenario'),
  AGENT_NOT_FOUND: { status: 404, error: 'Agent not found' },
} as const satisfies ErrorTable<ScenarioError>;

const errorResponse = createErrorResponses<ScenarioError, typeof table>(table);

type ScenarioOperation =
  'listScenarios' | 'getScenario' | 'putScenario' | 'deleteScenario' | 'setAgentBehaviour';

/** Handles the operations on scenarios. The contents of a scenario are already validated by the contract. */
export function createScenarioHandlers(
  catalogue: ScenarioCatalogue,
): Pick<Handlers<ServiceContext>, ScenarioOperation> {
  return {
    listScenarios(_, { world }) {
      return world.query((view) => {
        const all = catalogue.names(view).flatMap((name) => catalogue.find(view, name) ?? []);
        const listed = all.map((scenario) => summaryOf(scenario, catalogue.sourceOf(view, scenario.name)));
        return { status: 200, body: { scenarios: listed } };
      });
    },

    getScenario({ path: { name } }, { world }) {
      const scenario = world.query((view) => catalogue.find(view, name));
      return scenario === undefined
        ? errorResponse({ code: 'SCENARIO_NOT_FOUND', name })
        : { status: 200, body: bodyOf(scenario) };
    },

    async putScenario({ path: { name }, query, body }, { world }) {
      if (body.name !== undefined && body.name !== name)
        return errorResponse({ code: 'SCENARIO_RENAMED', name });
      const scenario = { ...(body as Scenario), name };
      const problems = findScenarioProblems(scenario);
      if (problems.length > 0) return errorResponse({ code: 'SCENARIO_INVALID', problems });
      if (!query.dryRun) await world.run((tx) => tx.put(scenarios, { ...scenario, id: name }));
      return { status: 200, body: bodyOf(scenario) };
    },

    async deleteScenario({ path: { name } }, { world }) {
      const deleted = await world.dispatch((tx): Result<null, DeleteError> => {
        if (tx.delete(scenarios, name)) return ok(null);
        const isCommon = catalogue.find(tx, name) !== undefined;
        return isCommon ? err({ code: 'SCENARIO_COMMON', name }) : err({ code: 'SCENARIO_NOT_FOUND', name });
      });
      return deleted.ok ? { status: 204 } : errorResponse(deleted.error);
    },

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

type ScenarioErrorOf<Code extends ScenarioError['code']> = Extract<ScenarioError, { readonly code: Code }>;
type DeleteError = ScenarioErrorOf<'SCENARIO_COMMON' | 'SCENARIO_NOT_FOUND'>;
type BehaviourError = ScenarioErrorOf<'AGENT_NOT_FOUND' | 'SCENARIO_UNKNOWN'>;

function summaryOf(scenario: Scenario, source: ScenarioSource) {
  const { name, description } = scenario;
  return { name, description, source, events: [...dryRun(scenario)] };
}

/** Returns the body of a scenario. Stored scenarios fit the contract: the contract or the compiler has checked them. */
function bodyOf({ name, description, kind, maxTurns, steps }: Scenario): ScenarioBody {
  return {
    name,
    description,
    ...(kind !== undefined && { kind }),
    ...(maxTurns !== undefined && { maxTurns }),
    steps,
  } as ScenarioBody;
}
