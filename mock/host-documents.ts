/** Chooses where the mock reads the descriptions of the service: from files on Node, from nowhere elsewhere. */
import { isNode } from './host-card-fetcher.ts';
import type { ContractDocuments } from './http/mock-pages.ts';

/** Returns the reader of this host; what it needs is loaded with the first request. */
export function createHostDocuments(): ContractDocuments {
  if (!isNode()) return { read: () => Promise.resolve(null) };
  let loading: Promise<ContractDocuments> | null = null;
  return { read: async (name) => (await (loading ??= loadFiles())).read(name) };
}

/** Why: with the path in a literal, bundlers for browsers and the check without Node's types would follow it. */
async function loadFiles(): Promise<ContractDocuments> {
  const path: string = './hosts/spec-files.ts';
  const host = (await import(path)) as { createSpecFiles: () => ContractDocuments };
  return host.createSpecFiles();
}
