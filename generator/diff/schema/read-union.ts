/**
 * Reads `oneOf` and `anyOf`. Some unions are only a way to write something simpler: a value or null, one list of values.
 */
import { keywordAnchor, type SchemaNode } from './schema-node.ts';
import { anything, type Literals, type SchemaView, type TypeName } from './schema-view.ts';

/** Reads one union of a schema. */
export function readUnion(
  owner: SchemaNode,
  keyword: 'oneOf' | 'anyOf',
  members: readonly SchemaNode[],
  viewOf: (member: SchemaNode) => SchemaView,
): SchemaView {
  const read = members.map((member) => ({ member, view: viewOf(member) }));
  const others = read.filter(({ view }) => !isNull(view));
  const views = others.map(({ view }) => view);
  const hasNull = others.length < read.length;
  const [only] = views;
  if (only === undefined) return { ...anything, types: new Set(), nullable: hasNull };
  if (views.length === 1) return hasNull ? { ...only, nullable: true } : only;
  const nullable = hasNull || anyNullable(views);
  const literals = joinLiterals(views);
  if (literals !== null) return { ...anything, types: joinTypes(views), nullable, literals };
  const anchor = keywordAnchor(owner, keyword);
  const union = { keyword, members: others.map(({ member }) => member), anchor };
  return { ...anything, nullable, unions: [union] };
}

function isNull({ types, nullable }: SchemaView): boolean {
  return types?.size === 0 && nullable === true;
}

function anyNullable(views: readonly SchemaView[]): boolean | null {
  if (views.some(({ nullable }) => nullable === true)) return true;
  return views.every(({ nullable }) => nullable === false) ? false : null;
}

/** Puts lists of values together; `null` when a member is more than a list of values. */
function joinLiterals(views: readonly SchemaView[]): Literals | null {
  const lists = views.map((view) => (view.properties.size + view.unions.length === 0 ? view.literals : null));
  const [first] = lists;
  if (first === undefined || first === null || lists.includes(null)) return null;
  return { values: new Map(lists.flatMap((list) => [...(list?.values ?? [])])), anchor: first.anchor };
}

function joinTypes(views: readonly SchemaView[]): ReadonlySet<TypeName> {
  return new Set(views.flatMap(({ types }) => [...(types ?? [])]));
}
