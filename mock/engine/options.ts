/** The options of the mock of any API, and how they are read. */
import { parseDuration, parseIsoTime } from '../kernel/time/iso-time.ts';
import type { Log, RequestObserver } from '../http/pipeline-parts.ts';
import type { WorldLog } from '../kernel/ports.ts';
import { epochMs, isInstant, milliseconds, type ClockChange, type DurationMs } from '../kernel/time/time.ts';
import type { WorldRequest } from '../worlds/world-states.ts';

/** Options of the mock of any API; all are optional. */
export interface MockEngineOptions extends Pick<WorldRequest, 'seed' | 'fixture'> {
  /** The clock of the `default` world; real when absent. */
  readonly clock?: StartClock;
  /**
   * Deletes worlds other than `default` after this much real time without a request, an ISO 8601 duration; never when
   * absent.
   */
  readonly expiresAfter?: string;
  /** Allowed origins of pages besides those of this computer; `*` for every origin. */
  readonly allowOrigins?: readonly string[];
  /** Accepted hosts besides the loopback names: `host`, `host:port`, or `*` for every host. */
  readonly allowHosts?: readonly string[];
  /** The token that opens the control API on network addresses. */
  readonly controlToken?: string;
  /** The maximum number of worlds at a time; 10,000 when absent. */
  readonly maxWorlds?: number;
  /** Base URL for `fetch` calls with only a path. */
  readonly baseUrl?: string;
  /** Called for every request of the service. */
  readonly observer?: RequestObserver;
  /**
   * Where worlds are stored, such as `sqliteLog({ file })` or `redisLog({ url })`; in memory when absent. A function
   * receives the bugs of the mock, as `report` does.
   */
  readonly log?: WorldLog | Log;
  /** Receives bugs of the mock; they are not logged when absent. */
  readonly report?: Log;
}

/** The initial clock. Shape: `now` is ISO 8601, or milliseconds since 1970; the host's time when absent. */
export interface StartClock extends Omit<ClockChange, 'now'> {
  readonly now?: string | number;
}

/** Reads the lifetime of worlds. Errors: throws for anything but a positive ISO 8601 duration. */
export function readExpiry(text: string): DurationMs {
  const span = parseDuration(text);
  if (span > 0) return milliseconds(span);
  throw new Error(`expiresAfter must be an ISO 8601 duration such as PT10M, not ${text}`);
}

/** Reads the initial clock. Errors: throws for an invalid time. */
export function startClock({ now, ...change }: StartClock): ClockChange {
  if (now === undefined) return change;
  const at = typeof now === 'number' ? epochMs(now) : parseIsoTime(now);
  if (at === null || !isInstant(at))
    throw new Error(`clock.now must be a time in ISO 8601 from 1970 to 9999, not ${now}`);
  return { ...change, now: at };
}
