/** What the checks of streams report about a run of the mock. */
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import { checkEvents, problemsOf } from '../unit/conformance/checks/streams/support.ts';

/** Checks all events of a run, given in segments from its first event on. Returns no problems for a valid run. */
export function streamProblems(segments: readonly (readonly ExecutionStreamEvent[])[]): readonly string[] {
  const events = segments.flat();
  const path = `/v1/agents/agent_1/executions/${events[0]?.executionId}/events`;
  return problemsOf(checkEvents(events, { operation: 'followExecutionEvents', path }));
}
