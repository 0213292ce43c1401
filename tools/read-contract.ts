/**
 * Reads descriptions into the contract model, like the generator but without its diagnostics.
 */
import type { ContractModel } from '../generator/model/contract-model.ts';
import { linkContract } from '../generator/read/link.ts';
import { readDocuments } from '../generator/read/read.ts';
import { repairSchemas } from '../generator/read/repair.ts';
import { loadDocuments, type DocumentPaths } from '../generator/source/load.ts';
import { openDocument } from '../generator/source/open.ts';

/** Reads a contract; paths are relative to the folder. */
export async function readContract(paths: DocumentPaths, folder: string): Promise<ContractModel> {
  const ignore = (): void => undefined;
  const texts = await loadDocuments(paths, folder, ignore);
  const opened = await Promise.all(texts.map((text) => openDocument(text, folder, ignore)));
  const documents = opened.flatMap(({ document }) => document ?? []);
  return linkContract(repairSchemas(readDocuments(documents, ignore), ignore), ignore);
}
