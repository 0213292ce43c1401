/** The kinds of changes: a union on `kind`. The catalogue has a row with facts, messages and effects for each. */
import type { Place } from '../../model/contract-model.ts';
import { operationChanges } from './operation-changes.ts';
import { responseChanges } from './response-changes.ts';
import type { ChangeRow } from './row.ts';
import { schemaChanges } from './schema-changes.ts';
import { streamChanges } from './stream-changes.ts';
import type { Direction } from './effect.ts';

/** Every kind of change. Kinds are stable: they appear in JSON reports and users search for them. */
export const changeCatalogue = {
  ...operationChanges,
  ...responseChanges,
  ...schemaChanges,
  ...streamChanges,
} as const;

export type ChangeKind = keyof typeof changeCatalogue;

export type FactsOf<Kind extends ChangeKind> =
  (typeof changeCatalogue)[Kind] extends ChangeRow<infer Facts> ? Facts : never;

/** What a change affects. */
export interface Affected {
  /** Ids of operations, webhooks and callbacks. */
  readonly operations: readonly string[];
  /** Tags of events and names of messages. */
  readonly events: readonly string[];
}

export interface ChangeOf<Kind extends ChangeKind> {
  readonly kind: Kind;
  readonly facts: FactsOf<Kind>;
  readonly direction: Direction;
  /** The name of the changed part: the new one, or the old one if it was removed. */
  readonly subject: string;
  /** `null` when it was added. */
  readonly before: Place | null;
  /** `null` when it was removed. */
  readonly after: Place | null;
  /** Shape: each name once, in order. */
  readonly affected: Affected;
}

export type ContractChange = { [Kind in ChangeKind]: ChangeOf<Kind> }[ChangeKind];
