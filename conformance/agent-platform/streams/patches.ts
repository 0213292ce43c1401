/** S16: each `state_delta` applies to the shared state before it. */
import { isFields } from '../../model/json-fields.ts';
import { applyPatch } from '../../../templates/runtime/json/patch.ts';
import type { ExecutionRule, SharedState } from './run-memory.ts';

/**
 * Limits of the states and patches that are tracked: values of a state, its depth, and operations of a patch. A string
 * counts as one more value for every `CHARACTERS` characters.
 */
const MAX_VALUES = 20_000;
const CHARACTERS = 64;
const MAX_DEPTH = 100;
const MAX_OPERATIONS = 200;

/** The maximum number of values counted for one stream. Why: each patch counts the whole state again. */
const MAX_COUNTED = 20_000_000;

/**
 * S16. Shape: a patch before any snapshot applies to an empty object; after a patch that fails, patches are skipped
 * until the next snapshot.
 */
export const patchRule: ExecutionRule = {
  check: 'S16',
  open: (context) => {
    const work = { left: MAX_COUNTED };
    return {
      take({ event, isRepeat, isForeign, at }) {
        if (event === null || isRepeat || isForeign) return null;
        const { run } = context;
        const { state, patch } = event.fields;
        if (event.type === 'state_snapshot')
          run.state = isFields(state) ? follow(state, work) : { kind: 'unknown' };
        if (event.type !== 'state_delta') return null;
        if (
          run.state.kind === 'unknown' ||
          !Array.isArray(patch) ||
          patch.length > MAX_OPERATIONS ||
          work.left < 0
        ) {
          run.state = { kind: 'unknown' };
          return null;
        }
        const hasSnapshot = run.state.kind === 'known';
        const patched = applyInBounds(run.state.kind === 'known' ? run.state.value : {}, patch, work);
        run.state = patched.state;
        if (patched.problem === null) return [];
        const before = hasSnapshot
          ? 'does not fit the state before it'
          : 'comes before any snapshot and does not fit an empty state';
        return [{ message: `A patch ${before}: ${patched.problem}.`, at: at(`patch.${patched.index}`) }];
      },
    };
  },
};

interface AppliedPatch {
  readonly state: SharedState;
  readonly problem: string | null;
  readonly index: number;
}

/** Applies the operations one by one. Why: copies of copies within one patch can grow exponentially. */
function applyInBounds(value: unknown, patch: readonly unknown[], work: CountBudget): AppliedPatch {
  let state = follow(value, work);
  for (const [index, operation] of patch.entries()) {
    if (state.kind !== 'known') break;
    const patched = applyPatch(state.value, [operation]);
    if (!patched.ok) return { state: { kind: 'unknown' }, problem: patched.reason, index };
    state = follow(patched.value, work);
  }
  return { state, problem: null, index: 0 };
}

/** The number of values that may still be counted for a stream. */
interface CountBudget {
  left: number;
}

function follow(value: unknown, work: CountBudget): SharedState {
  const budget = { left: MAX_VALUES };
  const isBounded = work.left >= 0 && count(value, 0, budget);
  work.left -= MAX_VALUES - budget.left;
  return isBounded ? { kind: 'known', value } : { kind: 'unknown' };
}

/** Subtracts the values of a state from a budget; returns `false` once there are too many or too deep ones. */
function count(value: unknown, depth: number, budget: { left: number }): boolean {
  budget.left -= 1;
  if (typeof value === 'string') budget.left -= Math.floor(value.length / CHARACTERS);
  if (budget.left < 0 || depth > MAX_DEPTH) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((item) => count(item, depth + 1, budget));
  return Object.entries(value).every(
    ([name, property]) => count(name, depth + 1, budget) && count(property, depth + 1, budget),
  );
}
