/**
 * The resources of an API and what each operation does with them, with evidence and confidence for each inference.
 * Types only.
 */

import type { JsonValue } from '../operation-spec.ts';

/**
 * An inference.
 *
 * Units: `confidence` from 0 to 1: 1 is declared, from 0.9 a law may fail, from 0.6 a mock acts on it; below, it is
 * not used.
 */
export interface Inference<Value> {
  readonly value: Value;
  readonly confidence: number;
  /** Shape: not empty. */
  readonly evidence: readonly InferenceEvidence[];
}

/** The evidence for an inference. */
export interface InferenceEvidence {
  readonly text: string;
  /** Its location in the description or in a file that overrides it; `null` for none. */
  readonly pointer: string | null;
}

/** The resources of an API. */
export interface ResourceGraph {
  /** Shape: in the order of the paths. */
  readonly resources: readonly Resource[];
  /** Shape: one for each operation of the contract, in its order. */
  readonly operations: readonly OperationRole[];
}

/**
 * The kind of a resource: records that are created and listed, one record, members that exist or not, one flag,
 * records that only the service creates, work that completes by itself, or files.
 */
export type ResourceKind = 'collection' | 'singleton' | 'set' | 'flag' | 'feed' | 'job' | 'blob';

/** A kind of record. */
export interface Resource {
  /** Unique in the graph: `sections`, or `projects/sections` where the name alone is not. */
  readonly name: string;
  readonly kind: ResourceKind;
  /** The path of the collection or of the singleton. */
  readonly path: string;
  /** The path of one record; `null` if records have none. */
  readonly itemPath: string | null;
  /** How a record is identified; `null` for a singleton, and for records without a path and a property for it. */
  readonly key: Inference<ResourceKey> | null;
  /** Shape: from the outermost to the innermost. */
  readonly parents: readonly ResourceParent[];
  /** The name of the schema of a record; `null` for an inline schema. */
  readonly schema: string | null;
  /** The list inside the parent record that has the records, where operations return the parent; absent for none. */
  readonly entries?: string;
  /** Properties whose values are unique. */
  readonly unique: readonly string[];
  /** JSON Pointers of properties that are only read or only written, including passwords. */
  readonly oneWay: readonly string[];
  /** Properties whose text states that they never change; absent for none. */
  readonly fixed?: readonly string[];
  /** Properties whose text states that their values are never reused, also after a deletion; absent for none. */
  readonly lasting?: readonly string[];
  /** The values of properties that a request for a new record or for a whole singleton omits, by name; absent if none is stated. */
  readonly defaults?: Readonly<Record<string, JsonValue>>;
  /** Properties with a number of records of other resources; absent for none. */
  readonly counts?: readonly RecordCount[];
}

/**
 * A property with a number of records. Shape: `resource` is the name of what is counted; `where` are the states that
 * count, absent for all.
 */
export interface RecordCount {
  readonly property: string;
  readonly resource: string;
  readonly where?: RecordStates;
}

/** Values of a property of a record. */
export interface RecordStates {
  /** JSON Pointer into the record. */
  readonly pointer: string;
  readonly values: readonly JsonValue[];
  /** Whether all other values are meant instead. */
  readonly isNegated: boolean;
}

/** How a record is identified. */
export interface ResourceKey {
  /** The path parameters that identify a record below its parents; empty if no path identifies a record. */
  readonly parameters: readonly string[];
  /** JSON Pointer of the property of a record with the value of the last parameter; `null` if it has none. */
  readonly property: string | null;
}

/** A resource to which the records of another one belong. */
export interface ResourceParent {
  /** The path parameter that identifies it. */
  readonly parameter: string;
  /** The name of the resource; `null` if the path parameter identifies none. */
  readonly resource: string | null;
}

/** What an operation does. */
export type Role =
  | 'create'
  | 'read'
  | 'replace'
  | 'update'
  | 'delete'
  | 'upsert'
  | 'list'
  | 'search'
  | 'bulk-create'
  | 'bulk-delete'
  | 'action'
  | 'copy'
  | 'relate'
  | 'unrelate'
  | 'flag-set'
  | 'flag-unset'
  | 'flag-read'
  | 'singleton-read'
  | 'singleton-replace'
  | 'singleton-update'
  | 'singleton-delete'
  | 'upload'
  | 'download'
  | 'stream'
  | 'aggregate'
  | 'auth'
  | 'sample';

