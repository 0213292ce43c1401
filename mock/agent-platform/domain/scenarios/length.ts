/** Bounds the events of a scenario, so that an execution cannot fill the memory of the mock. */
import { maxEvents, maxRounds, type Step } from './scenario.ts';
import { heartbeat } from '../executions/playback/step-builder.ts';
import type { PlannedStep } from '../executions/playback/run.ts';
import { cutIntoDeltas } from '../executions/playback/usage.ts';
import type { Problem } from '../../../../templates/runtime/problem.ts';

type Steps = readonly PlannedStep[];

/**
 * Returns the problem of steps that emit more events than an execution may, null for steps within the limit.
 *
 * Shape: the path leads to the longest step, such as `steps.2.repeat`; the events of a step are estimated, and an
 * execution of steps that pass is bounded when it is played.
 */
export function findLengthProblem(steps: Steps, path = 'steps'): Problem | null {
  const lengths = steps.map(countEvents);
  const total = sum(lengths);
  if (total <= maxEvents) return null;
  const index = lengths.indexOf(Math.max(...lengths));
  const [kind = '', content] = Object.entries(steps[index] ?? {})[0] ?? [];
  const place = `${path}.${index}.${kind}`;
  const { steps: nested = [] } = content as LongContent;
  const inner = findLengthProblem(nested, `${place}.steps`);
  if (inner !== null) return inner;
  const figures = `about ${total.toLocaleString('en')} events, more than the ${maxEvents.toLocaleString('en')} of an execution`;
  return {
    path: place,
    code: 'INVALID_VALUE',
    message: `${place} is too long: ${path} emit ${figures}. Use fewer repetitions or shorter waits`,
  };
}

/** Returns about how many events a step emits, at least 1 for each time it is played. */
function countEvents(step: PlannedStep): number {
  if ('wait' in step) return 1 + pings(step.wait);
  if ('say' in step || 'think' in step) {
    const content = 'say' in step ? step.say : step.think;
    const text = typeof content === 'string' ? content : content.text;
    return 2 + cutIntoDeltas(text).length;
  }
  const [content] = Object.values(step) as readonly unknown[];
  const { times = maxRounds, takes = 0, denied = [], steps = [] } = content as LongContent;
  const inner = sum(steps.map(countEvents));
  if ('repeat' in step) return Math.max(1, times) * Math.max(1, inner);
  return 1 + pings(takes) + inner + sum(denied.map(countEvents));
}

/** The properties of a step that add events. */
interface LongContent {
  readonly times?: number;
  readonly takes?: number;
  readonly steps?: readonly Step[];
  readonly denied?: readonly Step[];
}

function pings(duration: number): number {
  return Math.floor(duration / heartbeat);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
