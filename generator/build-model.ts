/** Builds the model of a contract from opened documents: every stage up to the names of generated code. */
import { checkContract } from './contract/check.ts';
import type { Contract as ContractModel } from './contract/contract.ts';
import { linkContract } from './contract/link.ts';
import { readDocuments } from './contract/read.ts';
import { repairSchemas } from './contract/repair.ts';
import { createSelector, withUsedSchemas, type Selection } from './contract/selection.ts';
import { splitDirections } from './contract/split-directions.ts';
import type { Report } from './diagnostics.ts';
import type { BundledDocument } from './source/documents.ts';

/** Builds a model. `selection` are its operations; all when absent. Errors: those of the stages (reported). */
export function buildModel(
  documents: readonly BundledDocument[],
  report: Report,
  selection?: Selection,
): ContractModel {
  const selector = selection === undefined ? null : createSelector(selection);
  const reading = readDocuments(documents, report, 'generated', selector);
  const repaired = repairSchemas(reading, report);
  const linked = linkContract(repaired, report);
  const model = splitDirections(selector === null ? linked : withUsedSchemas(linked));
  checkContract(model, report);
  return model;
}
