/** The mock of any API, from its description alone. Joins the reader of descriptions with the engine. */
import type { Diagnostic } from '../generator/diagnostics/diagnostics.ts';
import { loadResources, type LoadedResources } from '../generator/load/load-resources.ts';
import { createEngine, type Engine } from './engine/engine.ts';
import type { DescribedMockOptions } from './engine/options.ts';
import { fakeLoader } from './load-fake.ts';
import { createResourcePlugin } from './resources/plugin.ts';

/** A mock with what was read. */
export interface DescribedMock {
  readonly engine: Engine;
  readonly loaded: LoadedResources;
}

/** Thrown for a description that cannot be served. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(document: string, diagnostics: readonly Diagnostic[]) {
    const reasons = diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ message, place, position }) => {
        const where =
          place === null ? '' : `${place.file}${position === null ? place.pointer : `:${position.line}`}: `;
        return where + message;
      });
    super(`${document} can't be served: ${reasons.slice(0, 5).join('; ')}`);
    this.diagnostics = diagnostics;
  }
}

/**
 * Starts the mock of a description.
 *
 * Errors: rejects with a DescriptionError for documents that cannot be read; what can be served of the others is.
 */
export async function createDescribedMock(options: DescribedMockOptions): Promise<DescribedMock> {
  const { openapi, asyncapi = [], overlays = [], resources = null, records, pace } = options;
  const access = { isRemoteAllowed: options.allowRemote ?? false, folders: options.allowFolders ?? [] };
  const loaded = await loadResources({
    openapi,
    asyncapi,
    overlays,
    resources,
    folder: process.cwd(),
    access,
  });
  const { contract, diagnostics } = loaded;
  if (loaded.resources === null || contract === null) throw new DescriptionError(openapi, diagnostics);
  const loadFake = fakeLoader(process.cwd());
  const plugin = createResourcePlugin({ contract, ...loaded.resources }, { records, pace, loadFake });
  return { engine: await createEngine(plugin, options), loaded };
}
