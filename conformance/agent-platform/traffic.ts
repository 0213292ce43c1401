/** The traits of responses and streams of the Agent Platform beyond its contract, for the checks of any exchange. */
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { TrafficChecks } from '../plugin.ts';
import { checkChanges, ownResponseChecks } from './check-changes.ts';
import { headerTraits } from './responses/header-traits.ts';
import { recordTraits } from './responses/record-traits.ts';
import { executionStreams } from './streams/stream-support.ts';

export const agentPlatformTraffic: TrafficChecks = {
  responses: {
    foreignOperations: new Set(['fetchAgentCard', 'exportAgentRuntime']),
    mainSchemes: new Set(['apiKey']),
    takesTime,
    records: recordTraits,
    errorCheck: 'ErrorBody',
    areIdsStrings: true,
    areTypesShared: true,
    timestampNames: /(?:At|_at|_expires)$|^timestamp$/,
    headers: headerTraits,
    eventsChecks: new Set(['ExecutionResult']),
    // Why: the source shows the JSON form of one operation only.
    assumedForms: { executeAgent: 'A-029', resumeAgentExecution: 'A-029' },
  },
  checkChanges,
  responseChecks: ownResponseChecks,
  streams: executionStreams,
};

/**
 * Returns whether a response waits, or other servers take part in it. Why not errors of speech: they need no synthesis.
 */
function takesTime({ tag }: OperationSpec, path: string, status: number): boolean {
  if (tag === 'Registration' || path.includes('waitMs=')) return true;
  const isRejected = status >= 400 && status < 500;
  return path.includes('/voice') && !isRejected;
}
