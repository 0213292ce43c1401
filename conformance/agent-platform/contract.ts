/** The contract of the Agent Platform, from its generated code, and its operations. */
import type { Contract } from '../../contract/contract.ts';
import { createGeneratedContract } from '../../contract/generated-contract.ts';
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { shapes } from '../../generated/service/arbitraries.ts';
import { description } from '../../generated/service/handler.ts';
import { manifest } from '../../generated/service/manifest.ts';
import type { OperationId } from '../../generated/service/operations.ts';
import * as provenance from '../../generated/service/provenance.ts';
import { checks } from '../../generated/service/validators.ts';
import { sourceFacts } from './source-facts.ts';

export type { OperationId } from '../../generated/service/operations.ts';

export const agentPlatformContract: Contract = createGeneratedContract({
  manifest,
  description,
  checks,
  shapes,
  loadSamples: () => import('../../generated/service/samples.ts'),
  provenance,
  source: sourceFacts,
});

export type PlatformOperation = ContractOperation & { readonly id: OperationId };

const operations = operationsOf(agentPlatformContract);

/** Every operation, in the order of the contract. */
export const allOperations = operations.all as readonly PlatformOperation[];

export function operationById(id: OperationId): PlatformOperation {
  return operations.byId(id) as PlatformOperation;
}

/** Returns the operation of a request, by its method in upper case and its path relative to the base URL. */
export function operationOf(method: string, path: string): PlatformOperation | null {
  return operations.match(method, path) as PlatformOperation | null;
}
