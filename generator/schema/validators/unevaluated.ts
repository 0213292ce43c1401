/**
 * Detects where the compiler loses track of evaluated properties and items: after an `if` without a `then`, after
 * `contains`, and after `items` behind an applicator. Source: the official JSON Schema test suite.
 */
import type { JsonObject, JsonSchema } from '../../json/documents.ts';
import { isObject } from '../../json/json.ts';

/** The limits of the schemas that are compiled together. */
export interface UnevaluatedLimits {
  /** Whether any schema uses `unevaluatedProperties` or `unevaluatedItems`. */
  readonly areUsed: boolean;
  /**
   * Returns why one of the two keywords must be dropped from a schema; `null` when the compiler handles it correctly.
   */
  reasonToDrop(keyword: string, owner: JsonObject): string | null;
}

const APPLICATORS = ['$ref', 'allOf', 'anyOf', 'if', 'not', 'oneOf'];

/** Inspects all schemas that are compiled together. */
export function findUnevaluatedLimits(schemas: Iterable<JsonSchema>): UnevaluatedLimits {
  const found = new Set<string>();
  for (const schema of schemas) collectKeywords(schema, found);
  return {
    areUsed: found.has('unevaluatedProperties') || found.has('unevaluatedItems'),
    reasonToDrop(keyword, owner) {
      if (found.has('if without then'))
        return `\`${keyword}\` does not work with an \`if\` without a \`then\``;
      if (keyword === 'unevaluatedProperties') return null;
      if (found.has('contains')) return '`unevaluatedItems` does not work with `contains`';
      const isBehind = APPLICATORS.some((applicator) => Object.hasOwn(owner, applicator));
      return isBehind && found.has('items')
        ? '`unevaluatedItems` does not work with `items` behind an applicator'
        : null;
    },
  };
}

/** Collects every property name, more than the keywords; at worst this drops a keyword that could have stayed. */
function collectKeywords(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectKeywords(item, found);
  if (!isObject(value)) return;
  if (Object.hasOwn(value, 'if') && !Object.hasOwn(value, 'then')) found.add('if without then');
  for (const [name, property] of Object.entries(value)) {
    found.add(name);
    collectKeywords(property, found);
  }
}
