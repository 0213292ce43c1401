/**
 * The story of a flow that names no scenario: each of its steps succeeds, and those that are switched off are skipped.
 */
import { isMap } from './json.ts';
import type { FlowStep } from './scenario-steps.ts';
import type { Json, JsonMap, Scenario, Step } from './scenario.ts';

/** A flow as a request names or defines it. Source: spec/schemas/DispatchRequest.yaml. */
export interface FlowDefinition {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly steps?: readonly JsonMap[] | undefined;
}

/** Tells the story of a flow. Shape: a flow whose steps are not known has one. */
export function storyOfFlow({ name = 'Flow', steps }: FlowDefinition): Scenario {
  const told: readonly Step[] =
    steps === undefined || steps.length === 0
      ? [{ step: { name, type: 'prompt', steps: [{ say: usualAnswer }] } }]
      : steps.map((step, index) => ({ step: stepStory(step, index) }));
  return { name: 'flow-as-defined', description: 'Plays the steps of the flow.', kind: 'flow', steps: told };
}

const usualAnswer = 'The flow has run.';

function stepStory(step: JsonMap, index: number): FlowStep {
  const { id, name, type, enabled, config } = step;
  const told = {
    name: textOr(name, `Step ${index + 1}`),
    type: textOr(type, 'prompt'),
    ...(typeof id === 'string' && id !== '' && { id }),
    ...(typeof outputOf(config) === 'string' && { output: outputOf(config) as string }),
  };
  if (enabled === false) return { ...told, skip: 'The step is switched off' };
  return told.type === 'prompt'
    ? { ...told, steps: [{ say: `${told.name} has run.` }] }
    : { ...told, result: { ok: true } };
}

function outputOf(config: Json): Json {
  return isMap(config) ? config['outputVariable'] : undefined;
}

function textOr(value: Json, usual: string): string {
  return typeof value === 'string' && value !== '' ? value : usual;
}
