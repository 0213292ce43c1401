/**
 * Turns the events of an execution into a scenario that plays the same events. The remarks, and docs/console.md, list
 * what cannot be recorded.
 */
import type { Scenario, ScenarioStep } from '../../../generated/control/types.ts';
import { EventIndex } from './event-index.ts';
import type { TimedEvent } from '../timed-event.ts';
import { recordSteps } from './record-steps.ts';

/**
 * The input of a recording.
 *
 * Shape: `children` are the events of each sub-agent's own execution, in any order; without them a sub-agent is
 * recorded from the stream of its caller. `approvers` has who decides, by the id of the approval. `baseUrl` is the URL
 * of the world, for media.
 */
export interface RecordingSource {
  readonly id: string;
  readonly events: readonly TimedEvent[];
  readonly children?: readonly (readonly TimedEvent[])[];
  readonly approvers?: ReadonlyMap<string, string>;
  readonly baseUrl?: string;
}

/** A scenario, and sentences about what it does not repeat. */
export interface Recording {
  readonly scenario: Scenario & { readonly name: string };
  readonly remarks: readonly string[];
}

export function recordScenario(source: RecordingSource): Recording {
  const { id, events, children = [], approvers, baseUrl = '' } = source;
  const remarks = new Set<string>();
  const steps = recordSteps({ index: new EventIndex(events), children, approvers, baseUrl, remarks });
  const start = events[0]?.event ?? { type: '' };
  const name = `from-${id.toLowerCase().replace(/[^a-z0-9-]/g, '-')}`.slice(0, 60);
  return {
    scenario: {
      name,
      description: `Recorded from ${id}.`,
      ...(start['kind'] === 'flow' && { kind: 'flow' }),
      ...turnLimitOf(events),
      steps: steps.length > 0 ? withoutPlaceholders(steps, remarks) : [{ finish: {} }],
    },
    remarks: [...remarks],
  };
}

/** Returns the turn limit of an execution that has reached it. */
function turnLimitOf(events: readonly TimedEvent[]): { readonly maxTurns?: number } {
  const maxTurns = events[0]?.event['maxTurns'];
  const isReached = events.at(-1)?.event['stopReason'] === 'max_tool_calls';
  return isReached && typeof maxTurns === 'number' && maxTurns >= 1 && maxTurns <= 100 ? { maxTurns } : {};
}

/** Matches placeholders that a scenario would replace. */
const PLACEHOLDER = /\{\{(?=(?:lastMessage|(?:output|input|tool)\.[^{}\s]+)\}\})/g;

/** Separates the braces of recorded texts that look like placeholders. */
function withoutPlaceholders(steps: readonly ScenarioStep[], remarks: Set<string>): ScenarioStep[] {
  const text = JSON.stringify(steps);
  const plain = text.replace(PLACEHOLDER, '{ {');
  if (plain !== text)
    remarks.add(
      'Texts with two braces are recorded with a space between them, since they would be replaced.',
    );
  return JSON.parse(plain) as ScenarioStep[];
}
