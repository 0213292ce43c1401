/**
 * Checks the `event` steps of scenarios against the events of the contract.
 */
import {
  executionStreamEventPausingTypes,
  executionStreamEventTerminalTypes,
  executionStreamEventTypes,
} from '../../../generated/service/events.ts';
import type { Problem } from '../../../generated/runtime/problem.ts';
import { closestWord } from '../../../generated/runtime/closest-word.ts';
import { isMap } from '../json.ts';
import type { Scenario } from './scenario.ts';
import { findPlaceholderProblems } from './placeholder-problems.ts';

const known: readonly string[] = executionStreamEventTypes;
const endings: ReadonlySet<string> = executionStreamEventTerminalTypes;
const pauses: ReadonlySet<string> = executionStreamEventPausingTypes;

/** Returns what is wrong with the `event` steps of a scenario, with paths such as `steps.2.event.type`. */
export function findEventProblems({ steps }: Pick<Scenario, 'steps'>, prefix = 'steps'): readonly Problem[] {
  return steps.flatMap((step, index) => {
    const path = `${prefix}.${index}`;
    if ('event' in step) return eventProblems(step.event.type, `${path}.event.type`);
    const [kind, content] = Object.entries(step)[0] ?? [];
    const inner = isMap(content) ? content['steps'] : undefined;
    return Array.isArray(inner) ? findEventProblems({ steps: inner }, `${path}.${kind}.steps`) : [];
  });
}

function eventProblems(type: string, path: string): readonly Problem[] {
  if (endings.has(type)) {
    return [problem(path, 'ends the run. Use a step `finish` or `fail`')];
  }
  if (pauses.has(type)) {
    return [problem(path, 'pauses the run. Use a step `approve` or `await`')];
  }
  if (known.includes(type)) return [];
  const suggestion = closestWord(type, known);
  return [
    {
      ...problem(path, `is not an event of the contract. Known: ${known.join(', ')}`),
      ...(suggestion !== null && { suggestion }),
    },
  ];
}

function problem(path: string, says: string): Problem {
  return { path, code: 'INVALID_ENUM', message: `${path} ${says}` };
}

/** Returns what is wrong with a scenario that fits its schema, with paths such as `steps.2.say`. */
export function findScenarioProblems(scenario: Pick<Scenario, 'steps'>): readonly Problem[] {
  return [...findEventProblems(scenario), ...findPlaceholderProblems(scenario)];
}
