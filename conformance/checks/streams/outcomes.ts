/**
 * S14: what a terminal event says about how its run came out agrees with what a reader must take it for who only looks at
 * the type and at `success`, as producers without `outcome` make him.
 */
import type { StreamEvent } from './stream-event.ts';
import type { StreamRule } from './stream-rule.ts';

/** How a run came out. */
export type RunOutcome = 'completed' | 'error';

/** How a run came out by the event that ends it, without a look at `outcome`; `null` for an event that ends nothing. */
export function impliedOutcome({ type, fields }: StreamEvent): RunOutcome | null {
  if (type === 'execution_error') return 'error';
  if (type !== 'execution_complete') return null;
  return fields['success'] === false ? 'error' : 'completed';
}

/** S14. Shape: an outcome that the contract does not know is S04's. */
export const outcomeRule: StreamRule = {
  check: 'S14',
  open: () => ({
    take({ event, isForeign, at }) {
      const implied = event === null || isForeign ? null : impliedOutcome(event);
      if (event === null || implied === null) return null;
      const { outcome } = event.fields;
      const agrees =
        implied === 'completed' ? outcome !== 'error' && outcome !== 'aborted' : outcome !== 'completed';
      if (agrees) return [];
      const shown =
        event.type === 'execution_error'
          ? event.type
          : `${event.type} with success ${String(event.fields['success'])}`;
      return [
        {
          message: `${shown} says that the outcome is ${String(outcome)}.`,
          ...{ at: at('outcome'), severity: 'warn' },
        },
      ];
    },
  }),
};
