/**
 * Breaks endless cycles of references: schemas that contain themselves with no value in between. Where a base lists
 * its own subtypes, which is the common case, nothing is lost.
 */
import type { JsonObject, JsonSchema, JsonValue, Place } from '../json/documents.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { isArray, isObject, propertyOf, objectAt } from '../json/json.ts';
import { COMPOSITIONS, composedOf, isSchema, referredName, schemaAt } from './keywords.ts';

/** The parts of a declaration that matter for cycles. */
interface Declaration {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly place: Place;
}

/** Keywords whose schemas apply to the same value as the enclosing schema. */
const single = ['not', 'if', 'then', 'else'];
const unions = ['anyOf', 'oneOf'];

/**
 * Breaks every cycle.
 *
 * Shape: the same declarations; usually the same array.
 * Errors: REFERENCE_CIRCULAR (reported) for a reference that had to be dropped.
 */
export function openCircles<D extends Declaration>(declarations: readonly D[], report: Report): readonly D[] {
  const schemas = new Map(declarations.map(({ name, schema }) => [name, schema]));
  const first = findCircular(schemas);
  if (first.size === 0) return declarations;
  for (const name of first.keys()) {
    const isAround = (target: string): boolean => first.get(name)?.has(target) === true;
    schemas.set(name, takeBases(schemas.get(name) ?? true, isAround, schemas));
  }
  for (let left = findCircular(schemas); left.size > 0; left = findCircular(schemas)) {
    const [[name, around] = ['', new Set<string>()]] = left;
    schemas.set(
      name,
      giveUp(schemas.get(name) ?? true, (target) => around.has(target)),
    );
    const place = declarations.find((one) => one.name === name)?.place ?? null;
    const others = [...around].filter((other) => other !== name).map((other) => `\`${other}\``);
    report('REFERENCE_CIRCULAR', place, { name, others: others.join(', ') });
  }
  return declarations.map((one) => ({ ...one, schema: schemas.get(one.name) ?? one.schema }));
}

type Schemas = ReadonlyMap<string, JsonSchema>;

/** Returns the declarations that refer back to themselves, each with the declarations on its cycles. */
function findCircular(schemas: Schemas): Map<string, ReadonlySet<string>> {
  const targets = new Map([...schemas].map(([name, schema]) => [name, targetsOf(schema)]));
  // A declaration without outgoing references is on no cycle, and neither is one that only reaches such declarations.
  for (let size = -1; size !== targets.size;) {
    size = targets.size;
    for (const [name, targetsOf] of targets)
      if (!targetsOf.some((target) => targets.has(target))) targets.delete(name);
  }
  const reached = new Map([...targets.keys()].map((name) => [name, reachFrom(name, targets)]));
  return new Map(
    [...reached].flatMap(([name, reach]) => {
      const around = [...reach].filter((other) => reached.get(other)?.has(name) === true);
      return reach.has(name) ? [[name, new Set(around)] as const] : [];
    }),
  );
}

function reachFrom(start: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reach = new Set<string>();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const target of targets.get(name) ?? []) {
      if (!reach.has(target)) open.push(target);
      reach.add(target);
    }
  }
  return reach;
}

function targetsOf(schema: JsonSchema): string[] {
  if (!isObject(schema)) return [];
  const target = referredName(schema);
  return [...(target === null ? [] : [target]), ...insideOf(schema).flatMap(targetsOf)];
}

function insideOf(schema: JsonObject): JsonSchema[] {
  const dependent = Object.values(objectAt(schema, 'dependentSchemas')).filter(isSchema);
  const conditions = single.map((keyword) => schemaAt(schema, keyword)).filter((part) => part !== null);
  return [...conditions, ...dependent, ...composedOf(schema)];
}

type IsAround = (target: string) => boolean;

/** Copies the content of a base into its subtype, without the list of subtypes that contains it. */
function takeBases(schema: JsonSchema, isAround: IsAround, schemas: Schemas): JsonSchema {
  if (!isObject(schema)) return schema;
  const target = referredName(schema);
  const base = target !== null && isAround(target) ? schemas.get(target) : undefined;
  const rest = mapList(schema, 'allOf', (part) => takeBases(part, isAround, schemas));
  if (!isObject(base) || !unions.some((keyword) => Object.hasOwn(base, keyword))) return rest;
  const { $ref: _, allOf, ...others } = rest;
  const { oneOf: _one, anyOf: _any, discriminator: _tag, ...own } = base;
  return { ...others, allOf: [...(isArray(allOf ?? null) ? (allOf as JsonValue[]) : []), own] };
}

/** Accepts anything in place of a circular reference; removes negations and conditions that contain one. */
function giveUp(schema: JsonSchema, isAround: IsAround): JsonSchema {
  if (!isObject(schema)) return schema;
  const target = referredName(schema);
  const { $ref: _, ...others } = schema;
  let result: JsonObject = target !== null && isAround(target) ? others : schema;
  const leadsBack = (keyword: string): boolean => {
    const inside = propertyOf(schema, keyword);
    return isObject(inside) && targetsOf(inside).some(isAround);
  };
  const dropped = [
    ...(single.some(leadsBack) ? single : []),
    ...(Object.values(objectAt(schema, 'dependentSchemas')).some(
      (inside) => isObject(inside) && targetsOf(inside).some(isAround),
    )
      ? ['dependentSchemas']
      : []),
  ];
  result = Object.fromEntries(Object.entries(result).filter(([keyword]) => !dropped.includes(keyword)));
  for (const keyword of COMPOSITIONS) result = mapList(result, keyword, (part) => giveUp(part, isAround));
  return result;
}

function mapList(schema: JsonObject, keyword: string, map: (part: JsonSchema) => JsonSchema): JsonObject {
  const list = propertyOf(schema, keyword);
  if (!isArray(list)) return schema;
  return {
    ...schema,
    [keyword]: list.map((part) => (isSchema(part) ? map(part) : part)),
  };
}
