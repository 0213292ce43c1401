/** The options of a run. */
import type { PaginationRule } from '../../contract/resources/pagination/rule.ts';
import type { ContractModel, JsonObject } from '../model/contract-model.ts';
import type { Renames } from '../model/operation-names.ts';
import type { Selection } from '../read/selection.ts';
import type { Plugin } from '../emit/plugin.ts';
import { extras, type Extra } from '../emit/outputs/registry.ts';
import type { ImportExtension } from '../print/imports.ts';
import type { DateForm, Int64Form } from '../schema/conversion-leaf.ts';
import type { EnumForm } from '../schema/enum-values.ts';
import type { ReferenceAccess } from '../source/reference-access.ts';

export { extras, type Extra };

/** The values of `runtime` that are not folders: import the runtime from this package, or copy it into each target. */
export const runtimeForms = ['package', 'copy'] as const;

/** The layouts of a target: a file for each purpose, or one for each purpose and tag. */
export const layouts = ['single', 'split'] as const;

/** One of `layouts`. */
export type Layout = (typeof layouts)[number];

/** One output folder and the documents it is generated from. */
export interface Target {
  readonly name: string;
  /** Relative to the project folder; `null` for a target with AsyncAPI only. */
  readonly openapi: string | null;
  readonly asyncapi: readonly string[];
  /** The overlays to apply, in their order; absent for none. */
  readonly overlays?: readonly string[] | undefined;
  readonly out: string;
  /** Rule file of the linter; `null` to skip linting. */
  readonly lint: string | null;
  readonly extras: readonly Extra[];
  /** Replaces the `runtime` of the run. */
  readonly runtime?: string | undefined;
  /** `union` when absent. */
  readonly enums?: EnumForm | undefined;
  /** `single` when absent. */
  readonly layout?: Layout | undefined;
  /** `string` when absent. */
  readonly dates?: DateForm | undefined;
  /** `number` when absent. */
  readonly int64?: Int64Form | undefined;
  /** The operations to generate; all when absent. */
  readonly selection?: Selection | undefined;
  /** Names that replace those of the description; none when absent. */
  readonly rename?: Renames | undefined;
  /** Rules of pagination, which take precedence over those of the description; none when absent. */
  readonly pagination?: readonly PaginationRule[] | undefined;
  readonly plugins?: readonly Plugin[] | undefined;
}

/** Everything one run generates. */
export interface GenerateOptions {
  /** Project folder, absolute; every other path is relative to it. */
  readonly folder: string;
  readonly targets: readonly Target[];
  /** One of `runtimeForms`, or the folder of a runtime that all targets share. */
  readonly runtime: string;
  /** Folder of the reference documentation, if it is requested. */
  readonly docs: string;
  /** Ending of the imports between generated files; `ts` when absent. */
  readonly importExtension?: ImportExtension;
  /** Folder of templates that replace ours; absent when there are none. */
  readonly templates?: string;
  /** The targets that references may have outside of the project; absent for none. */
  readonly access?: ReferenceAccess;
  /** Whether operation ids that are used twice are errors; absent for no. */
  readonly isStrict?: boolean;
  /** File names to generate; `null` for all. */
  readonly only: readonly string[] | null;
}

export function isExtra(written: unknown): written is Extra {
  return extras.some((extra) => extra === written);
}

/** Returns a contract with the rules of pagination of a target. */
export function withPagination(contract: ContractModel, { pagination: rules = [] }: Target): ContractModel {
  return { ...contract, paginationRules: rules.map((rule): JsonObject => ({ ...rule })) };
}
