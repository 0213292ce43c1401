/** The contract of any API, read from its description when a run or a proxy starts. Joins the reader with the checks. */
import type { Contract } from '../contract/contract.ts';
import { withOwnPaths } from '../contract/resources/graph.ts';
import { hasErrors, type Diagnostic } from '../generator/diagnostics/diagnostics.ts';
import { loadResources, type ResourceSources } from '../generator/load/load-resources.ts';
import type { ContractSource } from '../conformance/proxy/contract-source.ts';

/** A description: its documents, overlays, and the file that overrides its resources. */
export type DescriptionSources = ResourceSources;

/** A contract that was read, with its diagnostics. */
export interface CheckedDescription {
  /** `null` if no operation of it can be checked. */
  readonly contract: Contract | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the contract of a description. Errors: those of its documents (returned); what can be read of them is used. */
export async function readDescription(sources: DescriptionSources): Promise<CheckedDescription> {
  const { contract, resources, diagnostics } = await loadResources(sources);
  if (contract === null || resources === null || contract.service.operations.length === 0)
    return { contract: null, diagnostics };
  // Why: laws send requests to the paths of records.
  const own = withOwnPaths(contract.resources, contract.service.operations);
  return { contract: { ...contract, resources: own }, diagnostics };
}

/** Returns the source from which the threads of a proxy load the contract of a description. */
export function describedSource(sources: DescriptionSources): ContractSource {
  return { module: import.meta.url, options: sources };
}

/** Loads the contract for {@link describedSource}. Errors: rejects with an Error that lists what is wrong. */
export async function loadContract(options: unknown): Promise<Contract> {
  const { contract, diagnostics } = await readDescription(options as DescriptionSources);
  if (contract !== null) return contract;
  const errors = diagnostics.filter((each) => hasErrors([each]));
  throw new Error(errors.map(({ message }) => message).join('; '));
}
