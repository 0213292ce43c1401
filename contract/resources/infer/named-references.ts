/** Infers which properties of requests have keys of other records, from their names and their texts. */
import { ownersByParameter, type NamedReference, type OperationRole, type Resource } from '../graph.ts';
import { writtenBy } from '../records/schema-parts.ts';
import type { SourceOperation, SourceSchema } from '../source.ts';
import { flatten, singularName } from '../words.ts';

/** The start of a text that names the key of a record: `userName` of "userName of a user". Why only the start: linear time. */
const keyOfRecord =
  /^(?:the )?[`"']?([\w-]+)[`"']? of (?:an?|the|another|any|one) (?:other |existing )?[`"']?([\w-]+)/i;

/** Returns a function that finds the references of operations to these resources. */
export function findReferences(
  resources: readonly Resource[],
): (operation: SourceOperation, role: OperationRole) => readonly NamedReference[] {
  const keyed = resources.filter(({ kind, key, itemPath }) => {
    return kind === 'collection' && itemPath !== null && key?.value.property != null;
  });
  const owners = ownersByParameter(keyed);
  const byNoun = Map.groupBy(keyed, ({ name }) => singularName(flatten(name.split('/').at(-1) ?? '')));
  const nameIn = (property: string, { text }: SourceSchema): string | null => {
    const [, key = '', noun = ''] = keyOfRecord.exec(text) ?? [];
    const [only, second] = byNoun.get(flatten(noun)) ?? [];
    const isKey = flatten(only?.key?.value.property ?? '') === flatten(key);
    return only !== undefined && second === undefined && isKey ? only.name : (owners(property) ?? null);
  };
  return (operation, role) =>
    [...(writtenBy(operation, role)?.properties ?? [])].flatMap(([property, schema]) => {
      const resource = schema.isReadOnly ? null : nameIn(property, schema);
      if (resource === null || resource === role.resource) return [];
      const status = statusFor(property, `${operation.text}\n${schema.text}`);
      return [{ property, resource, ...(status === null ? {} : { status }) }];
    });
}

/** Returns the error that a text states for a property: 422 of "`owner` has to be a user, else 422"; `null` for none. */
function statusFor(property: string, text: string): number | null {
  const statement = text
    .split(/[.;\n]/)
    .find((each) => /\b4\d\d\b/.test(each) && each.split(/[^\w-]+/).includes(property));
  return statement === undefined ? null : Number(/\b4\d\d\b/.exec(statement)?.[0]);
}
