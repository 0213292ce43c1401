/** Reads and opens all documents of a description, with its overlays applied. */
import type { Report } from '../diagnostics/diagnostics.ts';
import { loadDocuments, type DocumentPaths, type SourceText } from '../source/load.ts';
import { openDocument } from '../source/open.ts';
import type { OpenedDocument } from '../source/opened-document.ts';
import type { OverlayChange } from './overlay.ts';
import { PROJECT_ONLY, type ReferenceAccess } from '../source/reference-access.ts';

export interface OpenedDocuments {
  /** As they were written. */
  readonly sources: readonly SourceText[];
  /** In the same order. */
  readonly opened: readonly OpenedDocument[];
  /** What each action of the overlays changed, in their order. */
  readonly changes: readonly OverlayChange[];
}

/**
 * Opens the documents, OpenAPI first.
 *
 * Errors: those of `loadDocuments`, `openDocument`, `readOverlays` and `overlayDocuments` (reported).
 */
export async function openDocuments(
  paths: DocumentPaths,
  folder: string,
  report: Report,
  access: ReferenceAccess = PROJECT_ONLY,
): Promise<OpenedDocuments> {
  const sources = await loadDocuments(paths, folder, report);
  const files = paths.overlays ?? [];
  if (files.length === 0) {
    const opened = sources.map((source) => openDocument(source, folder, report, access));
    return { sources, opened: await Promise.all(opened), changes: [] };
  }
  const { readOverlays } = await import('./read-overlay.ts');
  const { overlayDocuments } = await import('./overlay-documents.ts');
  const overlays = await readOverlays(files, folder, report);
  const { documents, changes } = await overlayDocuments(sources, overlays, folder, report);
  const texts = new Map(documents.map(({ source: { absolute, text } }) => [absolute, text]));
  const opened = await Promise.all(
    documents.map(async ({ source, inOriginal }) =>
      inOriginal(await openDocument(source, folder, report, { ...access, texts })),
    ),
  );
  return { sources, opened, changes };
}
