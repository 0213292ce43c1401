/**
 * Rewrites the references of a schema: its `$ref`, and the mapping of its discriminator.
 */
import type { JsonObject, JsonValue } from '../source/documents.ts';
import { isObject, objectAt, referenceOf } from '../source/json.ts';

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

/** Rewrites a discriminator mapping, whose values are references or bare names of schemas. */
function rewriteMapping(schema: JsonObject, rewrite: RewriteReference): JsonObject {
  const discriminator = objectAt(schema, 'discriminator');
  const written = discriminator['mapping'];
  if (!isObject(written)) return schema;
  const entries = Object.entries(written).map(([value, target]): [string, JsonValue] => [
    value,
    typeof target === 'string' ? (rewrite(target) ?? target) : target,
  ]);
  if (entries.every(([value, target]) => target === written[value])) return schema;
  const mapping = Object.fromEntries(entries);
  return { ...schema, discriminator: { ...discriminator, mapping } };
}
