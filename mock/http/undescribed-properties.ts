/**
 * Finds properties of a request body that the contract does not describe. An open schema allows them, so they are not
 * violations, but otherwise a misspelt name would go unnoticed.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { Note } from './journal/notes.ts';
import { pointerStep } from '../../templates/runtime/json/pointer.ts';

/**
 * The properties that a schema describes.
 *
 * Shape: `properties` has `null` for a property whose value has no described properties. An object matches when it has
 * the values of the tags. `named` refers to `RequestProperties.schemas`.
 */
export type PropertyTree =
  | {
      readonly kind: 'record';
      readonly tags: Readonly<Record<string, JsonValue>>;
      readonly properties: Readonly<Record<string, PropertyTree | null>>;
    }
  | { readonly kind: 'list'; readonly items: PropertyTree }
  | { readonly kind: 'union'; readonly cases: readonly PropertyTree[] }
  | { readonly kind: 'named'; readonly name: string };

/** The properties that request bodies describe, by the name of the body's schema check. */
export interface RequestProperties {
  readonly checks: Readonly<Record<string, PropertyTree>>;
  readonly schemas: Readonly<Record<string, PropertyTree>>;
}

/** Limits: notes per body, values that are visited, characters of a name that are shown. */
const MAX_NOTES = 5;
const MAX_VALUES = 2_000;
const MAX_NAME_LENGTH = 64;

/**
 * Returns notes about the properties of a body that its schema does not describe.
 *
 * Shape: at the top level, all of them; below it, only those that resemble a described one, since much nested data is
 * free-form. At most five.
 */
export function findUndescribed(
  { checks, schemas }: RequestProperties,
  check: string,
  body: unknown,
): readonly Note[] {
  const tree = Object.hasOwn(checks, check) ? checks[check] : undefined;
  if (tree === undefined) return NONE;
  const search: Search = { schemas, notes: [], left: MAX_VALUES };
  inspect(body, listOf(tree), '', search);
  return search.notes.length === 0 ? NONE : search.notes;
}

const NONE: readonly Note[] = Object.freeze([]);

interface Search {
  readonly schemas: RequestProperties['schemas'];
  readonly notes: Note[];
  left: number;
}

type RecordTree = Extract<PropertyTree, { kind: 'record' }>;

type Trees = readonly PropertyTree[];

/** The trees of a value without references and unions. */
interface Expanded {
  readonly records: readonly (readonly [RecordTree, tags: readonly (readonly [string, JsonValue])[]])[];
  readonly items: Trees;
}

/** Why: the trees of a contract never change, so that most values of most bodies need no new list. */
const lists = new WeakMap<PropertyTree, Trees>();
const expansions = new WeakMap<Trees, Expanded>();

/** Returns the list that contains only this tree. */
function listOf(tree: PropertyTree): Trees {
  const existing = lists.get(tree);
  if (existing !== undefined) return existing;
  const list = [tree];
  lists.set(tree, list);
  return list;
}

function expandAll(trees: Trees, { schemas }: Search): Expanded {
  const existing = expansions.get(trees);
  if (existing !== undefined) return existing;
  const all = trees.flatMap((tree) => expand(tree, schemas));
  const items = all.flatMap((tree) => (tree.kind === 'list' ? tree.items : []));
  const records = all
    .filter((tree) => tree.kind === 'record')
    .map((tree) => [tree, Object.entries(tree.tags)] as const);
  const expanded = { records, items };
  expansions.set(trees, expanded);
  return expanded;
}

function inspect(value: unknown, trees: Trees, pointer: string, search: Search): void {
  if (typeof value !== 'object' || value === null || search.left-- <= 0) return;
  if (search.notes.length >= MAX_NOTES) return;
  const { records, items } = expandAll(trees, search);
  if (Array.isArray(value)) {
    if (items.length === 0) return;
    for (const [index, item] of value.entries()) {
      if (search.left <= 0) return;
      inspect(item, items, `${pointer}/${index}`, search);
    }
    return;
  }
  const meant: RecordTree[] = [];
  for (const [record, tags] of records) if (matchesTags(value, tags)) meant.push(record);
  if (meant.length > 0) inspectObject(value, meant, pointer, search);
}

function inspectObject(value: object, records: readonly RecordTree[], pointer: string, search: Search): void {
  for (const name of Object.keys(value)) {
    if (search.left-- <= 0 || search.notes.length >= MAX_NOTES) return;
    if (!isDescribed(records, name)) {
      const note = describe(name, value, records, pointer);
      if (note !== null) search.notes.push(note);
      continue;
    }
    const part = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof part !== 'object' || part === null) continue;
    const trees = treesOf(records, name);
    if (trees.length > 0) inspect(part, trees, pointer + pointerStep(name), search);
  }
}

function isDescribed(records: readonly RecordTree[], name: string): boolean {
  for (const { properties } of records) if (Object.hasOwn(properties, name)) return true;
  return false;
}

/** Returns the trees of a property; empty if its value has no described properties. */
function treesOf(records: readonly RecordTree[], name: string): Trees {
  const trees: PropertyTree[] = [];
  for (const { properties } of records) {
    const tree = Object.hasOwn(properties, name) ? properties[name] : null;
    if (tree != null) trees.push(tree);
  }
  const [tree] = trees;
  return tree !== undefined && trees.length === 1 ? listOf(tree) : trees;
}

function describe(name: string, value: object, records: readonly RecordTree[], pointer: string): Note | null {
  const absent = records.flatMap(({ properties }) =>
    Object.keys(properties).filter((one) => !(one in value)),
  );
  const meant = closestWord(name, absent);
  if (meant === null && pointer !== '') return null;
  const shown = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;
  const suggestion = meant === null ? '' : `; did you mean \`${meant}\`?`;
  return {
    in: 'request',
    pointer: pointer + pointerStep(shown),
    message: `\`${shown}\` is not described${suggestion}`,
  };
}

/** Resolves references and unions to objects and lists. */
function expand(tree: PropertyTree, schemas: RequestProperties['schemas']): Trees {
  switch (tree.kind) {
    case 'union':
      return tree.cases.flatMap((each) => expand(each, schemas));
    case 'named': {
      const named = schemas[tree.name];
      return named === undefined ? [] : expand(named, schemas);
    }
    default:
      return [tree];
  }
}

function matchesTags(value: object, tags: Expanded['records'][number][1]): boolean {
  return tags.every(([name, tag]) => (value as Readonly<Record<string, unknown>>)[name] === tag);
}
