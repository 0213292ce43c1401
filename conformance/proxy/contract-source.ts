/**
 * Where the threads of a proxy load the contract from: a module, because functions cannot be sent to a thread. It may be
 * that of generated code, or one that reads a description.
 */
import type { Contract } from '../../contract/contract.ts';
import { generalStreams, type StreamPlugin } from '../streams/stream-plugin.ts';

/** A module that exports {@link ContractModule}, and what its function is called with. */
export interface ContractSource {
  /** URL of the module. */
  readonly module: string;
  /** Plain data. */
  readonly options: unknown;
}

/** The exports of a module that loads a contract. */
export interface ContractModule {
  /** Called once in each thread. */
  readonly loadContract: (options: unknown) => Contract | Promise<Contract>;
  /** Loads the checks of its streams; absent for those of any API. */
  readonly loadStreams?: () => Promise<StreamPlugin>;
}

/** Loads a contract. Errors: rejects with those of the module, and with TypeError if it loads no contract. */
export async function openContract({ module, options }: ContractSource): Promise<Contract> {
  const { loadContract } = (await import(module)) as Partial<ContractModule>;
  if (loadContract === undefined) throw new TypeError(`${module} exports no function loadContract.`);
  return loadContract(options);
}

/** Loads the checks of the streams of a contract. Errors: rejects with those of the module. */
export async function openStreams({ module }: ContractSource): Promise<StreamPlugin> {
  const { loadStreams } = (await import(module)) as ContractModule;
  return loadStreams === undefined ? generalStreams : loadStreams();
}
