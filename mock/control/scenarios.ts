/** The scenarios of a world. */
import type { Handlers } from '../../generated/control/server.ts';
import type { Scenario as ScenarioBody, ScenarioSummary } from '../../generated/control/types.ts';
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { Problem } from '../../templates/runtime/problem.ts';
import type { HandlerContext } from '../http/context.ts';
import { createErrorResponses, invalid, type ErrorTable } from '../http/error-responses.ts';
import type { View } from '../kernel/store/view.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';

/** The scenarios that an API plays. */
export interface ScenarioProvider {
  /** Returns the names available in a world, in alphabetical order. */
  names(view: View): readonly string[];
  find(view: View, name: string): NamedScenario | undefined;
  /** Returns the scenarios of a world with the events that each of them emits, in the order of `names`. */
  summaries(view: View): readonly ScenarioSummary[];
  /** Finds problems that the contract of the control API does not cover. */
  findProblems(scenario: NamedScenario): readonly Problem[];
  put(tx: Transaction, scenario: NamedScenario): void;
  /** Deletes a scenario of a world; returns whether the world had it. */
  delete(tx: Transaction, name: string): boolean;
}

export type NamedScenario = ScenarioBody & { readonly name: string };

/** The scenarios of an API that plays none. */
export const noScenarios: ScenarioProvider = {
  names: () => [],
  find: () => undefined,
  summaries: () => [],
  findProblems: () => [{ message: 'This API has no scenarios', code: 'INVALID_VALUE', path: '' }],
  put: () => undefined,
  delete: () => false,
};

export interface ScenarioUnknown {
  readonly code: 'SCENARIO_UNKNOWN';
  readonly scenario: string;
  readonly known: readonly string[];
}

/** Creates the row for an unknown scenario. Shape: `path` is the property with its name. */
export function scenarioUnknown(path: string) {
  return invalid(({ scenario, known }: ScenarioUnknown) => {
    const meant = closestWord(scenario, known);
    return {
      message: `There is no scenario ${scenario}`,
      code: 'UNKNOWN_SCENARIO',
      path,
      suggestion: meant === null ? `Known scenarios: ${known.join(', ')}.` : `Did you mean ${meant}?`,
    };
  });
}

type ScenarioError =
  | { readonly code: 'SCENARIO_NOT_FOUND'; readonly name: string }
  | { readonly code: 'SCENARIO_COMMON'; readonly name: string }
  | { readonly code: 'SCENARIO_RENAMED'; readonly name: string }
  | { readonly code: 'SCENARIO_INVALID'; readonly problems: readonly Problem[] };

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
} as const satisfies ErrorTable<ScenarioError>;

const errorResponse = createErrorResponses<ScenarioError, typeof table>(table);

/** Handles the operations on scenarios. The contents of a scenario are already validated by the contract. */
export function createScenarioHandlers(
  source: ScenarioProvider,
): Pick<Handlers<HandlerContext>, 'listScenarios' | 'getScenario' | 'putScenario' | 'deleteScenario'> {
  return {
    listScenarios(_, { world }) {
      return world.query((view) => ({ status: 200, body: { scenarios: [...source.summaries(view)] } }));
    },

    getScenario({ path: { name } }, { world }) {
      const scenario = world.query((view) => source.find(view, name));
      return scenario === undefined
        ? errorResponse({ code: 'SCENARIO_NOT_FOUND', name })
        : { status: 200, body: scenario };
    },

    async putScenario({ path: { name }, query, body }, { world }) {
      if (body.name !== undefined && body.name !== name)
        return errorResponse({ code: 'SCENARIO_RENAMED', name });
      const scenario = { ...body, name };
      const problems = source.findProblems(scenario);
      if (problems.length > 0) return errorResponse({ code: 'SCENARIO_INVALID', problems });
      if (!query.dryRun) await world.run((tx) => source.put(tx, scenario));
      return { status: 200, body: scenario };
    },

    async deleteScenario({ path: { name } }, { world }) {
      const deleted = await world.dispatch((tx): Result<null, DeleteError> => {
        if (source.delete(tx, name)) return ok(null);
        const isCommon = source.find(tx, name) !== undefined;
        return isCommon ? err({ code: 'SCENARIO_COMMON', name }) : err({ code: 'SCENARIO_NOT_FOUND', name });
      });
      return deleted.ok ? { status: 204 } : errorResponse(deleted.error);
    },
  };
}

type DeleteError = Extract<ScenarioError, { readonly code: 'SCENARIO_COMMON' | 'SCENARIO_NOT_FOUND' }>;
