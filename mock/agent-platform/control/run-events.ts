/** The events of executions in the stream of a world. */
import type { ConsoleEvent } from '../../../generated/control/types.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { ChangeSet } from '../../kernel/transaction/changes.ts';
import type { Entry } from '../../kernel/store/topic.ts';
import type { View } from '../../kernel/store/view.ts';
import { agents } from '../domain/agents/agent.ts';
import { executions, executionTopic } from '../domain/executions/execution.ts';

const runTopics = executionTopic('');

/** Returns an event for each event that a change has added to the stream of an execution. */
export function runEvents({ entries }: ChangeSet, after: View): readonly ConsoleEvent[] {
  return entries
    .filter(({ topic }) => topic.startsWith(runTopics))
    .map(({ topic, entry }) => runEvent(topic.slice(runTopics.length), entry, after));
}

function runEvent(executionId: string, { at, event }: Entry<unknown>, view: View): ConsoleEvent {
  const agentId = view.get(executions, executionId)?.agentId ?? null;
  const isStored = agentId !== null && view.has(agents, agentId);
  return {
    type: 'run',
    at: isoTime(at),
    executionId,
    agentId: isStored ? agentId : null,
    event: event as { type: string },
  };
}
