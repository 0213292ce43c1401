/** The contract of the Agent Platform, from its generated code. */
import type { Contract } from '../../contract/contract.ts';
import { createGeneratedContract } from '../../contract/generated-contract.ts';
import { shapes } from '../../generated/service/arbitraries.ts';
import { description } from '../../generated/service/handler.ts';
import { manifest } from '../../generated/service/manifest.ts';
import * as provenance from '../../generated/service/provenance.ts';
import { checks } from '../../generated/service/validators.ts';
import type { ContractSource } from '../proxy/contract-source.ts';
import type { StreamPlugin } from '../streams/stream-plugin.ts';

export const agentPlatformContract: Contract = createGeneratedContract({
  manifest,
  description,
  checks,
  shapes,
  loadSamples: () => import('../../generated/service/samples.ts'),
  provenance,
});

/** This module, as a thread loads it. */
export const agentPlatformSource: ContractSource = { module: import.meta.url, options: null };

/** Loads the contract for {@link agentPlatformSource}. */
export function loadContract(): Contract {
  return agentPlatformContract;
}

/** Loads the checks of its streams for {@link agentPlatformSource}. */
export async function loadStreams(): Promise<StreamPlugin> {
  return (await import('./streams/stream-support.ts')).executionStreams;
}
