/**
 * The mock of a description in a page of a browser. The package contains it as one file without modules of Node, so a
 * bundler needs no settings for it.
 */
import { createDescribedMock } from './described-mock.ts';
import type { DescribedMockOptions } from './described-options.ts';
import type { Engine } from './engine/engine.ts';

export { DescriptionError } from './described-mock.ts';
export type { DescribedMockOptions, DocumentSource } from './described-options.ts';
export { defineMock } from './resources/definition/define-mock.ts';
export type { Engine } from './engine/engine.ts';

/**
 * Options of the mock in a page: a page has no files, so documents are texts or values without references to others.
 */
export type PageMockOptions = Omit<
  DescribedMockOptions,
  'overlays' | 'resources' | 'allowRemote' | 'allowFolders'
>;

/**
 * Starts the mock of a description in this page.
 *
 * Errors: rejects with a DescriptionError for a document that cannot be read, or that refers to others.
 */
export async function createMock(options: PageMockOptions): Promise<Engine> {
  return (await createDescribedMock(options)).engine;
}
