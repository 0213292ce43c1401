/** Creates what all files of a client share: names, types, streams and lists. */
import type { Report } from '../../../diagnostics/diagnostics.ts';
import { resolveClientNames, type ClientNames } from '../../../naming/client-names.ts';
import type { Names } from '../../../naming/resolve-names.ts';
import type { ContractModel } from '../../../model/contract-model.ts';
import { planStreams, type StreamPlan } from './streams.ts';
import { findPaginations, type OperationPagination } from './pagination.ts';
import type { Conversions } from '../../convert-contract.ts';
import { typedContract, type EmitSource } from '../../emitter.ts';
import { createPartTypes, type PartTypes } from '../../part-types.ts';

export interface ClientSource {
  readonly names: ClientNames;
  /** Records which types the file uses. */
  readonly types: PartTypes;
  /** By id of the operation. */
  readonly paginations: ReadonlyMap<string, OperationPagination>;
  readonly plans: ReadonlyMap<string, StreamPlan>;
  /** `null` if the client converts no values. */
  readonly conversions: Conversions | null;
}

/** Creates the source of one file, with no imports recorded yet. Errors: CLIENT_HINT_UNUSABLE (reported). */
export function clientSource(source: EmitSource, report: Report): ClientSource {
  const { contract, names, conversions = null } = source;
  return {
    paginations: findPaginations(contract, report),
    plans: planStreams(contract, report),
    names: clientNames(contract, names),
    types: createPartTypes(typedContract(source), names),
    conversions,
  };
}

export function clientNames(contract: ContractModel, names: Names): ClientNames {
  const paginations = findPaginations(contract, () => undefined);
  const kinds = new Map([...paginations].map(([id, { kind }]) => [id, kind]));
  return resolveClientNames(contract, names, kinds);
}
