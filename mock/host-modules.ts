/**
 * Host-dependent parts of the mock: the API descriptions, the console, requests to other servers. On Node their modules
 * are loaded on first use; other hosts have none of them.
 */
import type { ConsoleFiles } from './http/console-page.ts';
import type { ContractDocuments } from './http/mock-pages.ts';
import { createOwnFetch, type OutboundFetch } from './http/outbound.ts';

/** Returns the reader of the API descriptions. */
export function createHostDocuments(): ContractDocuments {
  if (!isNode()) return { read: () => Promise.resolve(null) };
  const load = once(async () => {
    const host = (await import(modules.documents)) as { createSpecFiles: () => ContractDocuments };
    return host.createSpecFiles();
  });
  return { read: async (name) => (await load()).read(name) };
}

/** Returns the reader of the console. */
export function createHostConsole(): ConsoleFiles {
  if (!isNode()) return { read: () => null };
  const load = once(async () => {
    const host = (await import(modules.console)) as { createConsoleFiles: () => ConsoleFiles };
    return host.createConsoleFiles();
  });
  return { read: async (name) => (await load()).read(name) };
}

/**
 * Returns the fetch for other servers.
 *
 * Shape: `allow` lists hosts that may be requested although they are not public.
 * Errors: rejects for an entry that is not a host.
 */
export async function createHostFetch(allow: readonly string[]): Promise<OutboundFetch> {
  if (!isNode()) return createOwnFetch();
  const load = once(async () => {
    const host = (await import(modules.outbound)) as {
      createOutboundFetch: (options: { readonly allow: readonly string[] }) => OutboundFetch;
    };
    return host.createOutboundFetch({ allow });
  });
  if (allow.length > 0) await load();
  return { get: async (address, context) => (await load()).get(address, context) };
}

/**
 * Loads the function that creates the mock of a description; its reader is large and needs files.
 *
 * Errors: rejects outside of Node.
 */
export async function loadDescribedMock<Module>(): Promise<Module> {
  if (!isNode()) throw new Error('In a browser, import `createMock` from `backlot/mock/page`.');
  if (typeof (Map as { readonly groupBy?: unknown }).groupBy !== 'function')
    throw new Error(`Backlot needs Node 22.18 or newer, this is ${nodeVersion()}.`);
  return (await import(modules.described)) as Module;
}

/** Why: bundlers for browsers, and the type check without Node's types, would follow literal paths. */
const modules: Readonly<Record<'documents' | 'console' | 'outbound' | 'described', string>> = {
  documents: './hosts/spec-files.ts',
  console: './hosts/console-files.ts',
  outbound: './hosts/outbound-fetch.ts',
  described: './described-mock.ts',
};

function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | null = null;
  return () => (loading ??= load());
}

function isNode(): boolean {
  return nodeVersion() !== null;
}

/** Returns the version of Node; `null` for another host. */
function nodeVersion(): string | null {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node ?? null;
}
