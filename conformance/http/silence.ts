/**
 * Which kinds of requests get no response, so that a run does not wait for the same timeout again and again: after a
 * few in a row, requests of that kind are no longer sent.
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
  /** Returns a sentence for each kind of request that was no longer sent. */
  notices(): readonly string[];
}

/** After so many timeouts in a row, no more requests of an operation are sent. */
const MAX_TIMEOUTS = 3;

/** A kind of requests. Shape: `most` is the number of timeouts in a row after which no more are sent. */
interface RequestKind {
  readonly name: string;
  readonly most: number;
}

export function createSilenceTracker(): SilenceTracker {
  /** The timeouts since the last response. */
  const timeouts = new Map<string, number>();
  const unsent = new Map<string, number>();
  return {
    count(plan, isTimeout) {
      const { name } = kindOf(plan);
      timeouts.set(name, isTimeout ? (timeouts.get(name) ?? 0) + 1 : 0);
    },
    whyUnsent(plan) {
      const kind = kindOf(plan);
      if ((timeouts.get(kind.name) ?? 0) < kind.most) return null;
      const why = describe(kind);
      unsent.set(why, (unsent.get(why) ?? 0) + 1);
      return `Not sent: ${why}.`;
    },
    notices: () =>
      [...unsent].map(([why, count]) => {
        const others = count === 1 ? 'Another one was' : `${count} others were`;
        return `${why}. ${others} not sent.`;
      }),
  };
}

function describe({ name, most }: RequestKind): string {
  return `${name} got no response in time${most === 1 ? '' : ` ${most} times in a row`}`;
}

/** Returns the kind of a request: that of its body, else that of its operation. */
function kindOf({ operation, method, headers, body }: RequestPlan): RequestKind {
  const name = operation ?? `${method} of an undeclared path`;
  return kindOfBody(headers, body) ?? { name, most: MAX_TIMEOUTS };
}

/**
 * Returns the kind of requests with an unusual body; `null` for requests without one, and with a JSON object. Why once for
 * JSON: what hangs on it for one operation does so for all.
 */
function kindOfBody(headers: RequestPlan['headers'], body: string | null): RequestKind | null {
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const mediaType = mediaTypeOf(contentType ?? null);
  if (body === null) return null;
  if (mediaType === null) return { name: 'A request with a body without a media type', most: MAX_TIMEOUTS };
  if (!isJsonMediaType(mediaType))
    return { name: `A request with a body of ${mediaType}`, most: MAX_TIMEOUTS };
  const reading = readJson(body);
  if (!reading.ok) return { name: 'A request with malformed JSON', most: 1 };
  const isObject = typeof reading.value === 'object' && !Array.isArray(reading.value);
  return isObject ? null : { name: 'A request with JSON that is not an object', most: 1 };
}
