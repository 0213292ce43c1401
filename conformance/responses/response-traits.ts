/** What the rules of responses know about an API besides its contract. */
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { JsonFields } from '../model/json-fields.ts';

/** The traits of an API. */
export interface ResponseTraits {
  /** Ids of operations whose responses are documents of other services. */
  readonly foreignOperations: ReadonlySet<string>;
  /** Names of the security schemes of the main credential; `null` for every scheme. */
  readonly mainSchemes: ReadonlySet<string> | null;
  /** Returns whether a response may take longer than the service needs for it: it waits, or other servers respond. */
  readonly takesTime: (operation: OperationSpec, path: string, status: number) => boolean;
  readonly records: RecordTraits;
  /** The check of the body of every error, by name; `null` if errors have no common form. */
  readonly errorCheck: string | null;
  /** Checks of results whose `events` the checks of streams examine. */
  readonly eventsChecks: ReadonlySet<string>;
  /** Whether ids and times are strings in every record. */
  readonly areIdsStrings: boolean;
  /** Whether properties of the same name have the same type in every response. */
  readonly areTypesShared: boolean;
  /** Names of properties that are timestamps in ISO 8601; `null` if only the format of a schema decides. */
  readonly timestampNames: RegExp | null;
  readonly headers: HeaderTraits;
  /** Assumptions about the JSON form of responses, by operation id. */
  readonly assumedForms: Readonly<Record<string, string>>;
}

/** The traits of response headers. */
export interface HeaderTraits {
  /** The text of `error` when a rate limit is exceeded, and the facts that require Retry-After; `null` for none. */
  readonly rateLimit: { readonly error: string; readonly facts: readonly string[] } | null;
  /** Returns the problem of a header that matches its schema, by lower-case name; `null` if there is none. */
  readonly advice: Readonly<Record<string, (value: string) => HeaderAdvice | null>>;
}

/** A problem that no schema can express, and the assumption that it violates. */
export interface HeaderAdvice {
  readonly message: string;
  readonly assumption: string;
}

export interface RecordTraits {
  /** Properties that identify a record, the most specific first. */
  readonly ids: readonly string[];
  /** Properties that never change. */
  readonly fixed: readonly string[];
  /** Pairs of times, the earlier one first. */
  readonly ordered: readonly (readonly [early: string, late: string])[];
  /** Properties of a body that have the record of its path. */
  readonly envelopes: readonly string[];
  readonly versions: readonly VersionTrait[];
  /** Returns whether an object with this id is a record, and not a part of one. */
  readonly isRecord: (idName: string, fields: JsonFields) => boolean;
  /** Returns the properties that may have the value of a path parameter. */
  readonly namesOf: (operation: OperationSpec, parameter: string) => readonly string[];
  /** Returns the property with the id of a record that a success creates; `null` if it creates none. */
  readonly createdId: (operation: OperationSpec, status: number) => string | null;
}

/** A version of a record, in which a property has one value. Shape: `version` are names from the record inwards. */
export interface VersionTrait {
  readonly id: string;
  readonly version: readonly string[];
  readonly property: string;
  readonly message: string;
}

/** Times of a record in their order, without the endings of their names. */
const orders = [
  ['created', 'updated'],
  ['created', 'published'],
  ['created', 'started'],
  ['started', 'completed'],
  ['started', 'ended'],
  ['started', 'finished'],
] as const;

/** The traits of an API of which only the contract is known. */
export const generalTraits: ResponseTraits = {
  errorCheck: null,
  eventsChecks: new Set(),
  assumedForms: {},
  areIdsStrings: false,
  areTypesShared: false,
  timestampNames: null,
  headers: { rateLimit: null, advice: {} },
  foreignOperations: new Set(),
  mainSchemes: null,
  takesTime: () => false,
  records: {
    ids: ['id'],
    fixed: ['createdAt', 'created_at', 'createdOn', 'created_on'],
    ordered: ['At', '_at', 'On', '_on'].flatMap((end) =>
      orders.map(([early, late]) => [early + end, late + end] as const),
    ),
    envelopes: [],
    versions: [],
    isRecord: () => true,
    namesOf({ path }, parameter) {
      if (path.endsWith(`/{${parameter}}`)) return [parameter, 'id'];
      return parameter === 'id' ? [] : [parameter];
    },
    createdId: (_, status) => (status === 201 ? 'id' : null),
  },
};
