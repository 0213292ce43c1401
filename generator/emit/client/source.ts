/**
 * Decides what all files of a client share: names, types, streams and lists.
 */
import type { Report } from '../../diagnostics.ts';
import { resolveClientNames, type ClientNames } from '../../naming/client-names.ts';
import { planStreams, type StreamPlan } from './streams.ts';
import { findPaginations, type Pagination } from './pagination.ts';
import type { EmitSource } from '../emitter.ts';
import { createPartTypes, type PartTypes } from '../part-types.ts';

/** What the client of a contract is made from. */
export interface ClientSource {
  readonly names: ClientNames;
  /** Notes which types the file names. */
  readonly types: PartTypes;
  /** By id of the operation. */
  readonly paginations: ReadonlyMap<string, Pagination>;
  readonly plans: ReadonlyMap<string, StreamPlan>;
}

/** Decides everything for one file; what it imports is noted anew. Errors: CLIENT_HINT_UNUSABLE (reported). */
export function clientSource({ contract, names }: EmitSource, report: Report): ClientSource {
  const paginations = findPaginations(contract, report);
  const kinds = new Map([...paginations].map(([id, { kind }]) => [id, kind]));
  return {
    paginations,
    plans: planStreams(contract, report),
    names: resolveClientNames(contract, names, kinds),
    types: createPartTypes(contract, names),
  };
}
