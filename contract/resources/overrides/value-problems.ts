/** Collects the values of overrides that a description does not allow, with what it allows instead. */
import { isObject, toText } from '../../../templates/runtime/json/value.ts';
import { closestWord } from '../../../templates/runtime/closest-word.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { SourceSchema } from '../source.ts';
import { statesIn } from '../records/state-values.ts';
import { propertySpelled } from '../schema-likeness.ts';
import type { OverrideProblem } from './override.ts';

/** Where a value is. Shape: `of` is the name of its resource, `path` are the keys that lead to it. */
export interface OverridePlace {
  readonly of: string;
  readonly path: readonly string[];
}

/** Units: names and values that a message lists. */
const MAX_LISTED = 12;

/** The values that do not fit, in the order in which they were checked. */
export class ValueProblems {
  readonly #all: OverrideProblem[] = [];

  get all(): readonly OverrideProblem[] {
    return this.#all;
  }

  /** Returns a property of a record; `null` after the problem that there is none. */
  property(schema: SourceSchema, name: string, { of, path }: OverridePlace): SourceSchema | null {
    const property = propertyOf(schema, name);
    if (property !== null) return property;
    const names = [...schema.properties.keys()];
    const hint = suggest(name, names);
    this.#note(path, `Records of ${of} have no property ${name}.${hint ?? ` They have ${list(names)}.`}`, {
      isUnused: hint === null,
    });
    return null;
  }

  /** Checks a value and all that is in it. Shape: `name` is what messages call it. */
  value(schema: SourceSchema, value: JsonValue, place: OverridePlace, name = 'A record'): void {
    const { of, path } = place;
    if (!hasType(schema, value)) {
      this.#note(
        path,
        `${name} of ${of} must be ${typeText(schema)}, not ${kindOf(value)}.${quoted(schema, value)}`,
      );
      return;
    }
    if (schema.values !== null && value !== null && !schema.values.some((each) => isSame(each, value))) {
      this.#unlisted(schema.values, value, place, name);
      return;
    }
    if (Array.isArray(value) && schema.items !== null)
      for (const [index, item] of (value as readonly JsonValue[]).entries())
        this.value(schema.items, item, { of, path: [...path, String(index)] }, `An item of ${name}`);
    if (isObject(value) && schema.properties.size > 0)
      for (const [each, inner] of Object.entries(value)) {
        const own = this.#inner(schema, each, { of, path: [...path, each] }, name);
        if (own !== null) this.value(own, inner, { of, path: [...path, each] }, each);
      }
  }

  /** Checks a state. Shape: any without a list of them. */
  state(schema: SourceSchema | undefined, value: string, place: OverridePlace, name = 'state'): void {
    const values = schema === undefined ? null : statesIn(schema);
    if (values !== null && !values.some((each) => toText(each) === value))
      this.#unlisted(values, value, place, name);
  }

  /** Notes the name of an action that does not exist. */
  trigger(name: string, names: ReadonlySet<string>, { of, path }: OverridePlace): void {
    const actions = names.size === 0 ? ' It has no actions.' : ` It has ${list([...names])}.`;
    this.#note(path, `The resource ${of} has no action ${name}.${suggest(name, names) ?? actions}`);
  }

  /** Why only similar names in objects: they may have more properties than are described. */
  #inner(schema: SourceSchema, name: string, place: OverridePlace, of: string): SourceSchema | null {
    const isRecord = of === 'A record';
    const isMisspelt = closestWord(name, schema.properties.keys()) !== null;
    return isRecord || isMisspelt ? this.property(schema, name, place) : propertyOf(schema, name);
  }

  #unlisted(values: readonly JsonValue[], value: JsonValue, { of, path }: OverridePlace, name: string): void {
    const [text, texts] = [toText(value), values.map(toText)];
    const hint = suggest(text, texts) ?? ` It is one of ${list(texts)}.`;
    this.#note(path, `${text} is not a value of ${name} in ${of}.${hint}`);
  }

  /** Notes a second record with the same key. */
  duplicate(key: string, value: JsonValue, { of, path }: OverridePlace): void {
    this.#note(path, `Another record of ${of} has the same ${key}, ${toText(value)}. This one is left out.`);
  }

  /** Notes a status for other states where all states are allowed. */
  spareElse({ path }: OverridePlace): void {
    this.#note(
      path,
      '`else` has no effect without `from`. Add the states in which the operation is allowed.',
    );
  }

  #note(path: readonly string[], message: string, { isUnused = false } = {}): void {
    this.#all.push({ path, message, ...(isUnused && { isUnused }) });
  }
}

function propertyOf(schema: SourceSchema, name: string): SourceSchema | null {
  return schema.properties.get(propertySpelled(name, schema) ?? '') ?? null;
}

/** Returns whether a value has a type that a schema allows, or becomes one: a number as a text, a key as an object. */
function hasType({ types, isNullable }: SourceSchema, value: JsonValue): boolean {
  if (types === null) return true;
  if (value === null) return isNullable;
  if (types.has(Array.isArray(value) ? 'array' : typeof value)) return true;
  if (typeof value !== 'number' && typeof value !== 'string') return false;
  if (types.has('string') || types.has('object') || types.has('array')) return true;
  const number = value === '' ? Number.NaN : Number(value);
  return types.has('number') ? Number.isFinite(number) : types.has('integer') && Number.isInteger(number);
}

function typeText({ types, isNullable }: SourceSchema): string {
  const names = [...(types ?? []), ...(isNullable ? ['null'] : [])];
  return names.map((name) => withArticle(name)).join(' or ');
}

function kindOf(value: JsonValue): string {
  return withArticle(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
}

function withArticle(name: string): string {
  if (name === 'null') return name;
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

function quoted({ types }: SourceSchema, value: JsonValue): string {
  return typeof value === 'boolean' && types?.has('string') === true ? ` Put it in quotes: '${value}'.` : '';
}

/** Why as texts: keywords of forms and of YAML write numbers both ways. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  return toText(one) === toText(other);
}

function suggest(word: string, names: Iterable<string>): string | null {
  const close = closestWord(word, names);
  return close === null ? null : ` Did you mean ${close}?`;
}

function list(names: readonly string[]): string {
  return names.slice(0, MAX_LISTED).join(', ') + (names.length > MAX_LISTED ? ', …' : '');
}
