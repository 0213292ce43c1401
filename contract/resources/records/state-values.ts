/** Finds the states of records: those that are listed only in requests, and the one that lists show by default. */
import { toText } from '../../../templates/runtime/json/value.ts';
import type { OperationRole } from '../graph.ts';
import type { SourceOperation, SourceParameter, SourceSchema } from '../source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { flatten } from '../words.ts';
import { writtenBy } from './schema-parts.ts';

/** The states of work that is done, as `flatten` writes them, the most usual first. */
export const COMPLETED_STATES: readonly string[] =
  'completed complete succeeded success successful done finished ready processed available'.split(' ');

/** The name of a property with a state. */
const STATE = /^(?:status|state)$/i;

export interface OperationOfResource {
  readonly source: SourceOperation;
  readonly role: OperationRole;
}

/**
 * Adds the states that bodies, filters and their own texts list to the properties of a record that are texts, and as its
 * default the one that its lists show. Why: a service lists what was just created.
 */
export function withListedStates(
  schema: SourceSchema | null,
  operations: readonly OperationOfResource[],
): SourceSchema | null {
  if (schema === null) return null;
  const listed = [...schema.properties].flatMap(([name, property]): [string, SourceSchema][] => {
    if (!STATE.test(name)) return [];
    const inner = withInnerStates(name, property, operations);
    if (inner !== null) return [[name, inner]];
    if (property.types?.has('string') !== true) return [];
    const { values: own } = property;
    const values = own ?? statesNamed(name, operations) ?? statesInText(property.text);
    const shown = property.defaultValue === undefined ? shownByDefault(name, operations) : undefined;
    const isState = shown !== undefined && (values?.includes(shown) ?? isInText(shown, name, operations));
    if (!isState && (values === null || own !== null)) return [];
    return [
      [
        name,
        withFacts(property, { ...(values !== null && { values }), ...(isState && { defaultValue: shown }) }),
      ],
    ];
  });
  if (listed.length === 0) return schema;
  return withFacts(schema, { properties: new Map([...schema.properties, ...listed]) });
}

/** Adds the states of a filter to the state in an object of its name: `state.status` for `?state=`; `null` without any. */
function withInnerStates(
  name: string,
  property: SourceSchema,
  operations: readonly OperationOfResource[],
): SourceSchema | null {
  const inner = stateProperty(property);
  const state = inner === null ? undefined : property.properties.get(inner);
  if (inner === null || state?.types?.has('string') !== true || state.values !== null) return null;
  const values = statesNamed(name, operations) ?? statesInText(state.text);
  return values === null ? null : withProperties(property, [[inner, withFacts(state, { values })]]);
}

/** Returns the property with the state of a record; `null` if none is named like one. */
export function stateProperty(schema: SourceSchema | null): string | null {
  return [...(schema?.properties.keys() ?? [])].find((name) => STATE.test(name)) ?? null;
}

export function withProperties(
  schema: SourceSchema,
  further: Iterable<readonly [name: string, schema: SourceSchema]>,
): SourceSchema {
  return withFacts(schema, { properties: new Map([...schema.properties, ...further]) });
}

/** Returns a schema with other facts. Why a proxy: the other facts are read when they are first used. */
export function withFacts(schema: SourceSchema, facts: Partial<SourceSchema>): SourceSchema {
  return new Proxy(schema, {
    get: (target, name) => Reflect.get(Object.hasOwn(facts, name) ? facts : target, name) as unknown,
  });
}

/** Returns the schema of a list of such items. */
export function listOf(items: SourceSchema): SourceSchema {
  const none = {
    name: null,
    properties: new Map(),
    required: new Set<string>(),
    alternatives: [],
    examples: [],
  };
  return withFacts(items, { ...none, types: new Set(['array']), items });
}

/** Returns the values of a property in bodies, else of the filter with its name; `null` if neither lists any. */
function statesNamed(name: string, operations: readonly OperationOfResource[]): readonly JsonValue[] | null {
  const inBodies = operations.map(({ source, role }) => writtenBy(source, role)?.properties.get(name));
  const inQueries = operations
    .flatMap(({ source }) => filtersNamed(name, source))
    .map(({ schema }) => schema);
  const lists = [...inBodies, ...inQueries].map((schema) => (schema?.values ?? []).filter(isState));
  return lists.find(({ length }) => length > 1) ?? null;
}

/** Returns the states that a text lists, such as "`OPEN`, `PAID` or `CLOSED`", also one a line; `null` for none. */
function statesInText(text: string): readonly JsonValue[] | null {
  let end = 0;
  let words: string[] = [];
  for (const { 0: code, 1: word = '', index } of text.matchAll(/`([A-Za-z][\w-]*)`/g)) {
    const isNext =
      words.length > 0 && /^(?:,?(?: and| or)? ?|[ \t]*\r?\n[ \t]*[*-][ \t]+)$/.test(text.slice(end, index));
    if (!isNext && words.length > 1) break;
    if (isNext) words.push(word);
    else words = [word];
    end = index + code.length;
  }
  return words.length > 1 ? words : null;
}

