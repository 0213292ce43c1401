/** The mock of any API, from its description alone. Joins the reader of descriptions with the engine. */
import { toText } from '../templates/runtime/json/value.ts';
import { applyOverrides } from '../contract/resources/overrides/apply-overrides.ts';
import { joinOverrides, type ResourceOverrides } from '../contract/resources/overrides/override.ts';
import type { Diagnostic } from '../generator/diagnostics/diagnostics.ts';
import { documentText } from '../generator/load/document-texts.ts';
import { loadResources, type LoadedResources } from '../generator/load/load-resources.ts';
import type { DescribedMockOptions, DocumentSource } from './described-options.ts';
import { createEngine, type Engine } from './engine/engine.ts';
import { createSendMessage } from './hosts/outbound-fetch.ts';
import { fakeLoader } from './load-fake.ts';
import { createResourcePlugin } from './resources/plugin.ts';
import { DefinitionError } from './resources/definition/defined-handlers.ts';
import type { ResourceContract } from './resources/plan/described-operations.ts';
import { keepValidRecords } from './resources/reload/keep-records.ts';
import { assertSameApi } from './resources/reload/served-description.ts';

/** A mock with its description. */
export interface DescribedMock {
  readonly engine: Engine;
  readonly loaded: LoadedResources;
  /**
   * Reads everything again, and serves the new version.
   *
   * Shape: messages about records that no longer fit, which are completed or set aside. `mock` replaces the definition
   * in code.
   * Errors: rejects as `createDescribedMock` does; then the earlier version stays.
   */
  readonly reload: (
    changes?: Pick<DescribedMockOptions, 'mock' | 'records' | 'credentials'>,
  ) => Promise<Reloaded>;
}

export interface Reloaded {
  readonly loaded: LoadedResources;
  readonly problems: readonly string[];
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

/** Thrown for records, overrides or functions that do not fit the description. */
export { DefinitionError };

/**
 * Starts the mock of a description.
 *
 * Errors: rejects with a DescriptionError for documents that cannot be read, and with a DefinitionError for a
 * definition that does not fit them. Parts of the documents that cannot be served are skipped.
 */
export async function createDescribedMock(options: DescribedMockOptions): Promise<DescribedMock> {
  let current = await read(options);
  const engine = await createEngine(pluginOf(current, options), options);
  const keep = (before: ResourceContract | null): Promise<readonly string[]> =>
    keepValidRecords(engine.worlds, current.described, before);
  try {
    assertSameApi(engine.worlds.list(), current.described);
  } catch (error) {
    await engine.close();
    throw error;
  }
  for (const problem of await keep(null)) options.report?.(problem);
  return {
    engine,
    loaded: current.loaded,
    async reload(changes = {}) {
      const next = { ...options, ...changes };
      const reread = await read(next);
      const plugin = pluginOf(reread, next);
      const before = current.described;
      current = reread;
      engine.reload(plugin);
      return { loaded: reread.loaded, problems: await keep(before) };
    },
  };
}

interface ReadDescription {
  readonly loaded: LoadedResources;
  readonly described: ResourceContract;
}

async function read(options: DescribedMockOptions): Promise<ReadDescription> {
  const { asyncapi = [], overlays = [], resources = null } = options;
  const access = {
    isRemoteAllowed: options.allowRemote ?? false,
    folders: options.allowFolders ?? [],
    isUnresolvedAllowed: options.allowUnresolved ?? false,
  };
  const documents = nameDocuments(options.openapi, asyncapi);
  const folder = process.cwd();
  const loaded = await loadResources({ ...documents, overlays, resources, folder, access });
  const { contract, diagnostics } = loaded;
  if (loaded.resources === null || contract === null)
    throw new DescriptionError(documents.openapi, diagnostics);
  return { loaded, described: withCode({ contract, digest: loaded.digest, ...loaded.resources }, options) };
}

/** Returns the names of documents, and the texts of those that are not files. */
function nameDocuments(
  openapi: DocumentSource,
  asyncapi: readonly DocumentSource[],
): { readonly openapi: string; readonly asyncapi: readonly string[]; readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  const nameOf = (source: DocumentSource, name: string): string => {
    const text = toText(source);
    if (!/^\s*\{|\n/.test(text)) return text;
    texts.set(name, text);
    return name;
  };
  const others = asyncapi.map((source, index) => nameOf(source, `asyncapi-${index + 1}`));
  return { openapi: nameOf(openapi, 'openapi'), asyncapi: others, texts };
}

/** Adds the overrides that are given as values. Errors: throws for names that do not exist. */
function withCode(
  described: ResourceContract,
  { mock, records, report }: DescribedMockOptions,
): ResourceContract {
  const own = { resources: mock?.resources, unique: mock?.unique, machines: mock?.machines };
  const given = { ...mock?.records, ...(typeof records === 'object' ? records : {}) };
  const entries = Object.entries({ ...own, records: Object.keys(given).length === 0 ? undefined : given });
  const overrides = Object.fromEntries(
    entries.filter(([, value]) => value !== undefined),
  ) as ResourceOverrides;
  if (Object.keys(overrides).length === 0) return described;
  const applied = applyOverrides(described.graph, described.source, overrides, 'defineMock');
  const [unused, wrong] = [true, false].map((isUnused) =>
    applied.problems
      .filter((problem) => (problem.isUnused ?? false) === isUnused)
      .map(({ path, message }) => `${path.join('.')}: ${message}`),
  );
  if (wrong?.[0] !== undefined) throw new DefinitionError(wrong[0]);
  for (const problem of unused ?? []) report?.(problem);
  const all = joinOverrides(described.overrides, applied.overrides);
  return { ...described, graph: applied.graph, overrides: all };
}

function pluginOf(
  { described, loaded: { documents } }: ReadDescription,
  {
    records,
    pace,
    mock,
    credentials,
    report,
    webhooks,
    webhookSecret,
    allowCallbacks = [],
  }: DescribedMockOptions,
): ReturnType<typeof createResourcePlugin> {
  return createResourcePlugin(described, {
    records: typeof records === 'number' ? records : undefined,
    pace,
    definition: mock,
    credentials,
    report,
    webhooks,
    send: createSendMessage({ allow: allowCallbacks, secret: webhookSecret }),
    documents: { read: (name) => Promise.resolve(documentText(documents, name)) },
    loadFake: fakeLoader(process.cwd()),
  });
}
