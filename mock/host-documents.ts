/** Chooses where the mock reads the API descriptions and its console: from files on Node, from nowhere elsewhere. */
import { isNode } from './agent-platform/cards/host-card-fetcher.ts';
import type { ConsoleFiles } from './http/console-page.ts';
import type { ContractDocuments } from './http/mock-pages.ts';

/** Returns the reader for this host; its modules are loaded with the first request. */
export function createHostDocuments(): ContractDocuments {
  if (!isNode()) return { read: () => Promise.resolve(null) };
  let loading: Promise<ContractDocuments> | null = null;
  return { read: async (name) => (await (loading ??= loadFiles())).read(name) };
}

/** Returns the reader of the console for this host; its modules are loaded with the first request. */
export function createHostConsole(): ConsoleFiles {
  if (!isNode()) return { read: () => null };
  let loading: Promise<ConsoleFiles> | null = null;
  return { read: async (name) => (await (loading ??= loadConsole())).read(name) };
}

async function loadConsole(): Promise<ConsoleFiles> {
  const path: string = './hosts/console-files.ts';
  const host = (await import(path)) as { createConsoleFiles: () => ConsoleFiles };
  return host.createConsoleFiles();
}

/** Why: bundlers for browsers, and the type check without Node's types, would follow the path if it were a literal. */
async function loadFiles(): Promise<ContractDocuments> {
  const path: string = './hosts/spec-files.ts';
  const host = (await import(path)) as { createSpecFiles: () => ContractDocuments };
  return host.createSpecFiles();
}
