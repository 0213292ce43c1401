/** What the checks know of the Agent Platform besides its contract. */
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import { defineCheckPlugin } from '../plugin.ts';
import { recordTraits } from './responses/record-traits.ts';
import { registrationCounter } from './responses/registration-counter.ts';
import { paceTracker } from './streams/pace-tracker.ts';

export const agentPlatform = defineCheckPlugin({
  responses: {
    foreignOperations: new Set(['fetchAgentCard', 'exportAgentRuntime']),
    mainSchemes: new Set(['apiKey']),
    takesTime,
    records: recordTraits,
  },
  exchangeRules: [registrationCounter, paceTracker],
});

/**
 * Returns whether a response waits, or other servers take part in it. Why not errors of speech: nothing is spoken for
 * them.
 */
function takesTime({ tag }: OperationSpec, path: string, status: number): boolean {
  if (tag === 'Registration' || path.includes('waitMs=')) return true;
  const isRejected = status >= 400 && status < 500;
  return path.includes('/voice') && !isRejected;
}
