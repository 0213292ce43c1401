/** Reads the contract of any API from its documents, at run time. */
import type { Contract } from '../../contract/contract.ts';
import { buildModel } from '../read/build-model.ts';
import { describeContract } from './describe-contract.ts';
import { collectDiagnostics, hasErrors, type Diagnostic } from '../diagnostics/diagnostics.ts';
import type { DocumentPaths } from '../source/load.ts';
import { openDocuments } from '../overlay/open-documents.ts';
import { locateDiagnostics } from '../source/opened-document.ts';
import type { ReferenceAccess } from '../source/reference-access.ts';

export interface ContractSources extends DocumentPaths {
  /** The folder that paths are relative to, absolute. */
  readonly folder: string;
  /** The targets that references may have outside of the folder; absent for none. */
  readonly access?: ReferenceAccess;
}

/** A contract that was read, with its diagnostics. */
export interface LoadedContract {
  /** `null` if an error prevents that anything is served. */
  readonly contract: Contract | null;
  /** In the order of the stages, with line and column where they are available. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a contract. Validators are compiled and samples chosen when they are first used.
 *
 * Errors: those of the documents (returned); never rejects for their content.
 */
export async function loadContract({ folder, access, ...paths }: ContractSources): Promise<LoadedContract> {
  const { report, diagnostics } = collectDiagnostics();
  const { sources, opened } = await openDocuments(paths, folder, report, access);
  const locators = opened.map(({ locate }) => locate);
  const documents = opened.map(({ document }) => document).filter((document) => document !== null);
  const isUnreadable = documents.length < sources.length || documents.length === 0 || hasErrors(diagnostics);
  const model = isUnreadable ? null : buildModel(documents, report);
  return {
    contract: model === null || hasErrors(diagnostics) ? null : describeContract(model, () => undefined),
    diagnostics: locateDiagnostics(diagnostics, locators),
  };
}
