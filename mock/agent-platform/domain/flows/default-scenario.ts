/** The default scenario of a flow run: it plays the steps of the flow. */
import { isMap, type Json, type JsonMap } from '../../../kernel/json.ts';
import type { FlowScenarioStep, Scenario, Step } from '../scenarios/scenario.ts';
import { propertyOf } from '../../../../templates/runtime/json/value.ts';

/** The steps that a run plays. Source: spec/schemas/DispatchRequest.yaml. */
export interface FlowDefinition {
  readonly name: string;
  readonly steps?: readonly JsonMap[] | undefined;
}

/** The input of a flow run. Shape: with `failure` a step fails with that text, and the run ends there. */
export interface FlowInput {
  readonly inputs?: JsonMap | undefined;
  readonly failure?: string | undefined;
}

/**
 * Returns the scenario of a flow. Every step succeeds, except for steps that are disabled or whose condition is not
 * met: these are skipped.
 *
 * Shape: a flow without steps gets one, a prompt.
 */
export function defaultFlowScenario(
  flow: FlowDefinition,
  { inputs = {}, failure }: FlowInput = {},
): Scenario {
  const steps = playableSteps(flow, inputs);
  return {
    name: 'flow-as-defined',
    description: 'Plays the steps of the flow.',
    kind: 'flow',
    steps: (failure === undefined ? steps : failingSteps(steps, failure)).map((step): Step => ({ step })),
  };
}

function playableSteps({ name, steps = [] }: FlowDefinition, inputs: JsonMap): readonly FlowScenarioStep[] {
  if (steps.length === 0) return [{ name, type: 'prompt', steps: [{ say: defaultResponse }] }];
  const variables: Record<string, Json> = { ...inputs };
  return steps.map((definition, index) => {
    const step = playableStep(definition, index, variables);
    if (step.output !== undefined && step.skip === undefined) variables[step.output] = sampleOf(definition);
    return step;
  });
}

const defaultResponse = 'The flow has run.';

function playableStep(definition: JsonMap, index: number, variables: JsonMap): FlowScenarioStep {
  const { id, name, type, enabled, when, config } = definition;
  const output = isMap(config) ? config['outputVariable'] : undefined;
  const step = {
    name: textOr(name, `Step ${index + 1}`),
    type: textOr(type, 'prompt'),
    ...(typeof id === 'string' && id !== '' && { id }),
    ...(typeof output === 'string' && output !== '' && { output }),
  };
  if (enabled === false) return { ...step, skip: 'The step is disabled' };
  if (typeof when === 'string' && !isConditionMet(when, variables)) return { ...step, skip: when };
  const sample = sampleOf(definition);
  return step.type === 'prompt'
    ? { ...step, steps: [{ say: textOr(sample, `${step.name} has run.`) }] }
    : { ...step, result: sample ?? { ok: true } };
}

/** Returns the result of a step in this mock: the `sampleResult` of its configuration. */
function sampleOf({ config }: JsonMap): Json {
  return isMap(config) ? config['sampleResult'] : undefined;
}

/** Makes the last step other than a prompt fail, or else the last step, and ends after it. */
function failingSteps(steps: readonly FlowScenarioStep[], error: string): readonly FlowScenarioStep[] {
  const isPlayed = ({ skip }: FlowScenarioStep): boolean => skip === undefined;
  const place = Math.max(
    steps.findLastIndex((step) => isPlayed(step) && step.type !== 'prompt'),
    steps.some((step) => isPlayed(step) && step.type !== 'prompt') ? -1 : steps.findLastIndex(isPlayed),
  );
  return steps.slice(0, place + 1).map((step, index) => (index === place ? { ...step, error } : step));
}

function textOr(value: Json, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

const comparison =
  /^([\w.-]{1,200})\s{0,8}(==|!=|>=|<=|>|<)\s{0,8}('[^']*'|"[^"]*"|-?\d{1,15}(?:\.\d{1,15})?|true|false)$/;
const variable = /^[\w.-]{1,200}$/;

/**
 * Returns whether a condition is met. A condition in an unsupported syntax counts as met, so that its step is played.
 */
export function isConditionMet(condition: string, variables: JsonMap): boolean {
  const text = condition.trim();
  if (variable.test(text)) return isTruthy(valueOf(text, variables));
  const parts = comparison.exec(text);
  if (parts === null) return true;
  const [, path = '', operator = '', literal = ''] = parts;
  return compare(valueOf(path, variables), operator, readLiteral(literal));
}

function readLiteral(text: string): Json {
  return /^['"]/.test(text) ? text.slice(1, -1) : (words.get(text) ?? Number(text));
}

const words = new Map<string, Json>([
  ['true', true],
  ['false', false],
]);

function compare(value: Json, operator: string, other: Json): boolean {
  if (operator === '==') return value === other;
  if (operator === '!=') return value !== other;
  if (typeof value !== 'number' || typeof other !== 'number') return false;
  if (operator === '>') return value > other;
  if (operator === '<') return value < other;
  return operator === '>=' ? value >= other : value <= other;
}

function isTruthy(value: Json): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && value !== 0;
}

function valueOf(path: string, variables: JsonMap): Json {
  return path.split('.').reduce<unknown>(propertyOf, variables) ?? null;
}
