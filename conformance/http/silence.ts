/**
 * Which kinds of requests get no response, so that a run does not wait for the same timeout again and again: after a few
 * in a row, further requests of that kind are not sent.
 */
import { isJsonMediaType, mediaTypeOf } from '../../templates/runtime/media-type.ts';
import type { RequestPlan } from '../model/exchange.ts';
import { readJson } from '../model/read-json.ts';

/** Counts the timeouts of a run. */
export interface SilenceTracker {
  /** Counts a request that was sent, by whether it ran into the timeout. */
  count(plan: RequestPlan, isTimeout: boolean): void;
  /** Returns why a request is not to be sent, and counts it; `null` if it may be. */
  whyUnsent(plan: RequestPlan): string | null;
  /** Returns a sentence for each kind of which requests were not sent. */
  notices(): readonly string[];
}

/** After so many timeouts in a row, no more requests of a kind are sent. */
const MOST_TIMEOUTS = 3;

/** Creates the counts of a run. */
export function createSilenceTracker(): SilenceTracker {
  /** The timeouts since the last response. */
  const timeouts = new Map<string, number>();
  const unsent = new Map<string, number>();
  return {
    count(plan, isTimeout) {
      for (const kind of kindsOf(plan)) timeouts.set(kind, isTimeout ? (timeouts.get(kind) ?? 0) + 1 : 0);
    },
    whyUnsent(plan) {
      const kind = kindsOf(plan).find((each) => (timeouts.get(each) ?? 0) >= MOST_TIMEOUTS);
      if (kind === undefined) return null;
      unsent.set(kind, (unsent.get(kind) ?? 0) + 1);
      return `Not sent: ${describe(kind)}.`;
    },
    notices: () =>
      [...unsent].map(([kind, count]) => {
        const others = count === 1 ? 'Another one was' : `${count} others were`;
        return `${describe(kind)}. ${others} not sent.`;
      }),
  };
}

function describe(kind: string): string {
  return `${kind} got no response in time ${MOST_TIMEOUTS} times in a row`;
}

/** Returns the kinds of a request: that of its operation, and that of any operation if its body is odd. */
function kindsOf({ operation, method, headers, body }: RequestPlan): readonly string[] {
  const odd = oddityOf(headers, body);
  const own = operation ?? `${method} of an undeclared path`;
  return odd === null ? [own] : [`${own} with ${odd}`, `Any request with ${odd}`];
}

/** Names what is odd about a body; `null` for none, and for a JSON object. */
function oddityOf(headers: RequestPlan['headers'], body: string | null): string | null {
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const mediaType = mediaTypeOf(contentType ?? null);
  if (body === null) return null;
  if (mediaType === null) return 'a body without a media type';
  if (!isJsonMediaType(mediaType)) return `a body of ${mediaType}`;
  const reading = readJson(body);
  if (!reading.ok) return 'malformed JSON';
  return typeof reading.value === 'object' && !Array.isArray(reading.value) ? null : 'JSON that is no object';
}
