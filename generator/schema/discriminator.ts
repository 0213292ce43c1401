/**
 * Finds out what tells the members of a union apart.
 * The members' own `const` and `enum` decide; a declared mapping only fills in where they are silent.
 */
import type { JsonObject, JsonSchema, Place } from '../source/documents.ts';
import type { Report } from '../diagnostics.ts';
import type { Discriminator } from '../contract/contract.ts';
import { arrayAt, isArray, isObject, memberOf, objectAt, textAt, textsAt } from '../contract/node.ts';
import { componentNameOf, componentOf } from '../contract/parts.ts';

type Declared = ReadonlyMap<string, JsonSchema>;

/**
 * Decides how a value of the schema is assigned to one of its members.
 *
 * Shape: `null` for what is no union of declarations, and where no property has a value of its own in every member.
 * Errors: DISCRIMINATOR_UNUSABLE, DISCRIMINATOR_CONTRADICTED (reported), only where the author declared one.
 */
export function findDiscriminator(
  schema: JsonSchema,
  declared: Declared,
  place: Place,
  report: Report,
): Discriminator | null {
  const members = membersOf(schema);
  const declaration = isObject(schema) ? objectAt(schema, 'discriminator') : {};
  const property = textAt(declaration, 'propertyName');
  if (members === null || members.length === 0) return null;
  if (property === null) return inferDiscriminator(members, declared);

  const mapped = readMapping(declaration, members, { declared, property, place, report });
  const cases = members.flatMap((member) => {
    const own = findValues(member, property, declared).values;
    return unique(own ?? mapped.get(member) ?? [member]).map((value) => ({ value, schema: member }));
  });
  const problem = problemOf(cases);
  if (problem === null) return { property, cases };
  report('DISCRIMINATOR_UNUSABLE', place, { property, problem });
  return inferDiscriminator(members, declared);
}

/** Lists the members of a union of declarations; `null` for any other schema. */
export function membersOf(schema: JsonSchema): string[] | null {
  if (!isObject(schema)) return null;
  const written = [...arrayAt(schema, 'oneOf'), ...arrayAt(schema, 'anyOf')];
  const hasBoth = Object.hasOwn(schema, 'oneOf') && Object.hasOwn(schema, 'anyOf');
  const names = written.map(componentOf);
  return hasBoth || names.length === 0 || names.includes(null) ? null : names.filter((name) => name !== null);
}

/** Finds the values that a property may have in a declaration, and whether it must be there. */
function findValues(name: string, property: string, declared: Declared): Finding {
  const seen = new Set([name]);
  return search(declared.get(name) ?? true);

  function search(schema: JsonSchema): Finding {
    if (!isObject(schema)) return nothing;
    const target = referredName(schema);
    if (target !== null) {
      if (seen.has(target)) return nothing;
      seen.add(target);
      return search(declared.get(target) ?? true);
    }
    const here: Finding = {
      values: literalsOf(objectAt(schema, 'properties'), property),
      isRequired: textsAt(schema, 'required').includes(property),
    };
    const together = arrayAt(schema, 'allOf').filter(isSchema).map(search);
    return unite([here, ...together, searchAlternatives(schema)]);
  }

  function searchAlternatives(schema: JsonObject): Finding {
    const alternatives = [...arrayAt(schema, 'oneOf'), ...arrayAt(schema, 'anyOf')]
      .filter(isSchema)
      .map(search);
    const isComplete = alternatives.length > 0 && alternatives.every(({ values }) => values !== null);
    return {
      values: isComplete ? alternatives.flatMap(({ values }) => values ?? []) : null,
      isRequired: alternatives.length > 0 && alternatives.every(({ isRequired }) => isRequired),
    };
  }
}

interface Finding {
  readonly values: readonly string[] | null;
  readonly isRequired: boolean;
}

const nothing: Finding = { values: null, isRequired: false };

/** What several schemas that hold together say; the narrowest list counts. */
function unite(findings: readonly Finding[]): Finding {
  const lists = findings.map(({ values }) => values).filter((values) => values !== null);
  const [narrowest = null] = lists.toSorted((one, other) => one.length - other.length);
  return { values: narrowest, isRequired: findings.some(({ isRequired }) => isRequired) };
}

function literalsOf(properties: JsonObject, property: string): readonly string[] | null {
  const schema = memberOf(properties, property);
  if (!isObject(schema)) return null;
  const constant = textAt(schema, 'const');
  if (constant !== null) return [constant];
  const choices = memberOf(schema, 'enum');
  if (!isArray(choices) || choices.length === 0) return null;
  const texts = choices.filter((choice) => typeof choice === 'string');
  return texts.length === choices.length ? texts : null;
}

/** Without a declaration, a property counts when it is required and has other values in every member. */
function inferDiscriminator(members: readonly string[], declared: Declared): Discriminator | null {
  const [first] = members;
  if (first === undefined || members.length < 2) return null;
  for (const property of candidatesOf(first, declared)) {
    const cases = members.flatMap((schema) => {
      const { values, isRequired } = findValues(schema, property, declared);
      return isRequired ? unique(values ?? []).map((value) => ({ value, schema })) : [];
    });
    const covered = new Set(cases.map(({ schema }) => schema));
    if (covered.size === members.length && problemOf(cases) === null) return { property, cases };
  }
  return null;
}

function candidatesOf(name: string, declared: Declared): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const pending: JsonSchema[] = [declared.get(name) ?? true];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (!isObject(schema)) continue;
    const target = referredName(schema);
    if (target !== null && !seen.has(target)) {
      seen.add(target);
      pending.push(declared.get(target) ?? true);
    }
    const properties = objectAt(schema, 'properties');
    for (const property of Object.keys(properties)) {
      if (literalsOf(properties, property) !== null) found.add(property);
    }
    const inside = [...arrayAt(schema, 'allOf'), ...arrayAt(schema, 'oneOf'), ...arrayAt(schema, 'anyOf')];
    pending.push(...inside.filter(isSchema));
  }
  return [...found];
}

interface MappingSite {
  readonly declared: Declared;
  readonly property: string;
  readonly place: Place;
  readonly report: Report;
}

function readMapping(
  declaration: JsonObject,
  members: readonly string[],
  { declared, property, place, report }: MappingSite,
): Map<string, string[]> {
  const mapped = new Map<string, string[]>();
  for (const [value, target] of Object.entries(objectAt(declaration, 'mapping'))) {
    const schema = typeof target === 'string' ? componentNameOf(target) : null;
    if (schema === null || !members.includes(schema)) continue;
    mapped.set(schema, [...(mapped.get(schema) ?? []), value]);
    const own = findValues(schema, property, declared).values;
    if (own !== null && !own.includes(value)) {
      report('DISCRIMINATOR_CONTRADICTED', place, { property, value, schema, declared: own.join(', ') });
    }
  }
  return mapped;
}

function problemOf(cases: readonly { readonly value: string; readonly schema: string }[]): string | null {
  const owners = new Map<string, string>();
  for (const { value, schema } of cases) {
    const other = owners.get(value);
    if (other !== undefined && other !== schema)
      return `\`${value}\` stands for \`${other}\` and for \`${schema}\``;
    owners.set(value, schema);
  }
  return null;
}

function referredName(schema: JsonObject): string | null {
  const reference = textAt(schema, '$ref');
  return reference === null ? null : componentNameOf(reference);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value);
}
