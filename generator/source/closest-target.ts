/**
 * Finds the intended target of a reference that leads nowhere.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';

/**
 * Returns the reference with its last segment spelt as in the document; `null` for a reference to another file, and if
 * no name is similar.
 */
export function closestTarget(root: unknown, reference: string): string | null {
  const end = reference.lastIndexOf('/');
  if (!reference.startsWith('#/') || end < 2) return null;
  let node = root;
  for (const segment of reference.slice(2, end).split('/').map(decode)) {
    if (typeof node !== 'object' || node === null) return null;
    node = Object.entries(node).find(([name]) => name === segment)?.[1];
  }
  if (typeof node !== 'object' || node === null) return null;
  const closest = closestWord(decode(reference.slice(end + 1)), Object.keys(node));
  return closest === null
    ? null
    : `${reference.slice(0, end)}/${closest.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function decode(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
