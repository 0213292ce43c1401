/** S28: the totals at the end of a run agree with its events. */
import { isFields } from '../../model/json-fields.ts';
import { idOf, type CheckedEvent } from '../../streams/stream-event.ts';
import type { ExecutionRule } from './run-memory.ts';

/** The sums of the events of a run, without those of sub-agents. */
interface Sums {
  turns: number;
  modelCalls: number;
  highestIteration: number;
  readonly costs: { model: number; turn: number; step: number; tool: number };
  /** Costs of sub-agents, which a total may include. */
  readonly nested: { model: number; turn: number; step: number; tool: number };
  readonly succeeded: Set<string>;
  readonly failed: Set<string>;
  skipped: number;
  totalSteps: unknown;
}

/** The maximum number of steps tracked for each stream. */
const MAX_STEPS = 10_000;

/** S28. Shape: only streams that have the whole run. */
export const totalRule: ExecutionRule = {
  check: 'S28',
  open(context) {
    const sums: Sums = {
      turns: 0,
      modelCalls: 0,
      highestIteration: 0,
      costs: { model: 0, turn: 0, step: 0, tool: 0 },
      nested: { model: 0, turn: 0, step: 0, tool: 0 },
      succeeded: new Set(),
      failed: new Set(),
      skipped: 0,
      totalSteps: undefined,
    };
    return {
      take({ event, isForeign, isRepeat, at }) {
        if (event === null || isForeign || isRepeat) return null;
        if (event.type !== 'execution_complete') {
          add(sums, event);
          return null;
        }
        if (context.request.runEntry !== 'start' || context.hasUnreadableFrames) return null;
        return wrongTotals(sums, event.fields).map((name) => ({
          message: `${name} of execution_complete does not agree with the events of the run.`,
          at: at(name),
        }));
      },
    };
  },
};

function add(sums: Sums, { type, fields }: CheckedEvent): void {
  const isNested = fields['subagent'] !== undefined;
  const { iteration } = fields;
  if (!isNested && typeof iteration === 'number')
    sums.highestIteration = Math.max(sums.highestIteration, iteration);
  if (type === 'execution_start') sums.totalSteps = fields['totalSteps'];
  if (type === 'turn_start' && !isNested) sums.turns += 1;
  if (type === 'step_skip') sums.skipped += 1;
  const kind = /^(model_call|turn|step|tool)_complete$/.exec(type)?.[1];
  if (kind === undefined) return;
  if (kind === 'model_call' && !isNested) sums.modelCalls += 1;
  const cost = fields[kind === 'tool' ? 'toolCost' : 'cost'];
  const costs = isNested ? sums.nested : sums.costs;
  if (typeof cost === 'number') costs[kind === 'model_call' ? 'model' : (kind as 'turn')] += cost;
  const id = idOf(fields['id']);
  if (kind === 'step' && id !== null && !isNested && sums.succeeded.size + sums.failed.size < MAX_STEPS)
    (isFailed(fields) ? sums.failed : sums.succeeded).add(id);
}

function isFailed({ success, error }: CheckedEvent['fields']): boolean {
  return success === false || (success === undefined && error !== undefined);
}

/** Returns the totals that fit none of the ways to count. Why: the source does not define what a total includes. */
function wrongTotals(sums: Sums, fields: CheckedEvent['fields']): readonly string[] {
  const { iterations, totalCost, totalSteps, successfulSteps, failedSteps, totalTokens, totalTokensUsed } =
    fields;
  const wrong: string[] = [];
  const { turns, modelCalls, highestIteration } = sums;
  const counts = [turns, modelCalls, highestIteration, highestIteration + 1];
  if (typeof iterations === 'number' && turns > 0 && !counts.includes(iterations)) wrong.push('iterations');
  if (typeof totalCost === 'number' && !isPossibleCost(sums, totalCost)) wrong.push('totalCost');
  if (isFields(totalTokens) && typeof totalTokensUsed === 'number') {
    const { input, output } = totalTokens;
    if (typeof input === 'number' && typeof output === 'number' && totalTokensUsed < input + output)
      wrong.push('totalTokensUsed');
  }
  if (typeof totalSteps === 'number') {
    const isOther = typeof sums.totalSteps === 'number' && sums.totalSteps !== totalSteps;
    const counted = [successfulSteps, failedSteps].filter((count) => typeof count === 'number');
    if (isOther || counted.reduce((sum, count) => sum + count, 0) > totalSteps) wrong.push('totalSteps');
  }
  const { size: succeeded } = sums.succeeded;
  const { size: failed } = sums.failed;
  if (succeeded + failed === 0) return wrong;
  const isPlausible =
    typeof successfulSteps !== 'number' ||
    (successfulSteps >= succeeded && successfulSteps <= succeeded + sums.skipped);
  if (!isPlausible) wrong.push('successfulSteps');
  if (typeof failedSteps === 'number' && failedSteps > failed) wrong.push('failedSteps');
  return wrong;
}

/** Returns whether a total is the cost of the model calls, turns or steps, with or without tools and sub-agents. */
function isPossibleCost({ costs, nested }: Sums, total: number): boolean {
  const sums = [costs.model, costs.turn, costs.step, costs.model + costs.step, costs.turn + costs.step];
  // Why: a run has a cost as soon as one of its parts has.
  const base = sums.filter((cost) => cost > 0);
  if (base.length === 0) return true;
  const more = [0, nested.model, nested.turn, nested.model + nested.tool, nested.turn + nested.tool];
  return base.some((one) =>
    [0, costs.tool].some((tools) =>
      more.some((below) => Math.abs(one + tools + below - total) <= Math.max(1e-6, 0.02 * Math.abs(total))),
    ),
  );
}
