/**
 * Normalizes schemas: one dialect, one form of reference, and explicit discriminators for unions. Keeps what the
 * author meant; where that is unclear, the schema accepts more and a diagnostic reports it.
 */
import { componentNameOf, referenceTo } from '../schema/keywords.ts';
import type { JsonObject, JsonSchema, JsonValue, Place } from '../json/documents.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { createCheckNames, toCamel } from '../model/check-names.ts';
import { openCircles } from '../schema/open-circles.ts';
import { rewriteReferences } from '../schema/rewrite-references.ts';
import { dialectNamedBy, upgradeKeywords, closestType } from '../schema/dialect.ts';
import { findDiscriminator } from '../schema/discriminator.ts';
import { isObject, propertyPlace, nodeAt, segmentsOf } from '../json/json.ts';
import type { Reading, ReadSchema, RepairedReading, RepairedSchema } from '../model/reading.ts';
import { misspeltRequired, schemasOfOneValue } from '../schema/misspelt-required.ts';
import { mapSubschemas } from '../schema/walk.ts';

/**
 * Repairs every schema of a reading.
 *
 * Shape: references become `#/components/schemas/<name in schemas>`; a schema referenced inside another one, or inside
 * a path, becomes a separate declaration at the end of `schemas`.
 * Errors: KEYWORD_LEFT_OUT, REQUIRED_MISSPELT, REFERENCE_BROKEN, REFERENCE_CIRCULAR, REFERENCES_TOO_LONG,
 * DISCRIMINATOR_UNUSABLE, DISCRIMINATOR_CONTRADICTED
 * (reported).
 */
export function repairSchemas(reading: Reading, report: Report): RepairedReading {
  const inner = collectInnerSchemas(reading);
  const upgrade = (read: ReadSchema): UpgradedSchema => upgradeSchema(read, reading, inner, report);
  const parts = reading.parts.map(upgrade);
  const schemas = reading.schemas.map(upgrade);
  for (let read = inner.next(); read !== null; read = inner.next()) schemas.push(upgrade(read));
  const opened = openCircles(schemas, report);

  const declared = new Map(opened.map(({ name, schema }) => [name, schema]));
  const decide = (upgraded: UpgradedSchema): RepairedSchema => ({
    ...upgraded,
    discriminator: findDiscriminator(upgraded.schema, declared, upgraded.place, report),
  });
  const { components: _, ...rest } = reading;
  const names = createCheckNames(rest.componentChecks.values());
  for (const { name } of parts) names.claim(name);
  const componentChecks = new Map(rest.componentChecks);
  for (const { name } of schemas)
    if (!componentChecks.has(name)) componentChecks.set(name, names.claim(name));
  return { ...rest, componentChecks, schemas: opened.map(decide), parts: parts.map(decide) };
}

interface UpgradedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly place: Place;
}

/** Schemas that are referenced without being components; each is added once. */
interface InnerSchemas {
  nameOf(reference: string, owner: ReadSchema): string | null;
  next(): ReadSchema | null;
}

function collectInnerSchemas(reading: Reading): InnerSchemas {
  const known = new Map<JsonObject, Map<string, string>>();
  const waiting: ReadSchema[] = [];
  const taken = new Set(reading.schemas.map(({ name }) => name));
  return {
    nameOf(reference, owner) {
      const ofTree = known.get(owner.root) ?? new Map<string, string>();
      known.set(owner.root, ofTree);
      const before = ofTree.get(reference);
      if (before !== undefined) return before;
      const node: JsonValue | undefined = nodeAt(owner.root, reference);
      if (!isObject(node) && typeof node !== 'boolean') return null;
      const wanted = nameOfInner(reference);
      let name = wanted;
      for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
      taken.add(name);
      ofTree.set(reference, name);
      const place = { file: owner.place.file, pointer: reference };
      waiting.push({ ...owner, name, schema: node, place });
      return name;
    },
    next: () => waiting.shift() ?? null,
  };
}

function upgradeSchema(
  read: ReadSchema,
  reading: Reading,
  inner: InnerSchemas,
  report: Report,
): UpgradedSchema {
  const components = reading.components.get(read.root);
  const composed = new Set<JsonObject>();

  function rewriteReference(reference: string): string | null {
    const component = componentNameOf(reference);
    // Why: the bundler names a component after a pointer as written, in its escaped form, and does not escape it
    // again.
    const written = reference.slice(reference.lastIndexOf('/') + 1);
    const name =
      (component === null ? undefined : (components?.get(component) ?? components?.get(written))) ??
      inner.nameOf(reference, read);
    if (name !== null) return referenceTo(name);
    report('REFERENCE_BROKEN', read.place, { ref: reference, instead: 'any value is accepted instead' });
    return null;
  }

  function repairNode(schema: JsonSchema, around = read.dialect): JsonSchema {
    if (!isObject(schema)) return schema;
    const dialect = dialectNamedBy(schema, around);
    for (const part of schemasOfOneValue(schema)) composed.add(part);
    for (const { index, ...misspelt } of composed.has(schema) ? [] : misspeltRequired(schema)) {
      const place = propertyPlace(read.placeOf(schema), 'required');
      report('REQUIRED_MISSPELT', propertyPlace(place, String(index)), misspelt);
    }
    const upgraded = upgradeKeywords(schema, dialect, (path, expected) => {
      report('KEYWORD_LEFT_OUT', path.reduce(propertyPlace, read.placeOf(schema)), {
        keyword: path.join('/'),
        found: shownValue(path.reduce<JsonValue | undefined>(propertyOf, schema)),
        expected,
        closest: path.join('/') === 'type' ? closestType(schema['type']) : null,
      });
    });
    return mapSubschemas(rewriteReferences(upgraded, rewriteReference, rewriteTarget), (inside) =>
      repairNode(inside, dialect),
    );
  }

  function rewriteTarget(target: string): string {
    const name = componentNameOf(target) ?? target;
    return referenceTo(components?.get(name) ?? name);
  }

  return { name: read.name, schema: repairNode(read.schema), place: read.place };
}

function nameOfInner(reference: string): string {
  const named = segmentsOf(reference).filter(
    (segment) => !/^(components|schemas|properties|paths|content|schema|\$defs)$/.test(segment),
  );
  const name = toCamel(named.join(' '));
  return name === '' ? 'inner' : name;
}

function propertyOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) ? value[name] : undefined;
}

/** Units: characters of a value in a message. */
const MAX_SHOWN_LENGTH = 60;

/** Returns the value of a keyword for a message; null for objects and booleans, which are not informative. */
function shownValue(value: JsonValue | undefined): string | null {
  if (value === undefined || typeof value === 'boolean' || isObject(value)) return null;
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH - 1)}…` : text;
}
