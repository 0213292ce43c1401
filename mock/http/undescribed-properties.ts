/**
 * Finds properties of a request body that the contract does not describe. An open schema allows them, so they are not
 * violations, but otherwise a misspelt name would go unnoticed.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { Note } from './journal/journal.ts';
import { pointerStep } from '../../templates/runtime/instance-path.ts';

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
const MOST_NOTES = 5;
const MOST_VALUES = 2_000;
const LONGEST_NAME = 64;

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
  const search: Search = { schemas, notes: [], left: MOST_VALUES };
  visit(body, [tree], '', search);
  return search.notes.length === 0 ? NONE : search.notes;
}

const NONE: readonly Note[] = Object.freeze([]);

interface Search {
  readonly schemas: RequestProperties['schemas'];
  readonly notes: Note[];
  left: number;
}

type RecordTree = Extract<PropertyTree, { kind: 'record' }>;

function visit(value: unknown, trees: readonly PropertyTree[], pointer: string, search: Search): void {
  if (typeof value !== 'object' || value === null || search.left-- <= 0) return;
  if (search.notes.length >= MOST_NOTES) return;
  const expanded = trees.flatMap((tree) => expand(tree, search));
  if (Array.isArray(value)) {
    const items = expanded.flatMap((tree) => (tree.kind === 'list' ? tree.items : []));
    if (items.length === 0) return;
    for (const [index, item] of value.entries()) {
      if (search.left <= 0) return;
      visit(item, items, `${pointer}/${index}`, search);
    }
    return;
  }
  const records = expanded.filter((tree) => tree.kind === 'record').filter((tree) => isMeant(value, tree));
  if (records.length > 0) visitObject(value, records, pointer, search);
}

function visitObject(value: object, records: readonly RecordTree[], pointer: string, search: Search): void {
  for (const name of Object.keys(value)) {
    if (search.left-- <= 0 || search.notes.length >= MOST_NOTES) return;
    if (!records.some(({ properties }) => Object.hasOwn(properties, name))) {
      const note = describe(name, value, records, pointer);
      if (note !== null) search.notes.push(note);
      continue;
    }
    const part = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof part !== 'object' || part === null) continue;
    const trees = records.flatMap(({ properties }) =>
      Object.hasOwn(properties, name) ? (properties[name] ?? []) : [],
    );
    if (trees.length > 0) visit(part, trees, pointer + pointerStep(name), search);
  }
}

function describe(name: string, value: object, records: readonly RecordTree[], pointer: string): Note | null {
  const absent = records.flatMap(({ properties }) =>
    Object.keys(properties).filter((one) => !(one in value)),
  );
  const meant = closestWord(name, absent);
  if (meant === null && pointer !== '') return null;
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
  const suggestion = meant === null ? '' : `; did you mean \`${meant}\`?`;
  return {
    in: 'request',
    pointer: pointer + pointerStep(shown),
    message: `\`${shown}\` is not described${suggestion}`,
  };
}

/** Resolves references and unions to objects and lists. */
function expand(tree: PropertyTree, search: Search): readonly PropertyTree[] {
  switch (tree.kind) {
    case 'union':
      return tree.cases.flatMap((each) => expand(each, search));
    case 'named': {
      const named = search.schemas[tree.name];
      return named === undefined ? [] : expand(named, search);
    }
    default:
      return [tree];
  }
}

function isMeant(value: object, { tags }: RecordTree): boolean {
  return Object.entries(tags).every(
    ([name, tag]) => (value as Readonly<Record<string, unknown>>)[name] === tag,
  );
}
