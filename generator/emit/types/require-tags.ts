/**
 * Lets the types of unions say what the validators ask for: the property of a declared discriminator is there.
 */
import type { JsonObject, JsonSchema } from '../../contract/contract.ts';
import { isObject, propertyOf, objectAt, textAt } from '../../contract/node.ts';
import { mapSubschemas } from '../../schema/walk.ts';
import { schemasAt } from '../../schema/keywords.ts';
import { findTaggedUnion, requiresTag, type Lookup, type TaggedUnion } from '../../schema/tagged-union.ts';

/**
 * Puts the tag beside each member of a union with a declared discriminator that leaves it out or optional.
 *
 * Shape: a schema without such a union has the same content as before.
 */
export function requireTags(schema: JsonSchema, lookup: Lookup): JsonSchema {
  if (!isObject(schema)) return schema;
  const inside = mapSubschemas(schema, (part) => requireTags(part, lookup));
  if (textAt(objectAt(schema, 'discriminator'), 'propertyName') === null) return inside;
  const unions = ['oneOf', 'anyOf'].filter((keyword) => propertyOf(schema, keyword) !== undefined);
  return { ...inside, ...Object.fromEntries(unions.map((keyword) => [keyword, tagMembers(keyword)])) };

  function tagMembers(keyword: string): JsonSchema[] {
    const members = schemasAt(schema as JsonObject, keyword);
    const prepared = schemasAt(inside, keyword);
    const tagged = findTaggedUnion(members, schema as JsonObject, lookup);
    return members.map((member, index) => {
      const found = prepared[index] ?? member;
      return tagged === null ? found : tagMember(tagged, member, found, lookup);
    });
  }
}

function tagMember(
  { property, cases }: TaggedUnion,
  member: JsonSchema,
  prepared: JsonSchema,
  lookup: Lookup,
): JsonSchema {
  const values = cases.find((each) => each.member === member)?.values;
  if (values === undefined || requiresTag(member, property, lookup)) return prepared;
  const tag = { type: 'object', properties: { [property]: { enum: [...values] } }, required: [property] };
  return { allOf: [prepared, tag] };
}
