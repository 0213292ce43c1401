/** The options by which commands find descriptions. */
import path from 'node:path';
import { isFileName, STANDARD_INPUT } from '../generator/source/document-names.ts';
import type { DocumentPaths } from '../generator/source/load.ts';
import type { ResourceSources } from '../generator/load/load-resources.ts';
import type { ReferenceAccess } from '../generator/source/reference-access.ts';
import { flag, option, repeatable, UsageError } from './command.ts';

export const configOption = option(
  'FILE',
  'configuration file (default backlot.config.yaml, or else backlot.config.ts)',
);

export const documentOptions = {
  openapi: option('FILE', 'OpenAPI document: a file, an http or https address, or - for the standard input'),
  asyncapi: repeatable('FILE', 'AsyncAPI document, likewise; repeatable'),
};

export const overlayOption = repeatable(
  'FILE',
  'overlay to apply to the documents (Overlay 1.0), in the given order; repeatable',
);

export const accessOptions = {
  'allow-remote': flag('allow references to URLs'),
  'allow-folder': repeatable('DIR', 'allow references to a folder outside of the project; repeatable'),
  'allow-unresolved': flag('accept any value where a reference has no target, with a warning'),
};

/** The options that name the description of an API, for commands that serve any API. */
export const descriptionOptions = {
  ...documentOptions,
  overlay: overlayOption,
  resources: option(
    'FILE',
    'file that overrides inferences (default: backlot.resources.yaml next to the description)',
  ),
  ...accessOptions,
};

export interface DescriptionValues extends AccessValues {
  readonly openapi?: string | undefined;
  readonly asyncapi: readonly string[];
  readonly overlay: readonly string[];
  readonly resources?: string | undefined;
}

/** Reads the selected description; `null` for that of the Agent Platform. Errors: throws UsageError. */
export function readDescriptionCall(values: DescriptionValues): ResourceSources | null {
  const { openapi, asyncapi, overlay, resources = null } = values;
  if (openapi === undefined) {
    if (asyncapi.length + overlay.length > 0 || resources !== null)
      throw new UsageError('--asyncapi, --overlay and --resources need --openapi FILE.');
    return null;
  }
  checkDocuments([openapi, ...asyncapi, ...overlay]);
  return {
    openapi,
    asyncapi,
    overlays: overlay,
    resources,
    folder: process.cwd(),
    access: readAccess(values),
  };
}

/** The values of `accessOptions`. */
export interface AccessValues {
  readonly 'allow-remote': boolean;
  readonly 'allow-folder': readonly string[];
  readonly 'allow-unresolved': boolean;
}

/** Returns the references that the values of `accessOptions` allow. */
export function readAccess(values: AccessValues): ReferenceAccess {
  return {
    isRemoteAllowed: values['allow-remote'],
    folders: values['allow-folder'].map((folder) => path.resolve(folder)),
    isUnresolvedAllowed: values['allow-unresolved'],
  };
}

/** Adds overlays, whose paths are relative to the working directory, to those of documents. */
export function withOverlays<Documents extends DocumentPaths>(
  documents: Documents,
  overlays: readonly string[],
): Documents {
  if (overlays.length === 0) return documents;
  const added = overlays.map((file) => (isFileName(file) ? path.resolve(file) : file));
  return { ...documents, overlays: [...(documents.overlays ?? []), ...added] };
}

/** Errors: throws UsageError if the standard input would be read twice. */
export function checkDocuments(documents: readonly string[]): void {
  if (documents.filter((file) => file === STANDARD_INPUT).length > 1)
    throw new UsageError('Only one document can be read from the standard input.');
}
