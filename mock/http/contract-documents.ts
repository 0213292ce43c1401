/**
 * Serves the descriptions of the service as single files, at the root and in each world: `/openapi.json`,
 * `/openapi.yaml`, `/asyncapi.json`, `/asyncapi.yaml`. Their server is the address that the request was sent to.
 */
import type { HttpResponse } from '../../generated/runtime/http.ts';
import { UNDECLARED_HEADER } from './undeclared.ts';

/** Reads the single-file descriptions. */
export interface ContractDocuments {
  /** Returns the text of `openapi.json` and the like; `null` where the host has none. */
  read(name: DocumentName): Promise<string | null>;
}

/** File names of the descriptions, which are also their addresses. */
export type DocumentName = 'openapi.json' | 'openapi.yaml' | 'asyncapi.json' | 'asyncapi.yaml';

const MEDIA_TYPES: Readonly<Record<DocumentName, string>> = {
  'openapi.json': 'application/json',
  'openapi.yaml': 'application/yaml',
  'asyncapi.json': 'application/json',
  'asyncapi.yaml': 'application/yaml',
};

/** Returns the description that a path asks for; `null` for every other path. */
export function documentAt(path: string): DocumentName | null {
  const name = path.slice(1);
  return Object.hasOwn(MEDIA_TYPES, name) ? (name as DocumentName) : null;
}

/** Returns a description whose only server is `baseUrl`; `null` where the host has no such file. */
export async function serveDocument(
  documents: ContractDocuments,
  name: DocumentName,
  baseUrl: string,
): Promise<HttpResponse | null> {
  const text = await documents.read(name);
  if (text === null) return null;
  const servers = name.startsWith('openapi') ? openapiServers(baseUrl) : asyncapiServers(baseUrl);
  return {
    status: 200,
    headers: { 'content-type': MEDIA_TYPES[name], [UNDECLARED_HEADER]: 'contract-document' },
    body: { kind: 'text', text: withServers(text, servers, name.endsWith('.json')) },
  };
}

function openapiServers(baseUrl: string): unknown {
  return [{ url: baseUrl, description: 'This mock.' }];
}

function asyncapiServers(baseUrl: string): unknown {
  const { host, protocol, pathname } = new URL(baseUrl);
  const server = { host, protocol: protocol.slice(0, -1), description: 'This mock.' };
  return { mock: pathname === '/' ? server : { ...server, pathname } };
}

/** Replaces the top-level `servers`. JSON is YAML, so that both files can take it on one line. */
function withServers(text: string, servers: unknown, isJson: boolean): string {
  return isJson
    ? JSON.stringify({ ...(JSON.parse(text) as object), servers }, null, 2)
    : text.replace(/^servers:\n(?:[ -].*\n|\n)*/m, () => `servers: ${JSON.stringify(servers)}\n`);
}
