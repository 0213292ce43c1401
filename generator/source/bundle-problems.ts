/** Reports what the bundler finds: references without a target, and renamed components. */
import type { NormalizedProblem } from '@redocly/openapi-core';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { Place } from '../json/documents.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';
import { unescapeName } from '../../templates/runtime/json/pointer.ts';
import { closestTarget, findReferenceCircle, type FileTree } from './broken-references.ts';
import type { DanglingReference } from './dangling-references.ts';
import { relativeFile } from './document-names.ts';
import { NOT_FOLLOWED } from './reference-resolver.ts';

/** The tree of a file, with its path relative to the project. */
export interface ReadFile extends FileTree {
  readonly file: string;
}

/**
 * Reports a problem of the bundler; returns one that is a reference without a target instead, since it may not matter.
 *
 * Errors: COMPONENT_RENAMED, MAPPING_UNRESOLVED (reported).
 */
export function readProblem(
  problem: NormalizedProblem,
  files: readonly ReadFile[],
  folder: string,
  report: Report,
): DanglingReference | null {
  const place = placeOfProblem(problem, folder);
  if (problem.severity !== 'error') {
    report('COMPONENT_RENAMED', place, { problem: problem.message });
    return null;
  }
  const open = files.find(({ file }) => file === place?.file);
  // A file that could not be parsed has already been reported, with its line.
  if (place === null || open === undefined) return null;
  const node = nodeAt(open.parsed, place.pointer);
  const isReference = typeof node === 'object' && node !== null && '$ref' in node;
  const written: unknown = isReference ? node.$ref : node;
  const ref = typeof written === 'string' ? `\`${written}\`` : 'A reference';
  const reason = problem.message.replaceAll(`${folder}/`, '').replace(/^Can't resolve \$ref:? ?/, '');
  const mapped = /\/discriminator\/mapping\/([^/]+)$/.exec(place.pointer)?.[1];
  if (!isReference && mapped !== undefined) {
    report('MAPPING_UNRESOLVED', place, { value: unescapeName(mapped), ref });
    return null;
  }
  const where = isReference ? { ...place, pointer: propertyPointer(place.pointer, '$ref') } : place;
  const dangling = { place: where, node: isReference ? node : null };
  if (reason.startsWith(NOT_FOLLOWED))
    return { ...dangling, problem: { kind: 'refused', ref, reason: reason.slice(NOT_FOLLOWED.length) } };
  const closest = typeof written === 'string' ? closestTarget(open.parsed, written) : null;
  const cause = reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`;
  const meant = closest === null ? '' : `; did you mean \`${closest}\`?`;
  return { ...dangling, problem: { kind: 'missing', text: `${ref} cannot be resolved${cause}${meant}` } };
}

/** Reports a circular reference. Why: the bundler throws for one, and does not report which one it is. */
export function reportCircle(
  error: unknown,
  files: readonly ReadFile[],
  root: Place,
  folder: string,
  report: Report,
): void {
  const circle = findReferenceCircle(files);
  if (circle === null) {
    report('REFERENCE_UNRESOLVED', root, { problem: `${messageOf(error)}.` });
    return;
  }
  const { absolute, pointer, references } = circle;
  const place = { file: relativeFile(absolute, folder), pointer: propertyPointer(pointer, '$ref') };
  const [first = '', ...others] = references.map((reference) => `\`${reference}\``);
  const way = others.length === 0 ? '' : ` through ${others.join(', ')}`;
  report('REFERENCE_UNRESOLVED', place, { problem: `${first} refers back to itself${way}.` });
}

function propertyPointer(pointer: string, property: string): string {
  return `${pointer === '#/' ? '#' : pointer}/${property}`;
}

function nodeAt(parsed: unknown, pointer: string): unknown {
  let node = parsed;
  for (const segment of pointer.slice(2).split('/')) {
    if (typeof node !== 'object' || node === null) return undefined;
    const key = unescapeName(segment);
    node = Object.entries(node).find(([property]) => property === key)?.[1];
  }
  return node;
}

/** Returns the place of a problem that the bundler or the linter reported. */
export function placeOfProblem(problem: NormalizedProblem, folder: string): Place | null {
  const [location] = problem.location;
  if (location === undefined) return null;
  return {
    file: relativeFile(location.source.absoluteRef, folder),
    pointer: location.pointer ?? '#/',
  };
}
