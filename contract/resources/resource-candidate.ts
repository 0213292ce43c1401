/** Resources while they are being found. Types only. */
import type { ResourceKind } from './graph.ts';
import type { OperationFacts } from './operation-facts.ts';
import type { SourceSchema } from './source.ts';

/** A resource while it is being found. */
export interface ResourceCandidate {
  readonly kind: ResourceKind;
  /** The template of its collection or of the singleton. */
  readonly collection: string;
  /** The template of one record; `null` for none. */
  readonly item: string | null;
  /** The operations on the collection or on the singleton, and those on one record. */
  readonly onCollection: readonly OperationFacts[];
  readonly onItem: readonly OperationFacts[];
  /** The last fixed segment of its path. */
  readonly name: string;
  readonly schema: SourceSchema | null;
  /** The list of the record above that has the records, where operations return that record; absent for none. */
  readonly entries?: string;
  /** Why it is a resource. */
  readonly reason: string;
  readonly confidence: number;
}

/** The resource that an operation is about, with the reason and how sure it is. */
export interface CandidateMatch {
  readonly candidate: ResourceCandidate;
  readonly confidence: number;
  readonly reason: string;
}

export type OperationsByTemplate = ReadonlyMap<string, readonly OperationFacts[]>;
