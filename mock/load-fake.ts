/** Loads `@faker-js/faker` if the project has it: an optional peer, which is only loaded when records are created. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fakeValuesOf } from './resources/plausible/fake-values.ts';
import type { LoadFake } from './resources/plan/plan.ts';

/** Why the language first: the module with all languages takes much longer to load. */
const modules = ['@faker-js/faker/locale/en', '@faker-js/faker'];

/** Returns a loader of the library of a folder. Shape: it returns `null` if none can be loaded. */
export function fakeLoader(folder: string): LoadFake {
  let loading: ReturnType<LoadFake> | null = null;
  return () => (loading ??= load(folder));
}

async function load(folder: string): ReturnType<LoadFake> {
  const { resolve } = createRequire(path.join(folder, 'index.js'));
  for (const name of modules) {
    try {
      const values = fakeValuesOf(await import(pathToFileURL(resolve(name)).href));
      if (values !== null) return values;
    } catch {
      // The next one, or none.
    }
  }
  return null;
}
