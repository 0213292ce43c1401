/** The events of an execution as the control API lists them. */

/**
 * An event with the time of the world at which it was stored: at the pace `instant`, the same for all.
 *
 * Source: spec/control/schemas/ExecutionEvent.yaml.
 */
export interface TimedEvent {
  readonly seq: number;
  readonly at: string;
  readonly segment: number;
  readonly event: StoredEvent;
}

export interface StoredEvent {
  readonly type: string;
  readonly [property: string]: unknown;
}

export const TIME_PROPERTIES: readonly string[] = [
  'startedAt',
  'completedAt',
  'skippedAt',
  'awaitedAt',
  'timestamp',
];

/**
 * Returns the time on the execution's own clock that an event states; null for none. Units: milliseconds since 1970.
 */
export function ownTimeOf(event: StoredEvent): number | null {
  for (const name of TIME_PROPERTIES) {
    const value = event[name];
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(time)) return time;
  }
  return null;
}
