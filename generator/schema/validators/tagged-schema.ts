/** Rewrites unions to dispatch on their tag, with the keywords of `keywords.ts`. */
import type { JsonObject, JsonSchema } from '../../json/documents.ts';
import { arrayAt, isArray, isObject } from '../../json/json.ts';
import { schemasAt, without } from '../../schema/keywords.ts';
import { mapSubschemas } from '../../schema/walk.ts';
import type { TaggedUnion } from '../../schema/tagged-union.ts';

/** Rewrites a union whose objects dispatch on their tag; `keyword` is the one that the author used. */
export function writeTaggedUnion(
  tagged: TaggedUnion,
  keyword: string,
  normalize: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const objects: JsonObject = {
    type: 'object',
    taggedUnion: tagged.cases.map(({ variant: schema }) => normalize(schema)),
    unionTags: { property: tagged.property, values: tagged.cases.map(({ values }) => values) },
  };
  const others = tagged.others.map(normalize);
  if (others.length === 0) return objects;
  // The other members accept no objects, so at most one side can match; among themselves they keep their rule.
  return { anyOf: [...(others.length > 1 && keyword === 'oneOf' ? [{ oneOf: others }] : others), objects] };
}

/** Replaces a union of one member with the member: in `allOf`, or instead of an owner without other keywords. */
export function joinUnions(schema: JsonObject): JsonSchema {
  const single = ['oneOf', 'anyOf'].filter((keyword) => schemasAt(schema, keyword).length === 1);
  const variants = single.flatMap((keyword) => schemasAt(schema, keyword));
  const rest = without(schema, ...single);
  const [only] = variants;
  if (only === undefined) return schema;
  if (variants.length === 1 && Object.keys(rest).length === 0) return only;
  return { ...rest, allOf: [...arrayAt(rest, 'allOf'), ...variants] };
}

/** Replaces each `oneOf` by `anyOf`, so that several alternatives may match. */
export function withAnyOf(schema: JsonSchema): JsonSchema {
  if (!isObject(schema)) return schema;
  const { oneOf, ...rest } = mapSubschemas(schema, withAnyOf);
  if (oneOf === undefined) return rest;
  const { allOf } = rest;
  return { ...rest, allOf: [...(isArray(allOf) ? allOf : []), { anyOf: oneOf }] };
}
