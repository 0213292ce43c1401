/** Reads the resources of any API from its documents, and the file that overrides what is inferred. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Contract } from '../../contract/contract.ts';
import type { SourceOperation } from '../../contract/resources/source.ts';
import { withStatedBodies } from '../../contract/resources/bodies/undescribed-records.ts';
import type { ContractModel } from '../model/contract-model.ts';
import { buildModel } from '../read/build-model.ts';
import { describeContract } from './describe-contract.ts';
import { describeResources, type DescribedResources } from './describe-resources.ts';
import type { OverridesText } from './read-overrides.ts';
import { collectDiagnostics, hasErrors, type Diagnostic } from '../diagnostics/diagnostics.ts';
import type { ContractSources } from './load-contract.ts';
import type { BundledDocument } from '../json/documents.ts';
import { isFileName, relativeFile } from '../source/document-names.ts';
import { readDocument } from '../source/load.ts';
import { openDocuments } from '../overlay/open-documents.ts';
import { locateDiagnostics } from '../source/opened-document.ts';
import type { OverlayChange } from '../overlay/overlay.ts';

/** The file that is read if it is next to a description. */
export const OVERRIDES_FILE = 'backlot.resources.yaml';

/** The documents of an API, and the file of overrides. */
export interface ResourceSources extends ContractSources {
  /** The file of overrides; `null` for the one beside the description, if there is one. */
  readonly resources: string | null;
}

/** Resources that were read, with their diagnostics. */
export interface LoadedResources {
  /** `null` if the documents cannot be read. */
  readonly resources: DescribedResources | null;
  readonly operations: readonly SourceOperation[];
  /** The contract; `null` if the documents cannot be read. */
  readonly contract: Contract | null;
  /** What each action of the overlays changed, in their order. */
  readonly changes: readonly OverlayChange[];
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of the files that were read or were missing. */
  readonly files: readonly string[];
  /** The documents in one piece each, with their overlays. */
  readonly documents: readonly BundledDocument[];
  /** Identifies everything that was read; the same for the same files. */
  readonly digest: string;
}

/** Reads the resources of an API. Errors: those of the documents and of the overrides (returned). */
export async function loadResources(options: ResourceSources): Promise<LoadedResources> {
  const { folder, access, resources: overrides, ...paths } = options;
  const { report, diagnostics } = collectDiagnostics();
  const { sources, opened, changes } = await openDocuments(paths, folder, report, access);
  const documents = opened.map(({ document }) => document).filter((document) => document !== null);
  const isUnreadable = documents.length < sources.length || documents.length === 0 || hasErrors(diagnostics);
  const model = isUnreadable ? null : buildModel(documents, report);
  const document = paths.openapi !== null && paths.texts?.has(paths.openapi) === true ? null : paths.openapi;
  const file = overrides ?? besideDocument(document, folder);
  const text = file === null ? null : await readDocument(file, folder, report);
  const written: OverridesText | null =
    text === null ? null : { file: relativeFile(text.absolute, folder), text: text.text };
  const read = model === null ? null : describeResources(model, written, report);
  // Why: a partial file is not what the user intended.
  const described = diagnostics.some(({ code }) => code === 'DOCUMENT_SYNTAX') ? null : read;
  const others = opened
    .flatMap((each) => each.files)
    .filter((each) => !sources.some(({ absolute }) => absolute === each));
  return {
    documents,
    digest: digestOf([
      ...sources.map((each) => each.text),
      text?.text ?? '',
      ...[...others, ...(paths.overlays ?? [])].map((each) => contentOf(path.resolve(folder, each))),
    ]),
    resources: described,
    operations: described?.source.operations ?? [],
    contract: model === null ? null : contractOf(model, described),
    changes,
    files: [
      ...opened.flatMap(({ files }) => files),
      ...(paths.overlays ?? []).map((overlay) => path.resolve(folder, overlay)),
      ...possibleOverrides(overrides, document, folder),
    ],
    diagnostics: locateDiagnostics(
      diagnostics,
      opened.map(({ locate }) => locate),
    ),
  };
}

/** Describes a contract with the bodies that its resources have, and that no schema describes. */
function contractOf(model: ContractModel, described: DescribedResources | null): Contract {
  const contract = describeContract(model, () => undefined, described?.graph);
  const sources = new Map(described?.source.operations.map((operation) => [operation.id, operation]));
  const operations = contract.service.operations.map((spec) => withStatedBodies(spec, sources.get(spec.id)));
  return { ...contract, service: { ...contract.service, operations } };
}

/** Returns the file of overrides beside a description; `null` if there is none. */
function besideDocument(document: string | null, folder: string): string | null {
  return possibleOverrides(null, document, folder).find((file) => existsSync(file)) ?? null;
}

/** Returns the file of overrides that is read if it exists. */
function possibleOverrides(
  chosen: string | null,
  document: string | null,
  folder: string,
): readonly string[] {
  if (chosen !== null) return [path.resolve(folder, chosen)];
  if (document === null || !isFileName(document)) return [];
  return [path.join(path.dirname(path.resolve(folder, document)), OVERRIDES_FILE)];
}

function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('base64url');
}

/** Returns the text of a file; empty if it cannot be read. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
