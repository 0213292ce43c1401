/** S14: the outcome of a run agrees with its last event, and with the status of a JSON result. */
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import type { Problem } from '../../model/finding.ts';
import { isFields } from '../../model/json-fields.ts';
import type { CheckedEvent } from '../../streams/stream-event.ts';
import type { Ending } from '../../streams/stream-rule.ts';
import type { RunResult } from '../../streams/stream-support.ts';
import type { ExecutionRule } from './run-memory.ts';

/** Returns the outcome that a terminal event implies without its `outcome` property; `null` for other events. */
export function impliedOutcome({ type, fields }: CheckedEvent): ('completed' | 'error') | null {
  if (type === 'execution_error') return 'error';
  if (type !== 'execution_complete') return null;
  return fields['success'] === false ? 'error' : 'completed';
}

/** S14. Shape: S04 reports an outcome that the contract does not declare. */
export const outcomeRule: ExecutionRule = {
  check: 'S14',
  open: () => ({
    take({ event, isForeign, at }) {
      const implied = event === null || isForeign ? null : impliedOutcome(event);
      if (event === null || implied === null) return null;
      const { outcome } = event.fields;
      const agrees =
        implied === 'completed' ? outcome !== 'error' && outcome !== 'aborted' : outcome !== 'completed';
      if (agrees) return [];
      const ending =
        event.type === 'execution_error'
          ? event.type
          : `${event.type} with success ${String(event.fields['success'])}`;
      return [
        {
          message: `${ending} has the outcome ${String(outcome)}.`,
          at: at('outcome'),
          severity: 'warn',
        },
      ];
    },
  }),
};

export function readResult({ responses }: OperationSpec, body: unknown): RunResult | null {
  if (!responses.some(({ status, check }) => status === 200 && check?.name === 'ExecutionResult'))
    return null;
  if (!isFields(body) || !Array.isArray(body['events'])) return null;
  return {
    union: 'ExecutionStreamEvent',
    events: body['events'],
    at: 'body.events',
    status: readStatus(body['status']),
  };
}

function readStatus(status: unknown): Ending['status'] {
  return status === 'completed' || status === 'paused' || status === 'failed' ? status : null;
}

/** Checks that the status of a result agrees with its terminal event. */
export function checkResult(events: readonly CheckedEvent[], status: Ending['status']): readonly Problem[] {
  if (status !== 'completed' && status !== 'failed') return [];
  const end = events.findLast((event) => impliedOutcome(event) !== null);
  const implied = end === undefined ? null : impliedOutcome(end);
  if (end === undefined || implied === null || (implied === 'completed') === (status === 'completed'))
    return [];
  const message = `S14: The result is ${status}, but its run ended with ${end.type}.`;
  return [{ message, at: 'body.status', severity: 'warn', facts: ['F-6.1.1-454', 'F-6.1.1-455'] }];
}
