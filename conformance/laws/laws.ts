/** Every law, and the resources of a contract that it can be played for. */
import type { Contract } from '../../contract/contract.ts';
import { LIKELY } from '../../contract/resources/graph.ts';
import { creationLaws } from './creation.ts';
import { deletionLaws } from './deletion.ts';
import { failureLaws } from './failures.ts';
import { filterLaws } from './filters.ts';
import { identityLaws } from './identity.ts';
import type { Law } from './law.ts';
import { listLaws } from './lists.ts';
import { confidenceIn, listResourceOperations, type ResourceOperations } from './resource-operations.ts';
import { updateLaws } from './updates.ts';

/** The laws of resources, in the order in which they are played. */
export const resourceLaws: readonly Law[] = [
  ...creationLaws,
  ...updateLaws,
  ...listLaws,
  ...filterLaws,
  ...identityLaws,
  ...failureLaws,
  ...deletionLaws,
];

/** A law for one resource. */
export interface ResourceLaw {
  readonly law: Law;
  readonly operations: ResourceOperations;
}

/** Lists the laws for the resources of a contract that have the operations for them. Shape: by resource. */
export function listResourceLaws(contract: Contract): readonly ResourceLaw[] {
  return listResourceOperations(contract).flatMap((operations) =>
    resourceLaws
      .filter(({ needs }) => confidenceIn(operations, needs) >= LIKELY)
      .map((law) => ({ law, operations })),
  );
}
