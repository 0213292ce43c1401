/** Reads the single-file descriptions that lie beside the mock, in the repository and in the installed package. */
import { readFile } from 'node:fs/promises';
import type { ContractDocuments } from '../http/mock-pages.ts';

/** Folder of the descriptions, from `mock/hosts/` of the sources and from `dist/joined/hosts/` of the build. */
const FOLDERS = ['../../spec/dist/', '../../../spec/dist/'];

/** Creates the reader of this host. */
export function createSpecFiles(): ContractDocuments {
  return {
    async read(name) {
      for (const folder of FOLDERS) {
        const text = await readFile(new URL(folder + name, import.meta.url), 'utf8').catch(() => null);
        if (text !== null) return text;
      }
      return null;
    },
  };
}
