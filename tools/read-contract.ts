/** Reads descriptions like the generator, for the tools that need its model or the documents themselves. */
import { collectDiagnostics } from '../generator/diagnostics/diagnostics.ts';
import type { BundledDocument } from '../generator/json/documents.ts';
import type { ContractModel } from '../generator/model/contract-model.ts';
import { openDocuments } from '../generator/overlay/open-documents.ts';
import { buildModel } from '../generator/read/build-model.ts';
import type { DocumentPaths } from '../generator/source/load.ts';

/** Documents with their references resolved, and their problems. */
export interface OpenedContract {
  /** In the order of the paths, without those that cannot be parsed. */
  readonly documents: readonly BundledDocument[];
  /** Messages of the diagnostics; empty if there are none. */
  readonly problems: readonly string[];
}

/** Opens documents; paths are relative to the folder. */
export async function openContract(paths: DocumentPaths, folder: string): Promise<OpenedContract> {
  const { report, diagnostics } = collectDiagnostics();
  const { opened } = await openDocuments(paths, folder, report);
  return {
    documents: opened.flatMap(({ document }) => document ?? []),
    problems: diagnostics.map(({ message }) => message),
  };
}

/** Reads a contract, whatever is wrong with it; paths are relative to the folder. */
export async function readContract(paths: DocumentPaths, folder: string): Promise<ContractModel> {
  const { documents } = await openContract(paths, folder);
  return buildModel(documents, () => undefined);
}
