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
 * Shape: the reference comes first; a schema without references is returned unchanged.
 */
export function rewriteReferences(
  schema: JsonObject,
  rewrite: RewriteReference,
  rewriteTarget: RewriteReference = rewrite,
): JsonObject {
  const reference = referenceOf(schema);
  if (reference === null) return rewriteMapping(schema, rewriteTarget);
  const { $ref: _, ...rest } = rewriteMapping(schema, rewriteTarget);
  const rewritten = rewrite(reference);
  return rewritten === null ? rest : { $ref: rewritten, ...rest };
}

/** Rewrites a discriminator mapping, whose values are references or bare names of schemas. */
function rewriteMapping(schema: JsonObject, rewrite: RewriteReference): JsonObject {
  const discriminator = objectAt(schema, 'discriminator');
  const written = discriminator['mapping'];
  if (!isObject(written)) return schema;
  const mapping = Object.fromEntries(
    Object.entries(written).map(([value, target]): [string, JsonValue] => [
      value,
      typeof target === 'string' ? (rewrite(target) ?? target) : target,
    ]),
  );
  return { ...schema, discriminator: { ...discriminator, mapping } };
}
