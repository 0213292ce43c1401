/** Defines what users add to the output of a target: functions that return files, and outputs with a template. */
import type { ContractModel } from '../model/contract-model.ts';
import type { ClientOperationNames } from '../naming/client-names.ts';
import type { Names } from '../naming/resolve-names.ts';
import {
  printAccess,
  printComment,
  printHeader,
  printKey,
  printLiteral,
  printString,
} from '../print/print-literal.ts';
import { ts, type TsText } from '../print/ts-text.ts';
import type { Fields, ViewOf } from './field.ts';

/** A file that a plugin creates. Shape: `path` is relative to the output folder of the target. */
export interface PluginFile {
  readonly path: string;
  readonly text: string;
}

/** Creates more files of a target from its contract. */
export type PluginFunction = (
  contract: ContractModel,
) => readonly PluginFile[] | Promise<readonly PluginFile[]>;

/** Prints text of a description as TypeScript, which is the only text that a view of code may have. */
export const pluginPrinters = {
  ts,
  access: printAccess,
  comment: printComment,
  header: printHeader,
  key: printKey,
  literal: printLiteral,
  string: printString,
} as const;

/**
 * The names of an operation in `client.ts`: its function, the types of its input and of its responses, and the function that
 * iterates over its list. Shape: `pagination` is empty if the operation returns no list.
 */
export type PluginClientNames = Pick<ClientOperationNames, 'call' | 'input' | 'result' | 'pagination'>;

/** The input of the output of a plugin. */
export interface PluginSource {
  readonly contract: ContractModel;
  /** The names of functions and types in the other outputs of the target. */
  readonly names: Names;
  /** The names of functions and types in `client.ts`, by the id of the operation. */
  readonly client: ReadonlyMap<string, PluginClientNames>;
  /** The start of imports from the runtime: `../runtime` or `backlot/runtime`. */
  readonly runtime: TsText;
  readonly print: typeof pluginPrinters;
}

/** An output of a user, in the form of those of the generator: its fields, what fills them, and its template. */
export interface OutputPlugin<Described extends Fields = Fields> {
  /** Path in the output folder. Shape: values of code are printed with `print`; those of `.md` and others are texts. */
  readonly path: string;
  /** Its contents, without a full stop. */
  readonly about: string;
  /** Whether a contract needs it; absent if every contract does. */
  readonly isNeeded?: (contract: ContractModel) => boolean;
  readonly fields: Described;
  /** File of the template: `new URL('routes.ts.hbs', import.meta.url)`. */
  readonly template: URL;
  /** Creates the view. */
  emit(source: PluginSource): PluginView<Described> | Promise<PluginView<Described>>;
}

/** The view of an output of a plugin. */
export type PluginView<Described extends Fields> = ViewOf<Described, TsText | string>;

/** One entry of `plugins`. */
export type Plugin = PluginFunction | OutputPlugin;

/** Returns an output unchanged, with the type of its view checked. */
export function defineOutput<const Described extends Fields>(output: OutputPlugin<Described>): OutputPlugin {
  return output;
}
