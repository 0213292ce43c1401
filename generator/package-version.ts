/**
 * Knows which version of the package this is.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findTemplatesFolder } from './render/templates-folder.ts';

/** Returns the version in the package's own description. */
export function packageVersion(): string {
  const file = path.join(findTemplatesFolder(), '../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}
