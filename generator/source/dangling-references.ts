/** Decides what becomes of references without a target: an error, a warning, or nothing where no operation needs them. */
import type { Report } from '../diagnostics/diagnostics.ts';
import type { JsonObject, JsonValue, Place } from '../json/documents.ts';
import { isArray, isObject, nodeAt, objectAt, resolveNode, textAt, textsAt } from '../json/json.ts';
import type { Selectable } from '../model/contract-model.ts';
import { missingOperationId } from '../model/check-names.ts';

/** A reference that has no target, or whose target may not be read. */
export interface DanglingReference {
  /** The place of the `$ref`. */
  readonly place: Place;
  /** The object with the `$ref`; `null` if it is not part of the tree. */
  readonly node: object | null;
  readonly problem:
    | { readonly kind: 'missing'; readonly text: string }
    | { readonly kind: 'refused'; readonly ref: string; readonly reason: string };
}

/** How dangling references are treated. */
export interface DanglingPolicy {
  /** Whether they are warnings; absent for no. */
  readonly isUnresolvedAllowed?: boolean;
  /** Returns whether the references of an operation matter; absent if all references do. */
  readonly selects?: ((operation: Selectable) => boolean) | undefined;
}

/**
 * Reports the dangling references that matter, and removes the others from the tree, so that any value is accepted in
 * their place.
 *
 * Errors: REFERENCE_UNRESOLVED, REFERENCE_REFUSED, REFERENCE_IGNORED (reported).
 */
export function settleReferences(
  root: JsonObject,
  dangling: readonly DanglingReference[],
  { isUnresolvedAllowed = false, selects }: DanglingPolicy,
  report: Report,
): void {
  const needed = dangling.length === 0 || selects === undefined ? null : neededNodes(root, selects);
  const parameters = new Set<unknown>();
  for (const { node, place, problem } of dangling) {
    const isParameter = /\/parameters\/\d+\/\$ref$/.test(place.pointer);
    const isNeeded = node === null || needed?.has(node) !== false;
    const isUnread = isOfExtension(place.pointer);
    if (isNeeded && !isUnread && !isUnresolvedAllowed) {
      if (problem.kind === 'refused') report('REFERENCE_REFUSED', place, problem);
      else report('REFERENCE_UNRESOLVED', place, { problem: endSentence(problem.text) });
      continue;
    }
    if (isNeeded) {
      const text =
        problem.kind === 'refused' ? `${problem.ref} is not followed: ${problem.reason}` : problem.text;
      const effect = isUnread
        ? 'It is in an extension that nothing reads'
        : isParameter
          ? 'The parameter is left out'
          : 'Any value is accepted there';
      report('REFERENCE_IGNORED', place, { problem: endSentence(text), effect });
    }
    if (node === null) continue;
    Reflect.deleteProperty(node, '$ref');
    if (isParameter) parameters.add(node);
  }
  if (parameters.size > 0) removeParameters(root, parameters);
}

/** The extensions whose references are read. */
const read = new Set(['x-stream', 'x-polling', 'x-delivery', 'x-backlot']);

/** Objects whose properties have arbitrary names, which may begin with `x-` too. */
const named =
  /^(?:properties|patternProperties|\$defs|definitions|schemas|parameters|responses|headers|examples|requestBodies|securitySchemes|links|callbacks|paths|pathItems|webhooks|content|encoding|mapping|channels|operations|messages|servers)$/;

/** Returns whether a place is inside a third-party extension, where `$ref` is an ordinary name. */
function isOfExtension(pointer: string): boolean {
  const segments = pointer.split('/');
  return segments.some(
    (segment, index) =>
      segment.startsWith('x-') && !read.has(segment) && !named.test(segments[index - 1] ?? ''),
  );
}

/** Removes parameters from all lists that have them. Why: without its name and place, a parameter cannot be sent. */
function removeParameters(root: JsonObject, parameters: ReadonlySet<unknown>): void {
  const seen = new Set<unknown>();
  const pending: unknown[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    if (isObject(node) && isArray(node['parameters']))
      Reflect.set(
        node,
        'parameters',
        node['parameters'].filter((parameter) => !parameters.has(parameter)),
      );
    for (const value of Object.values(node)) if (value !== undefined) pending.push(value);
  }
}

function endSentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`;
}

/** Collects the nodes that the selected operations use, and everything outside of operations and components. */
function neededNodes(root: JsonObject, selects: (operation: Selectable) => boolean): Set<unknown> {
  const pending: (JsonValue | undefined)[] = Object.entries(root)
    .filter(([key]) => key !== 'paths' && key !== 'components')
    .map(([, value]) => value);
  for (const [path, written] of Object.entries(objectAt(root, 'paths'))) {
    const item = resolveNode(root, written);
    if (item === null) pending.push(written);
    for (const [key, value] of Object.entries(item ?? {}))
      // The other properties of a path are texts and lists.
      if (!isObject(value) || selects(operationAt(value, key, path))) pending.push(value);
  }
  const needed = new Set<unknown>();
  for (let node = pending.pop(); pending.length > 0 || node !== undefined; node = pending.pop()) {
    if (typeof node === 'string' && node.startsWith('#/')) node = nodeAt(root, node);
    if (typeof node !== 'object' || node === null || needed.has(node)) continue;
    needed.add(node);
    for (const value of Object.values(node)) pending.push(value);
  }
  return needed;
}

function operationAt(operation: JsonObject, method: string, path: string): Selectable {
  const id = textAt(operation, 'operationId') ?? '';
  const tags = textsAt(operation, 'tags');
  return { id: id.trim() === '' ? missingOperationId(method, path) : id, path, tags };
}