/** What one operation does with which resource. */
export interface OperationRole {
  readonly id: string;
  readonly role: Inference<Role>;
  /** The name of a resource; `null` for none. */
  readonly resource: string | null;
  /** JSON Pointer of the record, or of the list, in the response; empty for the whole body, `null` if it has none. */
  readonly envelope: Inference<string> | null;
  /** JSON Pointer of the record in an item of the list, as in `[{ order: {} }]`; absent if an item is the record. */
  readonly inItem?: string;
  /** JSON Pointer of the record in the request body; `null` if it has none. */
  readonly requestEnvelope: Inference<string> | null;
  /** The path parameter that selects records, and the JSON Pointer of its value in a record; absent for none. */
  readonly lookup?: { readonly parameter: string; readonly property: string };
  readonly paging: Inference<Paging> | null;
  /** The order of a list that its description states; absent for none. */
  readonly order?: ListOrder;
  /** The states of its record in which it is rejected with 409; absent if its description states none. */
  readonly conflicts?: readonly StatedConflict[];
  /** The names of other resources whose records it deletes with its record; absent if its description names none. */
  readonly alsoDeletes?: readonly string[];
  /** The status for an idempotency key that was used with another body; absent if its description states none. */
  readonly reusedKey?: number;
  /** Shape: one for each query parameter that is not about paging. */
  readonly query: readonly QueryUse[];
  /** The effect of an action as its text states it; absent for none. */
  readonly effect?: StatedEffect;
  /** The properties of the request with the keys of other records, by their names or texts; absent for none. */
  readonly references?: readonly NamedReference[];
}

/**
 * The effect of an action. Shape: `sets` are the properties that it sets, `clears` those that are null afterwards, absent for
 * none, `values` those with a certain value afterwards, by name, absent for none; `again` is the error if it is repeated,
 * absent for none.
 */
export interface StatedEffect {
  readonly sets: readonly string[];
  readonly clears?: readonly string[];
  readonly values?: Readonly<Record<string, JsonValue>>;
  readonly again?: number;
}

/**
 * A property with the key of a record. Shape: `resource` is its name; `status` is the error for an unknown key that a
 * text states, absent for none.
 */
export interface NamedReference {
  readonly property: string;
  readonly resource: string;
  readonly status?: number;
}

/** Values of a property of a record with which an operation is rejected. */
export interface StatedConflict extends RecordStates {
  /** Whether a sentence names the status together with the state. */
  readonly isSure: boolean;
}

/** The order of a list by the time when its records were created. */
export type ListOrder = 'newest-first' | 'oldest-first';

/** How a list is read in pages. */
export interface Paging {
  /**
   * `page`: a number; `offset`: a count; `token`: an opaque text; `after`: the id of an item; `limit`: no next page.
   */
  readonly style: 'page' | 'offset' | 'token' | 'after' | 'limit';
  /** The parameter that selects the page; `null` for `limit`. */
  readonly position: string | null;
  /** The parameter with the size of a page; `null` for none. */
  readonly size: string | null;
  /**
   * Where the position of the next page is: the `Link` header, or a JSON Pointer into the body; `null` for nowhere.
   */
  readonly next: { readonly in: 'header' } | { readonly in: 'body'; readonly pointer: string } | null;
  /** Whether the position of the next page is null on the last one, as its text states; absent if it does not. */
  readonly isNullLast?: boolean;
  /** JSON Pointer of a flag for more pages; `null` for none. */
  readonly hasMore: string | null;
  /** JSON Pointer of the number of all items; `null` for none. */
  readonly total: string | null;
  /** The first page or offset. */
  readonly first: number;
}

/** What a query parameter does. */
export interface QueryUse {
  readonly parameter: string;
  readonly use: Inference<QueryEffect>;
}

/** The effect of a query parameter on a list. */
export type QueryEffect =
  | {
      readonly kind: 'filter';
      readonly property: string;
      readonly compare:
        | 'equal'
        | 'least'
        | 'most'
        | 'above'
        | 'below'
        | 'any'
        | 'all'
        | 'contains'
        | 'begins'
        | 'without'
        | 'absent'
        | 'none';
    }
  /** Shape: `properties` are those that its description names, `ignoresCase` is what it says; absent for none. */
  | { readonly kind: 'search'; readonly properties?: readonly string[]; readonly ignoresCase?: true }
  /** Conditions such as `status==open`, and names of flags such as `archived`. */
  | { readonly kind: 'expression' }
  /** Whether to list records with a flag such as `archived`: by default they are omitted. */
  | { readonly kind: 'include'; readonly property: string }
  /** Whether the filters of a property exclude what they select otherwise. */
  | { readonly kind: 'negation'; readonly property: string }
  /** Selects records by a property that requests have and no record shows. */
  | { readonly kind: 'sent'; readonly property: string }
  /**
   * Shape: `ranks` are the values of properties in the ascending order that its description states; absent for none.
   * `ascending` is the sign in front of a property for that order, where its description states `-`.
   */
  | {
      readonly kind: 'sort';
      readonly ranks?: Readonly<Record<string, readonly JsonValue[]>>;
      readonly ascending?: '-';
    }
  | { readonly kind: 'direction' }
  | { readonly kind: 'projection' }
  | { readonly kind: 'none' };
