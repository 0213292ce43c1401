/**
 * Where the threads of a proxy load the contract from: a module, because functions cannot be sent to a thread. It may be
 * that of generated code, or one that reads a description.
 */
import type { Contract } from '../../contract/contract.ts';
import { emptyPlugin, type TrafficChecks } from '../plugin.ts';

/** A module that exports {@link ContractModule}, and what its function is called with. */
export interface ContractSource {
  /** URL of the module. */
  readonly module: string;
  /** Plain data. */
  readonly options: unknown;
}

export interface ContractModule {
  /** Called once in each thread. */
  readonly loadContract: (options: unknown) => Contract | Promise<Contract>;
  /** Loads what the checks know about its responses and streams; absent for those of any API. */
  readonly loadTraffic?: () => Promise<TrafficChecks>;
}

/** Loads a contract. Errors: rejects with those of the module, and with TypeError if it loads no contract. */
export async function openContract({ module, options }: ContractSource): Promise<Contract> {
  const { loadContract } = (await import(module)) as Partial<ContractModule>;
  if (loadContract === undefined) throw new TypeError(`${module} exports no function loadContract.`);
  return loadContract(options);
}

/** Loads what checks know about the responses and streams of a contract. Errors: rejects with those of the module. */
export async function openTraffic({ module }: ContractSource): Promise<TrafficChecks> {
  const { loadTraffic } = (await import(module)) as ContractModule;
  return loadTraffic === undefined ? emptyPlugin : loadTraffic();
}
