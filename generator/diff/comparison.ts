/**
 * Compares two states of a description from start to end: every stage in order. Reads more than the generator does,
 * because bodies other than JSON, webhooks and servers can change as well.
 */
import { linkContract } from '../read/link.ts';
import { readDocuments } from '../read/read.ts';
import { repairSchemas } from '../read/repair.ts';
import { collectDiagnostics, hasErrors, type Diagnostic } from '../diagnostics/diagnostics.ts';
import { classifyChange } from './catalogue/classify.ts';
import { compareDescriptions } from './compare.ts';
import { describeDocuments, type Description } from './description.ts';
import { orderChanges } from './report/order-changes.ts';
import type { ComparedState, Comparison, LocatedPlace } from './report/located.ts';
import type { Place } from '../json/documents.ts';
import type { DocumentPaths } from '../source/load.ts';
import { openDocuments } from '../overlay/open-documents.ts';
import { type Locate, locateDiagnostics, locatePlace } from '../source/opened-document.ts';

export interface ComparedDocuments extends DocumentPaths {
  /** Project folder, absolute; paths are relative to it. */
  readonly folder: string;
}

/** The result of a comparison: `comparison` is `null` when one side can't be read. */
export interface ComparisonResult {
  readonly diagnostics: { readonly before: readonly Diagnostic[]; readonly after: readonly Diagnostic[] };
  readonly comparison: Comparison | null;
}

export async function compareDocuments(
  before: ComparedDocuments,
  after: ComparedDocuments,
): Promise<ComparisonResult> {
  const old = await readState('old', before);
  const fresh = await readState('new', after);
  const diagnostics = { before: old.diagnostics, after: fresh.diagnostics };
  if (old.description === null || fresh.description === null) return { diagnostics, comparison: null };
  const changes = compareDescriptions({ before: old.description, after: fresh.description });
  const comparison = {
    before: stateOf(old.description),
    after: stateOf(fresh.description),
    changes: orderChanges(
      changes.map((change) => ({
        ...classifyChange(change),
        before: locate(change.before, old.locators),
        after: locate(change.after, fresh.locators),
      })),
    ),
  };
  return { diagnostics, comparison };
}

interface ReadState {
  readonly description: Description | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly locators: readonly Locate[];
}

async function readState(side: 'old' | 'new', { folder, ...paths }: ComparedDocuments): Promise<ReadState> {
  const { report, diagnostics } = collectDiagnostics();
  const { opened } = await openDocuments(paths, folder, report);
  const locators = opened.map((each) => each.locate);
  const documents = opened.map(({ document }) => document).filter((document) => document !== null);
  if (hasErrors(diagnostics))
    return { description: null, diagnostics: locateDiagnostics(diagnostics, locators), locators };
  const reading = repairSchemas(readDocuments(documents, report, 'compared'), report);
  const contract = linkContract(reading, report);
  const description = describeDocuments(side, reading, contract);
  return { description, diagnostics: locateDiagnostics(diagnostics, locators), locators };
}

function stateOf({ title, version, documents }: Description): ComparedState {
  return { title, version, documents };
}

function locate(place: Place | null, locators: readonly Locate[]): LocatedPlace | null {
  if (place === null) return null;
  const { place: written, position } = locatePlace(place, locators);
  return { ...written, position };
}