function filtersNamed(name: string, { parameters }: SourceOperation): readonly SourceParameter[] {
  return parameters.filter((each) => each.in === 'query' && each.name === name);
}

/** Returns the state that lists show without a filter; undefined for any. */
function shownByDefault(name: string, operations: readonly OperationOfResource[]): JsonValue | undefined {
  return operations
    .filter(({ role }) => role.role.value === 'list')
    .flatMap(({ source }) =>
      filtersNamed(name, source).map((each) => each.schema.defaultValue ?? statedDefault(each, source)),
    )
    .find(isState);
}

/** Returns whether a word is the direction of an order. */
export function isDirectionWord(word: unknown): boolean {
  return typeof word === 'string' && /^(?:asc|desc)(?:ending)?$/i.test(word);
}

/**
 * Returns the default state of a filter, or the direction of an order, by its description or that of its list: `Defaults to
 * "open"`, or "By default only open ones are returned"; `null` for none.
 */
export function statedDefault(
  { name, text, schema }: Pick<SourceParameter, 'name' | 'text' | 'schema'>,
  list: Pick<SourceOperation, 'text'>,
): JsonValue {
  const stated = STATED.exec(text)?.[1];
  if (stated !== undefined && isDirectionWord(stated)) return stated;
  if (!STATE.test(name)) return null;
  if (stated !== undefined) return stated;
  const [only = ''] = defaultSentences(`${text}\n${list.text}`).flatMap(
    (sentence) => onlyWord(sentence) ?? [],
  );
  const values = schema.items?.values ?? schema.values ?? [];
  return values.find((each) => typeof each === 'string' && flatten(each) === only) ?? null;
}

/** Units: characters of a text that are read. */
const MAX_READ = 5000;

/** Returns the sentences of a text about what happens by default. */
export function defaultSentences(text: string): readonly string[] {
  return text
    .slice(0, MAX_READ)
    .split(/[.;\n]/)
    .filter((sentence) => /\bby default\b/i.test(sentence));
}

/** Returns the word after "only", such as that of "only the `open` ones", in the form of `flatten`. */
export function onlyWord(sentence: string): string | undefined {
  const word = /\bonly(?: the)? ["'`*]*([A-Za-z][\w-]*)/i.exec(sentence)?.[1];
  return word === undefined ? undefined : flatten(word);
}

/** Why the end: `Defaults to open and draft` names no single state. */
const STATED =
  /\bdefaults?(?: value)?(?: (?:of|for) \w+)?(?: is| to|[:=])[ \t]*["'`]?([\w-]+)["'`]?(?=[.,;)\r\n]|$)/i;

/** Returns whether the description of a filter names a state, and not only as the default. */
function isInText(state: JsonValue, name: string, operations: readonly OperationOfResource[]): boolean {
  const texts = operations.flatMap(({ source }) => filtersNamed(name, source)).map(({ text }) => text);
  return texts.some((text) =>
    text
      .replace(STATED, '')
      .split(/[^\w-]+/)
      .some((word) => word === state),
  );
}

function isState(value: JsonValue): boolean {
  return typeof value === 'string' && value !== '' && !/^(?:all|any|both|\*)$/i.test(value);
}

/** Returns the states that a property can have: the values that are listed, or those of a boolean; `null` for any. */
export function statesIn({ values, types }: SourceSchema): readonly JsonValue[] | null {
  return values ?? (types?.has('boolean') === true && types.size === 1 ? [true, false] : null);
}

/** Returns a state with the type of its property: a file may have `'true'` for a boolean, and `'1'` for a number. */
export function stateValue(schema: SourceSchema | undefined, text: string): JsonValue {
  const { types = null } = schema ?? {};
  if (types === null || types.has('string')) return text;
  if (types.has('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  const isNumber = types.has('integer') || types.has('number');
  return isNumber && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/**
 * Returns the property whose states an action is limited to: the state of a record if it can have one of them, else what
 * the action sets. Shape: `null` if neither is known.
 */
export function guardProperty(
  schema: SourceSchema | null,
  set: Readonly<Record<string, JsonValue>>,
  from: readonly string[],
): string | null {
  const state = stateProperty(schema);
  const changed = Object.keys(set);
  const canHave = (name: string): boolean => {
    const property = schema?.properties.get(name);
    const states = property === undefined ? null : statesIn(property);
    return states?.some((each) => from.includes(toText(each))) ?? false;
  };
  const names = state === null ? changed : [state, ...changed];
  return names.find(canHave) ?? state ?? changed.find((name) => typeof set[name] === 'string') ?? null;
}
