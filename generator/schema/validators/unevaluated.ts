/**
 * Detects where the compiler loses track of evaluated properties and items: after an `if` without a `then`, after
 * `contains`, and for `items` that follow an applicator. Source: the official JSON Schema test suite.
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
  const keywords = new Set<string>();
  for (const schema of schemas) collectKeywords(schema, keywords);
  return {
    areUsed: keywords.has('unevaluatedProperties') || keywords.has('unevaluatedItems'),
    reasonToDrop(keyword, owner) {
      if (keywords.has('if without then'))
        return `\`${keyword}\` does not work with an \`if\` without a \`then\``;
      if (keyword === 'unevaluatedProperties') return null;
      if (keywords.has('contains')) return '`unevaluatedItems` does not work with `contains`';
      const isBehind = APPLICATORS.some((applicator) => Object.hasOwn(owner, applicator));
      return isBehind && keywords.has('items')
        ? '`unevaluatedItems` does not work with `items` after an applicator'
        : null;
    },
  };
}

/** Collects every property name, more than the keywords; at worst this drops a keyword that could have stayed. */
function collectKeywords(value: unknown, keywords: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectKeywords(item, keywords);
  if (!isObject(value)) return;
  if (Object.hasOwn(value, 'if') && !Object.hasOwn(value, 'then')) keywords.add('if without then');
  for (const [name, property] of Object.entries(value)) {
    keywords.add(name);
    collectKeywords(property, keywords);
  }
}
