/** Reads the bundled API descriptions shipped with the mock, in the repository and in the installed package. */
import { readFile } from 'node:fs/promises';
import type { ContractDocuments } from '../http/mock-pages.ts';

/** Folders of the descriptions, relative to `mock/hosts/` in the sources and to `dist/joined/hosts/` in the build. */
const FOLDERS = ['../../spec/dist/', '../../../spec/dist/'];

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
