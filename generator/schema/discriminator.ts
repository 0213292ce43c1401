/**
 * Reads the discriminator of a union of declarations: which value of which property selects which of them.
 * Uses the decision of `tagged-union.ts`, so that types, event tables and validators always dispatch on the same
 * property.
 */
import { canonical } from './fingerprint.ts';
import type { JsonValue, JsonObject, JsonSchema, Place } from '../json/documents.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { Discriminator } from '../model/contract-model.ts';
import { arrayAt, isObject, objectAt, propertyPlace, textAt } from '../json/json.ts';
import { componentNameOf, referredName, componentOf } from './keywords.ts';
import { constantsIn, findSharedTag, findTaggedUnion, type Lookup, type TagCase } from './tagged-union.ts';

type Declared = ReadonlyMap<string, JsonSchema>;

/**
 * Finds the discriminator of a union.
 *
 * Shape: `null` for anything but a union of declarations, and if no property has string values that differ between the
 * variants.
 * Errors: DISCRIMINATOR_UNUSABLE, DISCRIMINATOR_CONTRADICTED (reported), only if the author declared one.
 */
export function findDiscriminator(
  schema: JsonSchema,
  declared: Declared,
  place: Place,
  report: Report,
): Discriminator | null {
  const variants = variantsOf(schema);
  if (!isObject(schema) || variants === null) return null;
  const lookup: Lookup = (name) => declared.get(name);
  reportContradictions(schema, variants, { lookup, place, report });
  const union = findTaggedUnion(variants, schema, lookup);
  const property = textAt(objectAt(schema, 'discriminator'), 'propertyName');
  if (property !== null && union?.property !== property) {
    const problem = findSharedTag(variants, property, schema, lookup);
    const where = propertyPlace(place, 'discriminator');
    if (problem !== null) report('DISCRIMINATOR_UNUSABLE', where, { property, problem });
  }
  if (union === null || union.others.length > 0) return null;
  const cases = union.cases.flatMap(readCases);
  return cases.every(isTextCase) ? { property: union.property, cases } : null;
}

interface Case {
  readonly value: unknown;
  readonly schema: string;
}

function readCases({ values, variant }: TagCase): Case[] {
  const schema = referredName(variant) ?? '';
  return values.map((value) => ({ value, schema }));
}

function isTextCase(each: Case): each is Case & { readonly value: string } {
  return typeof each.value === 'string';
}

/** Lists the variants of a union of declarations, each once; `null` for any other schema. */
function variantsOf(schema: JsonSchema): JsonObject[] | null {
  if (!isObject(schema)) return null;
  const hasBoth = Object.hasOwn(schema, 'oneOf') && Object.hasOwn(schema, 'anyOf');
  const variants = new Map<string, JsonObject>();
  for (const variant of [...arrayAt(schema, 'oneOf'), ...arrayAt(schema, 'anyOf')]) {
    const name = componentOf(variant);
    if (name === null || !isObject(variant)) return null;
    if (!variants.has(name)) variants.set(name, variant);
  }
  return hasBoth || variants.size === 0 ? null : [...variants.values()];
}

/** Reports mapped values that a variant's own constants exclude. */
function reportContradictions(
  owner: JsonObject,
  variants: readonly JsonObject[],
  { lookup, place, report }: { readonly lookup: Lookup; readonly place: Place; readonly report: Report },
): void {
  const declaration = objectAt(owner, 'discriminator');
  const property = textAt(declaration, 'propertyName');
  if (property === null) return;
  for (const [value, target] of Object.entries(objectAt(declaration, 'mapping'))) {
    const schema = componentNameOf(target);
    const variant = variants.find((each) => schema !== null && referredName(each) === schema);
    if (schema === null || variant === undefined) continue;
    const own = constantsIn(variant, property, lookup);
    if (own !== null && !own.includes(value)) {
      const where = ['discriminator', 'mapping', value].reduce(propertyPlace, place);
      report('DISCRIMINATOR_CONTRADICTED', where, { property, value, schema, declared: own.join(', ') });
    }
  }
}

export interface WrittenDiscriminator {
  readonly property: string;
  /** Components, or other texts as written, by the value of the property. */
  readonly cases: ReadonlyMap<string, string>;
}

/** Reads the keyword `discriminator`; `null` if it names no property. */
export function readDiscriminator(written: JsonValue): WrittenDiscriminator | null {
  const property = isObject(written) ? textAt(written, 'propertyName') : null;
  if (!isObject(written) || property === null) return null;
  const cases = Object.entries(objectAt(written, 'mapping')).map(([value, target]): [string, string] => {
    const text = typeof target === 'string' ? target : canonical(target);
    return [value, componentNameOf(text) ?? text];
  });
  return { property, cases: new Map(cases) };
}
