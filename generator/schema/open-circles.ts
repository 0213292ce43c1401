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
 * Breaks every cycle, and every chain that is too long to follow.
 *
 * Shape: the same declarations; usually the same array.
 * Errors: REFERENCE_CIRCULAR, REFERENCES_TOO_LONG (reported) for a reference that had to be dropped.
 */
export function openCircles<D extends Declaration>(declarations: readonly D[], report: Report): readonly D[] {
  return cutChains(breakCycles(declarations, report), report);
}

/** References in a row that are followed, at least. Why limited: each nests a call of whatever reads the schemas. */
const MAX_CHAIN_LENGTH = 300;

/** Cuts chains at every so many references; those to a schema that is near the end of its chain remain. */
function cutChains<D extends Declaration>(declarations: readonly D[], report: Report): readonly D[] {
  const targets = allTargets(declarations);
  const lengths = chainLengths(targets);
  const pieceOf = (name: string): number => Math.floor((lengths.get(name) ?? 0) / MAX_CHAIN_LENGTH);
  return declarations.map((declaration) => {
    const { name, place, schema } = declaration;
    const isFar = (target: string): boolean =>
      pieceOf(target) < pieceOf(name) && (lengths.get(target) ?? 0) > MAX_CHAIN_LENGTH / 2;
    if (targets.get(name)?.some(isFar) !== true) return declaration;
    report('REFERENCES_TOO_LONG', place, { name, limit: MAX_CHAIN_LENGTH });
    return { ...declaration, schema: giveUp(schema, isFar) };
  });
}

function breakCycles<D extends Declaration>(declarations: readonly D[], report: Report): readonly D[] {
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
  const targets = allTargets([...schemas].map(([name, schema]) => ({ name, schema })));
  // A declaration whose references all end is on no cycle.
  for (const name of chainLengths(targets).keys()) targets.delete(name);
  const reached = new Map([...targets.keys()].map((name) => [name, reachFrom(name, targets)]));
  return new Map(
    [...reached].flatMap(([name, reach]) => {
      const around = [...reach].filter((other) => reached.get(other)?.has(name) === true);
      return reach.has(name) ? [[name, new Set(around)] as const] : [];
    }),
  );
}

/** Returns the maximum number of consecutive references from each declaration, unless they lead to a cycle. */
function chainLengths(targets: Targets): ReadonlyMap<string, number> {
  const referrers = new Map<string, string[]>();
  const open = new Map<string, number>();
  for (const [name, all] of targets) {
    const others = all.filter((target) => targets.has(target));
    open.set(name, others.length);
    for (const target of others) {
      const list = referrers.get(target) ?? [];
      list.push(name);
      referrers.set(target, list);
    }
  }
  const lengths = new Map<string, number>();
  const ended = [...targets.keys()].filter((name) => open.get(name) === 0);
  for (const name of ended) {
    const length = lengths.get(name) ?? 0;
    lengths.set(name, length);
    for (const referrer of referrers.get(name) ?? []) {
      lengths.set(referrer, Math.max(lengths.get(referrer) ?? 0, length + 1));
      const left = (open.get(referrer) ?? 0) - 1;
      open.set(referrer, left);
      if (left === 0) ended.push(referrer);
    }
  }
  return new Map(ended.map((name) => [name, lengths.get(name) ?? 0]));
}

type Targets = ReadonlyMap<string, readonly string[]>;

function allTargets(
  declarations: readonly Pick<Declaration, 'name' | 'schema'>[],
): Map<string, readonly string[]> {
  return new Map(declarations.map(({ name, schema }) => [name, targetsOf(schema)]));
}

function reachFrom(start: string, targets: Targets): ReadonlySet<string> {
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
