/** Rewrites the references of a schema: its `$ref`, and the mapping of its discriminator. */
import type { JsonObject, JsonValue } from '../json/documents.ts';
import { isObject, objectAt, referenceOf } from '../json/json.ts';

/** Returns the replacement of a reference; `null` to drop it. */
export type RewriteReference = (reference: string) => string | null;

/**
 * Rewrites the references of a schema, not those of schemas inside it.
 *
 * Shape: the reference comes first; a schema in which nothing changes stays the same node.
 */
export function rewriteReferences(
  schema: JsonObject,
  rewrite: RewriteReference,
  rewriteTarget: RewriteReference = rewrite,
): JsonObject {
  const reference = referenceOf(schema);
  if (reference === null) return rewriteMapping(schema, rewriteTarget);
  const mapped = rewriteMapping(schema, rewriteTarget);
  const rewritten = rewrite(reference);
  if (rewritten === reference && mapped === schema && isFirst('$ref', schema)) return schema;
  const { $ref: _, ...rest } = mapped;
  return rewritten === null ? rest : { $ref: rewritten, ...rest };
}

/** Returns whether a property is first, apart from numbers, which objects always list first. */
function isFirst(property: string, schema: JsonObject): boolean {
  return Object.keys(schema).find((key) => !/^\d/.test(key)) === property;
}

/** Rewrites the targets of a discriminator, which are references or bare names of schemas. */
function rewriteMapping(schema: JsonObject, rewrite: RewriteReference): JsonObject {
  const discriminator = objectAt(schema, 'discriminator');
  const { mapping, defaultMapping } = discriminator;
  const rewriteOne = (target: JsonValue): JsonValue =>
    typeof target === 'string' ? (rewrite(target) ?? target) : target;
  const written = isObject(mapping) ? mapping : {};
  const entries = Object.entries(written).map(([value, target]) => [value, rewriteOne(target)] as const);
  const byDefault = defaultMapping === undefined ? undefined : rewriteOne(defaultMapping);
  if (byDefault === defaultMapping && entries.every(([value, target]) => target === written[value]))
    return schema;
  return {
    ...schema,
    discriminator: {
      ...discriminator,
      ...(isObject(mapping) ? { mapping: Object.fromEntries(entries) } : {}),
      ...(byDefault === undefined ? {} : { defaultMapping: byDefault }),
    },
  };
}
