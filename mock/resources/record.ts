/** The records of inferred resources, all of one kind, so that any description fits the schema of the store. */
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { defineCollection, defineIndex, sortKey } from '../kernel/store/collection.ts';
import type { View } from '../kernel/store/view.ts';
import type { EpochMs } from '../kernel/time/time.ts';

/** A JSON object. */
export type RecordFields = Readonly<Record<string, JsonValue>>;

/**
 * A record.
 *
 * Shape: `key` is the text that identifies it in a path; `parents` has the path parameters that it was created below;
 * `value` is the record as it is returned, with properties that are only written; `version` rises with every change.
 */
export interface ResourceRecord {
  readonly id: string;
  /** The name of the resource. */
  readonly resource: string;
  readonly number: number;
  readonly key: string;
  readonly parents: Readonly<Record<string, string>>;
  readonly value: RecordFields;
  readonly version: number;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
  /** What requests have, no response shows, and lists filter by; absent for nothing. */
  readonly sent?: RecordFields;
  /** Set for a record that the world began with. */
  readonly isInitial?: true;
  /** Set for an initial record that the user gave. */
  readonly isGiven?: true;
  /** Set for what exists once and has been deleted, until it is written again. */
  readonly isDeleted?: true;
  /** The value before it was completed for a description that has changed, and the version that it was completed in. */
  readonly original?: { readonly value: RecordFields; readonly version: number };
}

/** Returns whether nobody has changed a record that the world began with. */
export function isUntouched({ isInitial, version }: ResourceRecord): boolean {
  return isInitial === true && version === 1;
}

/** Returns whether a record is made up and nobody has changed it: a client may create it as its own. */
export function isMadeUp(record: ResourceRecord): boolean {
  return isUntouched(record) && record.isGiven !== true;
}

export const records = defineCollection<ResourceRecord>('resource');

/** The records that do not fit the description until it changes. */
export const recordsAside = defineCollection<ResourceRecord>('resourceAside');

/** The records of a resource, in the order of their creation. */
export const recordsOfResource = defineIndex(records, 'byResource', ({ resource, number }) =>
  sortKey(resource, number),
);

export const recordsByKey = defineIndex(records, 'byKey', ({ resource, key }) => sortKey(resource, key));

/** Lists the records of a resource, oldest first. */
export function listRecords(view: View, resource: string): readonly ResourceRecord[] {
  return view.scan(recordsOfResource, { prefix: sortKey(resource) });
}

/** Lists the records with a key: one, unless several parents have a record with that key. */
export function findRecords(view: View, resource: string, key: string): readonly ResourceRecord[] {
  return view.scan(recordsByKey, { prefix: sortKey(resource, key) });
}
