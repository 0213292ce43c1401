/** S24, S25: pieces of arguments and media add up to the whole, and durations and totals agree with the events. */
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../../model/finding.ts';
import { isFields, parseJson } from '../../model/json-fields.ts';
import { idOf, type CheckedEvent } from '../../streams/stream-event.ts';
import type { ExecutionRule } from './run-memory.ts';

/** The maximum size of all joined pieces. Units: characters. */
const MAX_CHARACTERS = 1024 * 1024;

/** S24. */
export const pieceRule: ExecutionRule = {
  check: 'S24',
  open() {
    const joined = new Map<string, string>();
    let size = 0;
    return {
      take({ event, isForeign, isRepeat, at }): readonly Problem[] | null {
        if (event === null || isForeign || isRepeat) return null;
        const { type, fields } = event;
        if (type === 'tool_start' || type === 'media_start') {
          const key = keyOf(event);
          if (key !== null && joined.size < MAX_CALLS) joined.set(key, '');
          return null;
        }
        if (type === 'tool_input_delta' || type === 'media_delta') {
          const key = keyOf(event);
          const { delta } = fields;
          const before = joined.get(key ?? '');
          if (key === null || before === undefined || typeof delta !== 'string') return null;
          size += delta.length;
          if (size <= MAX_CHARACTERS) joined.set(key, before + delta);
          return null;
        }
        if (type !== 'tool_input_complete' && type !== 'media_complete') return null;
        const text = joined.get(keyOf(event) ?? '');
        if (text === undefined || text === '' || size > MAX_CHARACTERS) return null;
        const property = type === 'media_complete' ? 'data' : 'parameters';
        const whole = fields[property];
        const { hiddenParameterNames: hidden } = fields;
        if (whole === undefined || (Array.isArray(hidden) && hidden.length > 0)) return null;
        const isSame = property === 'data' ? whole === text : isDeepStrictEqual(whole, parseJson(text));
        return isSame
          ? []
          : [{ message: `The pieces before ${type} do not add up to its ${property}.`, at: at(property) }];
      },
    };
  },
};

function keyOf({ type, fields }: CheckedEvent): string | null {
  const id = idOf(fields[type.startsWith('media') ? 'id' : 'toolCallId']);
  return id === null ? null : `${type.startsWith('media') ? 'media' : 'tool'} ${id}`;
}

/** The allowed difference between a duration and its start and end times. Units: milliseconds. */
const ROUNDING = 1_000;

/** The maximum number of model calls, tool calls and media tracked at a time. */
const MAX_CALLS = 1_000;

/** S25. Shape: compares totals only in streams that have the whole run. */
export const figureRule: ExecutionRule = {
  check: 'S25',
  open({ request }) {
    const starts = new Map<string, unknown>();
    const sums = { input: 0, output: 0 };
    let isCounted = request.runEntry === 'start';
    let hasCalls = false;
    return {
      take({ event, isForeign, isRepeat, at }): readonly Problem[] | null {
        if (event === null || isForeign || isRepeat) return null;
        const { type, fields } = event;
        const key = type.startsWith('execution') ? 'execution' : (idOf(fields['id']) ?? '');
        if (type === 'execution_start' || type === 'model_call_start') {
          if (starts.size < MAX_CALLS) starts.set(key, fields['startedAt']);
          return null;
        }
        if (type !== 'execution_complete' && type !== 'model_call_complete') return null;
        // Why: the time that a run waits for input need not count, and a resumed stream has a different start.
        const isTimed = type === 'model_call_complete' || request.runEntry === 'start';
        const problems: Problem[] =
          isTimed && differs(fields, starts.get(key))
            ? [
                {
                  message: `The durationMs of ${type} is not the time between its start and end.`,
                  at: at('durationMs'),
                },
              ]
            : [];
        starts.delete(key);
        if (type === 'model_call_complete') {
          if ('subagent' in fields) return problems;
          hasCalls = true;
          const { tokens } = fields;
          if (
            isFields(tokens) &&
            typeof tokens['input'] === 'number' &&
            typeof tokens['output'] === 'number'
          ) {
            sums.input += tokens['input'];
            sums.output += tokens['output'];
          } else isCounted = false;
          return problems;
        }
        const { totalTokens, kind } = fields;
        if (!isCounted || !hasCalls || kind !== 'agent' || !isFields(totalTokens)) return problems;
        if (totalTokens['input'] !== sums.input || totalTokens['output'] !== sums.output)
          problems.push({
            message: 'totalTokens is not the sum of the model calls of the run.',
            at: at('totalTokens'),
          });
        return problems;
      },
    };
  },
};

function differs({ completedAt, durationMs }: CheckedEvent['fields'], startedAt: unknown): boolean {
  if (typeof durationMs !== 'number' || typeof startedAt !== 'string' || typeof completedAt !== 'string')
    return false;
  return Math.abs(Date.parse(completedAt) - Date.parse(startedAt) - durationMs) > ROUNDING;
}
