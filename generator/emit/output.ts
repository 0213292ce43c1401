/** Describes outputs: the files of a target that have a template. */
import type { ContractModel } from '../model/contract-model.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { EmitSource, View } from './emitter.ts';
import type { Fields } from './field.ts';

/** What is known of an output without emitting it. */
export interface DescribedOutput {
  /** Path in the output folder. */
  readonly path: `${string}.ts`;
  /** Its contents, without a full stop. */
  readonly about: string;
  readonly fields: Fields;
  /** Name of the template; the path when absent. */
  readonly template?: string;
  /** The files that it may import. */
  readonly imports: readonly string[];
  /** Whether a target must request it. */
  readonly isExtra?: boolean;
  /** Whether it has the types of converted values; other files have those of JSON. */
  readonly isConverted?: boolean;
  /** Whether only a client that converts values needs it. */
  readonly isForConversions?: boolean;
  /** Whether the layout `split` places its functions and types with their operations. */
  readonly isSplit?: boolean;
  /** Whether a contract needs it; absent if every contract does. */
  readonly isNeeded?: (contract: ContractModel) => boolean;
}

export type Emit<Fitting extends View> = (source: EmitSource, report: Report) => Fitting | Promise<Fitting>;

/** An output with its emitter, which is loaded when it is needed. */
export interface Output extends DescribedOutput {
  readonly load: () => Promise<{ readonly emit: Emit<View> }>;
}

export function hasOperations({ operations }: ContractModel): boolean {
  return operations.length > 0;
}

export function hasEvents({ streams, channels }: ContractModel): boolean {
  return streams.length + channels.length > 0;
}
