/** Every law, and the resources of a contract that it applies to. */
import type { Contract } from '../../contract/contract.ts';
import { LIKELY } from '../../contract/resources/graph.ts';
import { creationLaws } from './creation.ts';
import { deletionLaws } from './deletion.ts';
import { effectLaws } from './effects.ts';
import { failureLaws } from './failures.ts';
import { filterLaws } from './filters.ts';
import { jobLaws } from './jobs.ts';
import { identityLaws } from './identity.ts';
import { inputLaws } from './inputs.ts';
import type { Law } from './law.ts';
import { listLaws } from './lists.ts';
import {
  confidenceIn,
  listResourceOperations,
  listSingletonOperations,
  type ResourceOperations,
} from './resource-operations.ts';
import { searchLaws } from './queries/search.ts';
import { orderLaws } from './order.ts';
import { partLaws } from './parts.ts';
import { countLaws } from './relations/counts.ts';
import { roleLaws } from './relations/roles.ts';
import { uploadLaws } from './uploads.ts';
import { changeStreamLaws } from './streams/change-streams.ts';
import { streamLaws } from './streams/record-streams.ts';
import { stateLaws } from './states.ts';
import { updateLaws } from './updates.ts';
import { singletonLaws } from './values/singletons.ts';
import { uniqueLaws } from './values/unique-values.ts';

/** The laws of resources, in the order in which they run. */
export const resourceLaws: readonly Law[] = [
  ...creationLaws,
  ...updateLaws,
  ...inputLaws,
  ...effectLaws,
  ...stateLaws,
  ...uploadLaws,
  ...partLaws,
  ...countLaws,
  ...streamLaws,
  ...changeStreamLaws,
  ...listLaws,
  ...filterLaws,
  ...searchLaws,
  ...orderLaws,
  ...identityLaws,
  ...roleLaws,
  ...jobLaws,
  ...failureLaws,
  ...uniqueLaws,
  ...deletionLaws,
  ...singletonLaws,
];

export interface ResourceLaw {
  readonly law: Law;
  readonly operations: ResourceOperations;
}

/** Lists the laws that apply to the resources of a contract. Shape: grouped by resource. */
export function listResourceLaws(contract: Contract): readonly ResourceLaw[] {
  return listAll(contract).filter((each) => missingNeedOf(each) === null);
}

/** Lists the laws that have nothing to check for a resource, with the reason. Shape: grouped by resource. */
export function listInapplicableLaws(
  contract: Contract,
): readonly (ResourceLaw & { readonly reason: string })[] {
  return listAll(contract).flatMap((each) => {
    const lack = missingNeedOf(each);
    return lack === null ? [] : [{ ...each, reason: `Nothing to check: ${lack}.` }];
  });
}

function listAll(contract: Contract): readonly ResourceLaw[] {
  const laws = resourceLaws.filter(({ isOfSingletons }) => isOfSingletons !== true);
  const records = listResourceOperations(contract).flatMap((operations) =>
    laws
      .filter(({ jobs }) =>
        operations.resource.kind === 'job' ? jobs !== undefined : jobs !== 'only' || isStarted(operations),
      )
      .map((law) => ({ law, operations })),
  );
  const singletons = listSingletonOperations(contract).flatMap((operations) =>
    resourceLaws.filter((law) => !laws.includes(law)).map((law) => ({ law, operations })),
  );
  return [...records, ...singletons];
}

/** Returns whether the creation of a record only starts it: 202 is its only success. */
function isStarted({ byNeed }: ResourceOperations): boolean {
  const successes = byNeed.create?.operation.responses.filter(({ status }) => /^2/.test(String(status)));
  return successes !== undefined && successes.length > 0 && successes.every(({ status }) => status === 202);
}

/** Returns what a law needs and a resource lacks; `null` for nothing. */
function missingNeedOf({ law: { needs }, operations }: ResourceLaw): string | null {
  const missing = needs.find((need) => operations.byNeed[need] === undefined);
  if (missing !== undefined) return `it has no operation to ${missing}`;
  return confidenceIn(operations, needs) >= LIKELY ? null : 'it is not sure what its operations do';
}
