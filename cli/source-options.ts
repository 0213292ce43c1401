/** The options by which commands find descriptions. */
import path from 'node:path';
import { isFileName, STANDARD_INPUT } from '../generator/source/document-names.ts';
import type { DocumentPaths } from '../generator/source/load.ts';
import type { ResourceSources } from '../generator/load/load-resources.ts';
import type { ReferenceAccess } from '../generator/source/reference-access.ts';
import { UsageError, type OptionRow } from './command.ts';

export const configOption = {
  type: 'string',
  value: 'FILE',
  help: 'configuration file (default backlot.config.yaml, or else backlot.config.ts)',
} satisfies OptionRow;

export const documentOptions = {
  openapi: {
    type: 'string',
    value: 'FILE',
    help: 'OpenAPI document: a file, an http or https address, or - for the standard input',
  },
  asyncapi: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    default: [],
    help: 'AsyncAPI document, likewise; repeatable',
  },
} satisfies Record<string, OptionRow>;

export const overlayOption = {
  type: 'string',
  value: 'FILE',
  multiple: true,
  default: [],
  help: 'overlay to apply to the documents (Overlay 1.0), in the given order; repeatable',
} satisfies OptionRow;

export const accessOptions = {
  'allow-remote': { type: 'boolean', default: false, help: 'allow references to URLs' },
  'allow-folder': {
    type: 'string',
    value: 'DIR',
    multiple: true,
    default: [],
    help: 'allow references to a folder outside of the project; repeatable',
  },
  'allow-unresolved': {
    type: 'boolean',
    default: false,
    help: 'accept any value where a reference has no target, with a warning',
  },
} satisfies Record<string, OptionRow>;

/** The options that name the description of an API, for commands that serve any API. */
export const descriptionOptions = {
  ...documentOptions,
  overlay: overlayOption,
  resources: {
    type: 'string',
    value: 'FILE',
    help: 'file that overrides inferences (default: backlot.resources.yaml next to the description)',
  },
  ...accessOptions,
} satisfies Record<string, OptionRow>;

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
