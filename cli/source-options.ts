/** The options by which commands find descriptions. */
import path from 'node:path';
import type { ReferenceAccess } from '../generator/source/reference-access.ts';
import type { OptionRow } from './command.ts';

export const configOption = {
  type: 'string',
  value: 'FILE',
  help: 'configuration file (default backlot.config.yaml, or else backlot.config.ts)',
} satisfies OptionRow;

export const documentOptions = {
  openapi: { type: 'string', value: 'FILE', help: 'OpenAPI document, instead of a configuration' },
  asyncapi: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    default: [],
    help: 'AsyncAPI document; repeatable',
  },
} satisfies Record<string, OptionRow>;

export const accessOptions = {
  'allow-remote': { type: 'boolean', default: false, help: 'allow references to URLs' },
  'allow-folder': {
    type: 'string',
    value: 'DIR',
    multiple: true,
    default: [],
    help: 'allow references to a folder outside of the project; repeatable',
  },
} satisfies Record<string, OptionRow>;

interface AccessValues {
  readonly 'allow-remote': boolean;
  readonly 'allow-folder': readonly string[];
}

/** Returns the references that the values of `accessOptions` allow. */
export function readAccess(values: AccessValues): ReferenceAccess {
  return {
    isRemoteAllowed: values['allow-remote'],
    folders: values['allow-folder'].map((folder) => path.resolve(folder)),
  };
}
