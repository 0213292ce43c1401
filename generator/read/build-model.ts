/** Builds the model of a contract from opened documents: every stage up to the names of generated code. */
import { checkContract } from '../check/check.ts';
import type { ContractModel } from '../model/contract-model.ts';
import type { Renames } from '../model/operation-names.ts';
import { linkContract } from './link.ts';
import { readDocuments } from './read.ts';
import { repairSchemas } from './repair.ts';
import { createSelector, withUsedSchemas, type Selection } from './selection.ts';
import { splitDirections } from './split-directions.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { BundledDocument } from '../json/documents.ts';

/** Builds a model. `selection` are its operations; all when absent. Errors: those of the stages (reported). */
export function buildModel(
  documents: readonly BundledDocument[],
  report: Report,
  selection?: Selection,
  renames?: Renames,
): ContractModel {
  const selector = selection === undefined ? null : createSelector(selection);
  const reading = readDocuments(documents, report, 'generated', { selector, renames });
  const repaired = repairSchemas(reading, report);
  const linked = linkContract(repaired, report);
  const model = splitDirections(selector === null ? linked : withUsedSchemas(linked));
  checkContract(model, report);
  return model;
}
