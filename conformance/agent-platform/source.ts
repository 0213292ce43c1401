/**
 * The modules that the threads of a proxy load to check the traffic of the Agent Platform, each on first use: a thread
 * that only forwards needs no contract, and only the one that checks needs the rest.
 */
import type { Contract } from '../../contract/contract.ts';
import type { TrafficChecks } from '../plugin.ts';
import type { ContractSource } from '../proxy/contract-source.ts';

/**
 * The reference to this module for threads.
 *
 * @example startProxy({ upstream, contract: agentPlatformSource, host: '127.0.0.1', port: 4011 })
 */
export const agentPlatformSource: ContractSource = { module: import.meta.url, options: null };

/** Loads the contract for {@link agentPlatformSource}. */
export async function loadContract(): Promise<Contract> {
  const { agentPlatformContract } = await import('./contract.ts');
  return agentPlatformContract;
}

/** Loads the checks of its responses and streams for {@link agentPlatformSource}. */
export async function loadTraffic(): Promise<TrafficChecks> {
  const { agentPlatformTraffic } = await import('./traffic.ts');
  return agentPlatformTraffic;
}
