/** Records artifacts, media, notices, the end of an execution, and events without their own kind of step. */
import type { ScenarioStep } from '../../../generated/control/types.ts';
import { textOf, type EventIndex } from './event-index.ts';
import { TIME_PROPERTIES, type StoredEvent, type TimedEvent } from '../timed-event.ts';
import { given } from './given.ts';

export function recordArtifact(event: StoredEvent, index: EventIndex): ScenarioStep {
  const { title, file, component } = event;
  const text = index
    .all(event, 'artifact_delta')
    .map((delta) => textOf(delta, 'delta'))
    .join('');
  const updates = index.all(event, 'artifact_update').map(({ props }) => props);
  return {
    artifact: {
      type: event['artifactType'] === 'component' ? 'component' : 'markdown',
      ...given({
        title,
        file,
        component,
        text: text === '' ? undefined : text,
        updates: updates.length > 0 ? updates : undefined,
      }),
    },
  };
}

/** Shape: a URL of the world is recorded as a path, so that another mock serves it too. */
export function recordMedia(event: StoredEvent, index: EventIndex, baseUrl: string): ScenarioStep {
  const { data, url } = index.find(event, 'media_complete') ?? event;
  const isOwn = baseUrl !== '' && typeof url === 'string' && url.startsWith(`${baseUrl}/`);
  return {
    media: {
      mediaType: textOf(event, 'mediaType'),
      ...given({
        data,
        url: isOwn ? url.slice(baseUrl.length) : url,
        stream: index.find(event, 'media_delta') !== undefined || undefined,
        ofTool: event['toolCallId'] !== undefined || undefined,
      }),
    },
  };
}

/** Returns the notice that begins with an event; null for its end. */
export function recordNotice(
  event: StoredEvent,
  place: number,
  events: readonly TimedEvent[],
): ScenarioStep | null {
  if (event['phase'] !== 'start') return null;
  const complete = events
    .slice(place)
    .find(({ event: one }) => one.type === 'context_notice' && one['phase'] === 'complete')?.event;
  const { reason, strategy, tier, tokensBefore: before } = event;
  return {
    notice: {
      compaction: given({
        reason,
        strategy,
        tier,
        outcome: complete?.['outcome'],
        before,
        after: complete?.['tokensAfter'],
      }),
    },
  };
}

export function recordError({ error, recoverable }: StoredEvent): ScenarioStep {
  return {
    notice: {
      error: { ...errorOf(error), ...given({ recoverable: recoverable === false ? false : undefined }) },
    },
  };
}

/** Returns the step that ends an execution in this way; null if it ends like this after its last step. */
export function recordEnd(event: StoredEvent, hasFailedStep: boolean): ScenarioStep | null {
  const { outcome, stopReason, blockReason, upgradeUrl } = event;
  if (event.type === 'execution_error') {
    const isAborted = outcome === 'aborted';
    const { message, details } = errorOf(event['error']);
    return {
      fail: {
        code: textOf(event, 'code') || 'UNKNOWN',
        message: message || 'The execution failed.',
        ...given({
          details,
          outcome: isAborted ? outcome : undefined,
          stopReason: stopReason === (isAborted ? 'unknown' : 'error') ? undefined : stopReason,
          blockReason,
          upgradeUrl,
        }),
      },
    };
  }
  const usual = hasFailedStep ? 'error' : 'completed';
  const usualReason = outcome === 'completed' ? 'end_turn' : outcome === 'error' ? 'error' : 'unknown';
  if (outcome === usual && stopReason === usualReason) return null;
  return {
    finish: given({
      outcome: outcome === usual ? undefined : outcome,
      stopReason: stopReason === usualReason ? undefined : stopReason,
    }),
  };
}

/** The beginnings of the names of events that belong to other steps. */
const PARTS = /^(?:execution|turn|model_call|reasoning|text|tool|approval|step|artifact|media)_/;
/** Properties that the mock adds to each event. */
const ADDED: ReadonlySet<string> = new Set(['executionId', 'seq', ...TIME_PROPERTIES]);

/** Returns the step that sends an event again; null for one that belongs to another step. */
export function recordEvent(event: StoredEvent): ScenarioStep | null {
  if (PARTS.test(event.type)) return null;
  const fields = Object.entries(event).filter(([name]) => !ADDED.has(name));
  return { event: { type: event.type, ...given(Object.fromEntries(fields)) } };
}

/** Returns an error of an event, which is a text or an object. */
function errorOf(error: unknown): { message: string; code?: string; details?: Record<string, never> } {
  if (typeof error === 'string') return { message: error };
  const { message, code, details } = Object(error) as Readonly<Record<string, unknown>>;
  return { message: typeof message === 'string' ? message : '', ...given({ code, details }) };
}
