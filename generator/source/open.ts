/**
 * Opens a description. A single file needs no bundler and is read directly, which takes a fraction of the time and
 * memory; everything else, including invalid documents, goes through `bundle.ts`.
 */
import type { Report } from '../diagnostics/diagnostics.ts';
import type { JsonObject, Place } from '../json/documents.ts';
import type { OpenedDocument } from './opened-document.ts';
import { resolveIdentifiers } from './identifiers.ts';
import { countProperties, createLines } from './json-positions.ts';
import { isObject, nodeAt, objectAt, propertyPlace } from '../json/json.ts';
import { type SourceText, acceptedVersion } from './load.ts';
import { isWalkable } from './measure-tree.ts';
import { placeDefinitions, reportMisplaced } from './misplaced-definitions.ts';
import { isJsonText, locateInText, parseObject } from './parse-source.ts';
import { indexPlaces } from './place-index.ts';
import { PROJECT_ONLY, type ReferenceAccess } from './reference-access.ts';

/**
 * Opens one document.
 *
 * Shape: references inside the tree are `#/…`.
 * Errors: those of `bundle.ts` and of `convert.ts` (reported).
 */
export async function openDocument(
  source: SourceText,
  folder: string,
  report: Report,
  access: ReferenceAccess = PROJECT_ONLY,
): Promise<OpenedDocument> {
  const opened = await openAlone(source, report);
  if (opened !== null) return opened;
  const { convertOld } = await import('./convert.ts');
  const converted = await convertOld(source, report);
  if (converted === null) return bundle(source, folder, report, access);
  const read =
    converted.source === null
      ? nothingOf(source)
      : await openAsWritten(converted.source, folder, report, access);
  return converted.inOriginal(read);
}

async function openAsWritten(
  source: SourceText,
  folder: string,
  report: Report,
  access: ReferenceAccess,
): Promise<OpenedDocument> {
  return (await openAlone(source, report)) ?? (await bundle(source, folder, report, access));
}

function nothingOf({ absolute }: SourceText): OpenedDocument {
  return { document: null, locate: () => null, lineOf: () => null, files: [absolute], areFilesAll: true };
}

async function bundle(
  source: SourceText,
  folder: string,
  report: Report,
  access: ReferenceAccess,
): Promise<OpenedDocument> {
  const { bundleDocument } = await import('./bundle.ts');
  return bundleDocument(source, folder, report, access);
}

/**
 * Opens a document whose references are all internal; `null` for any other. Errors: MAPPING_UNRESOLVED,
 * DEFINITION_MISPLACED (reported).
 */
async function openAlone(source: SourceText, report: Report): Promise<OpenedDocument | null> {
  const isJson = isJsonText(source.text);
  const root = await parseObject(source.text);
  const version = root === null ? null : acceptedVersion(root, source.kind);
  if (root === null || version === null || !isWalkable(root)) return null;
  const { file, kind, text, absolute } = source;
  resolveIdentifiers(root, text, true);
  const misplaced = placeDefinitions(root, text);
  const { placeOf, references, mappings, propertyCount } = indexPlaces([{ file, parsed: root }], {
    file,
    pointer: '#/',
  });
  // JSON.parse keeps the last of two properties with the same key and reports nothing.
  if (isJson && propertyCount !== countProperties(text)) return null;
  const resolved = new Set<string>();
  if (![...references].every((reference) => hasTarget(root, reference, resolved))) return null;
  reportMisplaced(file, misplaced, report);
  for (const mapping of mappings) reportMapping(mapping, root, placeOf(mapping), report);
  const lines = createLines(text);
  return {
    document: { kind, version, file, root, placeOf },
    locate: await locateInText(source),
    lineOf: (wanted, line) => (wanted === file ? lines.textOf(line) : null),
    files: [absolute],
    areFilesAll: true,
  };
}

/** Reports the entries of a mapping without a target; those to other files are reported where they are used. */
function reportMapping(mapping: object, root: JsonObject, place: Place, report: Report): void {
  const schemas = objectAt(objectAt(root, 'components'), 'schemas');
  for (const [value, target] of Object.entries(mapping)) {
    if (typeof target !== 'string') continue;
    const isName = /^[\w-]+$/.test(target);
    if (
      target.startsWith('#/') ? nodeAt(root, target) === undefined : isName && !Object.hasOwn(schemas, target)
    )
      report('MAPPING_UNRESOLVED', propertyPlace(place, value), { value, ref: `\`${target}\`` });
  }
}

/**
 * Returns whether a reference resolves to a node of the tree without a cycle. Adds such references to `resolved`, so
 * that a long chain is followed once and not from each of its links.
 */
function hasTarget(root: JsonObject, reference: string, resolved: Set<string>): boolean {
  const seen = new Set<string>();
  for (let next: string | null = reference; next !== null && !resolved.has(next);) {
    if (!next.startsWith('#/') || seen.has(next)) return false;
    seen.add(next);
    const node = nodeAt(root, next);
    if (node === undefined) return false;
    next = isObject(node) && typeof node['$ref'] === 'string' ? node['$ref'] : null;
  }
  for (const each of seen) resolved.add(each);
  return true;
}
