/** Explains references without a target: those that refer back to themselves, and misspelt ones. */
import path from 'node:path';
import { closestWord } from '../../templates/runtime/closest-word.ts';
import { propertyOf } from '../../templates/runtime/json/value.ts';
import { unescapeName, escapeName } from '../../templates/runtime/json/pointer.ts';

/** The tree of a file, by its absolute path. */
export interface FileTree {
  readonly absolute: string;
  readonly parsed: unknown;
}

/** A cycle of references: the position of the first one, and all references in order. */
export interface ReferenceCircle {
  readonly absolute: string;
  readonly pointer: string;
  readonly references: readonly string[];
}

/** A reference at its position. */
interface Link {
  readonly absolute: string;
  readonly pointer: string;
  readonly reference: string;
}

/** Finds the first cycle; `null` when every reference eventually resolves. */
export function findReferenceCircle(files: readonly FileTree[]): ReferenceCircle | null {
  const trees = new Map(files.map(({ absolute, parsed }) => [absolute, parsed]));
  for (const { absolute, parsed } of files) {
    for (const link of linksIn(parsed, absolute)) {
      const references = circleFrom(link, trees);
      if (references !== null) return { absolute, pointer: link.pointer, references };
    }
  }
  return null;
}

function circleFrom(start: Link, trees: ReadonlyMap<string, unknown>): string[] | null {
  const references: string[] = [];
  const seen = new Set<string>();
  for (let link: Link | null = start; link !== null; link = targetOf(link, trees)) {
    const identity = `${link.absolute}${link.pointer}`;
    if (seen.has(identity)) return identity === `${start.absolute}${start.pointer}` ? references : null;
    seen.add(identity);
    references.push(link.reference);
  }
  return null;
}

/** Returns the reference that a reference points to; `null` when it points to anything else. */
function targetOf({ absolute, reference }: Link, trees: ReadonlyMap<string, unknown>): Link | null {
  const [file = '', fragment = ''] = reference.split('#');
  const target = file === '' ? absolute : path.resolve(path.dirname(absolute), file);
  const segments = fragment.split('/').filter((segment) => segment !== '');
  let node = trees.get(target);
  for (const segment of segments) node = propertyOf(node, unescapeName(segment));
  const next = propertyOf(node, '$ref');
  return typeof next === 'string'
    ? { absolute: target, pointer: `#/${segments.join('/')}`, reference: next }
    : null;
}

function linksIn(tree: unknown, absolute: string): Link[] {
  const links: Link[] = [];
  const seen = new Set<object>();
  const pending: [node: unknown, pointer: string][] = [[tree, '#']];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, pointer] = next;
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const reference = propertyOf(node, '$ref');
    if (typeof reference === 'string')
      links.push({ absolute, pointer: pointer === '#' ? '#/' : pointer, reference });
    const properties = Object.entries(node).reverse();
    for (const [key, value] of properties) pending.push([value, `${pointer}/${escapeName(key)}`]);
  }
  return links;
}

/**
 * Returns the reference with its last segment spelt as in the document; `null` for a reference to another file, and if
 * no name is similar.
 */
export function closestTarget(root: unknown, reference: string): string | null {
  const end = reference.lastIndexOf('/');
  if (!reference.startsWith('#/') || end < 2) return null;
  let node = root;
  for (const segment of reference.slice(2, end).split('/').map(unescapeName)) {
    if (typeof node !== 'object' || node === null) return null;
    node = Object.entries(node).find(([name]) => name === segment)?.[1];
  }
  if (typeof node !== 'object' || node === null) return null;
  const closest = closestWord(unescapeName(reference.slice(end + 1)), Object.keys(node));
  return closest === null ? null : `${reference.slice(0, end)}/${escapeName(closest)}`;
}
