/**
 * Finds the targets of references such as `#/$defs/Event` that are written as if the enclosing schema were the whole
 * document, as generators of JSON Schema do.
 */
import type { Report } from '../diagnostics/diagnostics.ts';
import type { JsonObject } from '../json/documents.ts';
import { childPointer, isObject, nodeAt, objectAt, propertyOf } from '../json/json.ts';
import { unescapeName } from '../../templates/runtime/json/pointer.ts';

/** A reference to a definition that the root of the document does not have. */
export interface MisplacedReference {
  /** The position of the reference. */
  readonly pointer: string;
  /** The reference as written, and its replacement. */
  readonly written: string;
  readonly target: string;
}

const MENTION = /#\/(?:\$defs|definitions)\//;
const DEFINITION = /^#\/(\$defs|definitions)\/([^/]+)(|\/.*)$/s;

/** Schemas with definitions around a node, from the innermost. */
interface Scope {
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly outer: Scope | null;
}

/**
 * Redirects such references of a tree, which is changed in place, to the definitions of the closest enclosing schema,
 * or else to the component of that name; `text` is its source.
 *
 * Shape: references that resolve as written, and those without such a target, are unchanged.
 */
export function placeDefinitions(tree: unknown, text: string): readonly MisplacedReference[] {
  if (!MENTION.test(text) || !isObject(tree)) return [];
  const changes: MisplacedReference[] = [];
  const components = objectAt(objectAt(tree, 'components'), 'schemas');
  const seen = new Set<object>();
  // Why recursive: the depth of trees is limited when they are read.
  const visit = (node: object, pointer: string, outer: Scope | null): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const scope = isObject(node) && hasDefinitions(node) ? { pointer, schema: node, outer } : outer;
    for (const [key, value] of Object.entries(node) as [string, unknown][]) {
      const at = childPointer(pointer, key);
      if (typeof value === 'object' && value !== null) visit(value, at, scope);
      if (typeof value !== 'string' || !(key === '$ref' || pointer.endsWith('/discriminator/mapping')))
        continue;
      const target = nodeAt(tree, value) === undefined ? targetOf(value, scope, components) : null;
      if (target === null) continue;
      changes.push({ pointer: at, written: value, target });
      Reflect.set(node, key, target);
    }
  };
  visit(tree, '#', null);
  return changes;
}

function hasDefinitions(node: JsonObject): boolean {
  return isObject(propertyOf(node, '$defs')) || isObject(propertyOf(node, 'definitions'));
}

function targetOf(written: string, scope: Scope | null, components: JsonObject): string | null {
  const [, keyword = '', segment = '', rest = ''] = DEFINITION.exec(written) ?? [];
  if (keyword === '') return null;
  const name = unescapeName(segment);
  for (let at = scope; at !== null; at = at.outer)
    if (Object.hasOwn(objectAt(at.schema, keyword), name))
      return `${childPointer(at.pointer, keyword)}/${segment}${rest}`;
  return Object.hasOwn(components, name) ? `#/components/schemas/${segment}${rest}` : null;
}

/** Reports the references of a file that were redirected. Errors: DEFINITION_MISPLACED (reported). */
export function reportMisplaced(file: string, changes: readonly MisplacedReference[], report: Report): void {
  for (const { pointer, written, target } of changes)
    report('DEFINITION_MISPLACED', { file, pointer }, { written, target });
}
