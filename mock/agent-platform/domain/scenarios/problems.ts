/**
 * Checks the placeholders of a scenario and its `event` steps when it is loaded: each placeholder must have a value
 * when it is reached, and each event must fit the contract.
 */
import type { Problem } from '../../../../templates/runtime/problem.ts';
import { closestWord } from '../../../../templates/runtime/closest-word.ts';
import { isMap, type Json, type JsonMap } from '../../../kernel/json.ts';
import { findLengthProblem } from './length.ts';
import type { Scenario } from './scenario.ts';
import {
  executionStreamEventPausingTypes,
  executionStreamEventTerminalTypes,
  executionStreamEventTypes,
} from '../../../../generated/service/events.ts';

/** Returns the placeholders that never get a value, with paths such as `steps.2.say`, and nested sub-agents. */
export function findPlaceholderProblems({ steps }: Pick<Scenario, 'steps'>): readonly Problem[] {
  return new PlaceholderCheck().check(steps);
}

/** The outputs that steps may use, in a run or in that of a sub-agent. */
class Scope {
  readonly isSubagent: boolean;
  readonly #names = new Set<string>();
  readonly #order: string[] = [];

  constructor({ isSubagent = false } = {}) {
    this.isSubagent = isSubagent;
  }

  get names(): Iterable<string> {
    return this.#names;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    this.#order.push(name);
  }

  /** Runs a check whose outputs are not visible outside of it. */
  within(check: () => void): void {
    const { length } = this.#order;
    check();
    for (const name of this.#order.splice(length)) this.#names.delete(name);
  }
}

/** The maximum number of placeholders that are reported. */
const maxProblems = 20;

class PlaceholderCheck {
  readonly #problems: Problem[] = [];
  readonly #tools = new Set<string>();

  check(steps: readonly Json[]): readonly Problem[] {
    this.#collectTools(steps);
    this.#checkSteps(steps, 'steps', new Scope());
    return this.#problems;
  }

  /** Collects the names of all tools of a scenario: a text may name one that is called later. */
  #collectTools(value: Json): void {
    if (Array.isArray(value)) for (const item of value as readonly Json[]) this.#collectTools(item);
    if (!isMap(value)) return;
    for (const [key, content] of Object.entries(value)) {
      if (callKeys.has(key) && isMap(content)) {
        const name = content['name'] ?? defaultNames[key];
        if (typeof name === 'string') this.#tools.add(name);
      }
      if (key !== 'event') this.#collectTools(content);
    }
  }

