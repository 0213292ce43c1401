/** Parses the text of one file, and locates nodes in it. Loads the parser of YAML only if it is needed. */
import type { JsonObject } from '../json/documents.ts';
import { countProperties, createJsonPositions, type FindPosition } from './json-positions.ts';
import { isObject } from '../json/json.ts';
import type { SourceText } from './load.ts';
import { isWalkable } from './measure-tree.ts';
import type { Locate } from './opened-document.ts';
import { indexPlaces } from './place-index.ts';

/** Returns whether a text is JSON if it is valid at all. */
export function isJsonText(text: string): boolean {
  return text.trimStart().startsWith('{');
}

/** Parses JSON or YAML. Shape: `null` if the text is invalid or not an object. */
export async function parseObject(text: string): Promise<JsonObject | null> {
  const parse = isJsonText(text)
    ? (JSON.parse as (text: string) => unknown)
    : (await import('./bundle.ts')).parseYamlText;
  try {
    const parsed = parse(text);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** Parses a file as `parseObject` does. Shape: `null` also if it has duplicate keys or can't be walked. */
export async function parseSource(text: string): Promise<JsonObject | null> {
  const root = await parseObject(text);
  if (root === null || !isWalkable(root)) return null;
  const { propertyCount } = indexPlaces([{ file: '', parsed: root }], { file: '', pointer: '#/' });
  // JSON.parse keeps the last of two properties with the same key and reports nothing.
  return isJsonText(text) && propertyCount !== countProperties(text) ? null : root;
}

/** Creates the function that locates places in one file; its syntax tree is built on first use. */
export async function locateInText({ file, absolute, text }: SourceText): Promise<Locate> {
  const create: () => FindPosition = isJsonText(text)
    ? () => createJsonPositions(text)
    : await loadYamlPositions(absolute, text);
  let positions: FindPosition | null = null;
  return (place) => (place.file === file ? (positions ??= create())(place.pointer) : null);
}

async function loadYamlPositions(absolute: string, text: string): Promise<() => FindPosition> {
  const { createYamlPositions } = await import('./bundle.ts');
  return () => createYamlPositions(absolute, text);
}
