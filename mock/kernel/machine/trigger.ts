/**
 * What moves a machine, and which record it is meant for. Not an event: an event is a fact on the wire.
 */

/** What moves a machine; a union of these, told apart by `type`, is what a machine takes. */
export interface Trigger {
  readonly type: string;
}

/** A trigger of any machine, written out with whatever properties it has. */
export type AnyTrigger = Trigger | (Trigger & Readonly<Record<string, unknown>>);

/** Names the record that a trigger is meant for. */
export interface Target {
  readonly kind: string;
  readonly id: string;
}