  /** Checks steps in order; they add their outputs to the scope. */
  #checkSteps(steps: readonly Json[], path: string, scope: Scope): void {
    for (const [index, step] of steps.entries()) {
      const [kind, content] = Object.entries(isMap(step) ? step : {})[0] ?? [];
      if (kind !== undefined) this.#checkStep(kind, content, `${path}.${index}.${kind}`, scope);
    }
  }

  #checkStep(kind: string, content: Json, path: string, scope: Scope): void {
    if (kind === 'await' && Array.isArray(content)) {
      this.#checkAwaited(content as readonly JsonMap[], path, scope);
      return;
    }
    if (!isMap(content) || kind === 'event') {
      this.#checkTexts(content, path, scope);
      return;
    }
    const { steps, denied, result, ...rest } = content;
    this.#checkTexts(rest, path, scope);
    const isSubagent = kind === 'subagent';
    if (isSubagent && scope.isSubagent)
      this.#problems.push(problem(path, 'UNKNOWN_FIELD', 'a sub-agent cannot call another sub-agent'));
    const inner = isSubagent ? new Scope({ isSubagent }) : scope;
    if (Array.isArray(denied)) scope.within(() => this.#checkSteps(denied, `${path}.denied`, scope));
    if (Array.isArray(steps)) this.#checkSteps(steps, `${path}.steps`, inner);
    this.#checkTexts(result, `${path}.result`, scope);
    for (const name of outputsOf(kind, content)) scope.add(name);
  }

  #checkAwaited(items: readonly JsonMap[], path: string, scope: Scope): void {
    const names: string[] = [];
    for (const [index, item] of items.entries()) {
      const [kind, content] = Object.entries(item)[0] ?? [];
      if (kind === undefined || !isMap(content)) continue;
      const { result, ...rest } = content;
      const place = `${path}.${index}.${kind}`;
      const name = content['name'] ?? defaultNames[kind];
      this.#checkTexts(rest, place, scope);
      if (typeof name === 'string') names.push(name);
      scope.within(() => {
        if (kind === 'elicitation' && typeof name === 'string') scope.add(name);
        this.#checkTexts(result, `${place}.result`, scope);
      });
    }
    for (const name of names) scope.add(name);
  }

  #checkTexts(value: Json, path: string, scope: Scope): void {
    if (typeof value === 'string') this.#checkText(value, path, scope);
    else if (Array.isArray(value))
      for (const [index, item] of (value as readonly Json[]).entries())
        this.#checkTexts(item, `${path}.${index}`, scope);
    else if (isMap(value))
      for (const [name, item] of Object.entries(value)) this.#checkTexts(item, `${path}.${name}`, scope);
  }

  #checkText(text: string, path: string, scope: Scope): void {
    for (const [whole, name = ''] of text.matchAll(placeholder)) {
      if (name === 'lastMessage' || /^input\.\S+$/.test(name)) continue;
      const tool = /^tool\.(\S+)$/.exec(name)?.[1];
      if (tool !== undefined && this.#tools.has(tool)) continue;
      const output = /^output\.(\S+)$/.exec(name)?.[1];
      if (output !== undefined && scope.has(output)) continue;
      if (this.#problems.length >= maxProblems) continue;
      const unknown =
        tool === undefined
          ? unresolved(path, whole, output, scope)
          : unknownTool(path, whole, tool, this.#tools);
      this.#problems.push(unknown);
    }
  }
}

/** A name between two pairs of braces. */
const placeholder = /\{\{([\w-][^{}\s]*)\}\}/g;

/** The properties of steps and of awaited items that call a tool. */
const callKeys: ReadonlySet<string> = new Set([
  'tool',
  'approve',
  'subagent',
  'elicitation',
  'crawl',
  'poll',
]);

const defaultNames: Readonly<Record<string, string>> = { crawl: 'crawl_site', poll: 'wait_for_job' };

/** Returns the names of a step's outputs; a skipped or failed step has none. */
function outputsOf(kind: string, { name, output, skip, error }: JsonMap): readonly string[] {
  if (kind === 'step') {
    const variable = output ?? name;
    return typeof variable === 'string' && skip === undefined && error === undefined ? [variable] : [];
  }
  const isCall = kind === 'tool' || kind === 'approve' || kind === 'subagent';
  return isCall && typeof name === 'string' ? [name] : [];
}

function unresolved(path: string, whole: string, output: string | undefined, scope: Scope): Problem {
  if (output === undefined) {
    const forms = '{{lastMessage}}, {{output.NAME}}, {{input.NAME}} and {{tool.NAME}}';
    return problem(path, 'INVALID_VALUE', `has the placeholder ${whole}, which is none of ${forms}`);
  }
  const close = closestWord(output, scope.names);
  return {
    ...problem(path, 'INVALID_VALUE', `has the placeholder ${whole}, but no step before it has that output`),
    ...(close !== null && { suggestion: `Did you mean {{output.${close}}}?` }),
  };
}

function unknownTool(path: string, whole: string, tool: string, tools: Iterable<string>): Problem {
  const close = closestWord(tool, tools);
  return {
    ...problem(
      path,
      'INVALID_VALUE',
      `has the placeholder ${whole}, but the scenario calls no tool of that name`,
    ),
    ...(close !== null && { suggestion: `Did you mean {{tool.${close}}}?` }),
  };
}

function problem(path: string, code: Problem['code'], text: string): Problem {
  return { path, code, message: `${path} ${text}` };
}

const eventTypes: readonly string[] = executionStreamEventTypes;
const endings: ReadonlySet<string> = executionStreamEventTerminalTypes;
const pauses: ReadonlySet<string> = executionStreamEventPausingTypes;

/** Returns the problems of the `event` steps of a scenario, with paths such as `steps.2.event.type`. */
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
  if (endings.has(type))
    return [problem(path, 'INVALID_ENUM', 'ends the run. Use a step `finish` or `fail`')];
  if (pauses.has(type))
    return [problem(path, 'INVALID_ENUM', 'pauses the run. Use a step `approve` or `await`')];
  if (eventTypes.includes(type)) return [];
  const suggestion = closestWord(type, eventTypes);
  return [
    {
      ...problem(path, 'INVALID_ENUM', `is not an event of the contract. Known: ${eventTypes.join(', ')}`),
      ...(suggestion !== null && { suggestion }),
    },
  ];
}

/** Returns the problems of a scenario that is valid under its schema, with paths such as `steps.2.say`. */
export function findScenarioProblems(scenario: Pick<Scenario, 'steps'>): readonly Problem[] {
  const tooLong = findLengthProblem(scenario.steps);
  if (tooLong !== null) return [tooLong];
  return [...findEventProblems(scenario), ...findPlaceholderProblems(scenario)];
}
