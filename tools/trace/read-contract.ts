/** Bundles the two documents and indexes the file of each component. */
import { readFile, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { bundle, createConfig, parseYaml } from '@redocly/openapi-core';
import {
  type Json,
  type JsonObject,
  type DocumentNode,
  childNode,
  childNodes,
  isObject,
  rootNode,
} from './document.ts';

/** The bundled contract. */
export interface Contract {
  readonly openapi: DocumentNode;
  readonly asyncapi: DocumentNode;
  /** Problems in bundling the documents; empty when there are none. */
  readonly problems: readonly string[];
  /** Returns the file that a pointer into a bundled document comes from, relative to the contract's folder. */
  readonly fileOf: (pointer: string) => string;
}

const componentFolders = ['schemas', 'shared', 'parameters', 'headers', 'responses', 'messages', 'channels'];

/**
 * Bundles `openapi.yaml` and `asyncapi.yaml` of a folder.
 *
 * Errors: throws when a document cannot be read or parsed; unresolved references are in `problems`.
 */
export async function readContract(folder: string): Promise<Contract> {
  const [openapi, asyncapi] = await Promise.all(
    ['openapi.yaml', 'asyncapi.yaml'].map((name) => bundleDocument(join(folder, name))),
  );
  if (openapi === undefined || asyncapi === undefined)
    throw new Error('unreachable: two documents were bundled');
  return {
    openapi: rootNode(openapi.root),
    asyncapi: rootNode(asyncapi.root),
    problems: [...openapi.problems, ...asyncapi.problems],
    fileOf: await indexFiles(folder),
  };
}

async function bundleDocument(path: string): Promise<{ root: JsonObject; problems: readonly string[] }> {
  const config = await createConfig();
  const result = await bundle({ ref: path, config });
  const root = result.bundle.parsed as Json;
  if (!isObject(root)) throw new Error(`${path} is not an object`);
  return { root, problems: result.problems.map((problem) => `${basename(path)}: ${problem.message}`) };
}

/** Maps pointers of a bundle to files: components by their name, path items by the reference in the root document. */
async function indexFiles(folder: string): Promise<(pointer: string) => string> {
  const byComponent = new Map<string, string>();
  for (const sub of componentFolders)
    for (const file of await listFiles(join(folder, sub)))
      byComponent.set(basename(file, '.yaml'), relative(folder, file));
  const byPath = await readPathFiles(join(folder, 'openapi.yaml'));
  return (pointer) => {
    const [, area, second, third] = pointer.split('/');
    if (area === 'components') return byComponent.get(third ?? '') ?? 'openapi.yaml';
    if (area === 'paths') return byPath.get((second ?? '').replaceAll('~1', '/')) ?? 'openapi.yaml';
    return area === 'channels' || area === 'operations' ? 'asyncapi.yaml' : 'openapi.yaml';
  };
}

async function listFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true });
    return entries.filter((entry) => entry.endsWith('.yaml')).map((entry) => join(folder, entry));
  } catch {
    return [];
  }
}

async function readPathFiles(path: string): Promise<ReadonlyMap<string, string>> {
  const root = parseYaml(await readFile(path, 'utf8')) as Json;
  const paths = isObject(root) ? childObject(root, 'paths') : null;
  return new Map(
    Object.entries(paths ?? {}).flatMap(([template, item]) =>
      isObject(item) && typeof item['$ref'] === 'string' ? [[template, item['$ref']]] : [],
    ),
  );
}

function childObject(root: JsonObject, key: string): JsonObject | null {
  return childNode(rootNode(root), key)?.value ?? null;
}

/** Returns every message by its key, each once, those of the components first. */
export function listMessages(
  asyncapi: DocumentNode,
): readonly (readonly [key: string, message: DocumentNode])[] {
  const inChannels = childNodes(childNode(asyncapi, 'channels')).flatMap(([, channel]) =>
    childNodes(childNode(channel, 'messages')),
  );
  const all = [...childNodes(childNode(asyncapi, 'components', 'messages')), ...inChannels];
  const byPointer = new Map(all.map((entry) => [entry[1].pointer, entry]));
  return [...byPointer.values()];
}
