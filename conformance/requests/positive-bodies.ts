/**
 * Valid bodies: the smallest, the largest, each property alone, each value of each enum, null, an unknown property, and
 * random ones. They are merged into the base body, so that its ids still name existing records.
 */
import { isObject } from '../../templates/runtime/json/value.ts';
import type { Contract } from '../../contract/contract.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { Shape } from '../../templates/runtime/shape.ts';
import type { Provenance } from '../provenance/provenance.ts';
import {
  arbitrariesOf,
  statefulReason,
  isOpaque,
  makeValue,
  placesIn,
  putAt,
  resolveShape,
  shapeOfCheck,
  isNullable,
  type ValuePlace,
} from './values.ts';
import type { Case, CaseSet, Subject } from './case.ts';
import {
  capSeverity,
  provenanceOfProperty,
  provenanceOfOperation,
  weakestProvenance,
} from './request-provenance.ts';
import { keyPath } from './own-key.ts';
import { expectSuccess } from './expected-response.ts';

import { isJsonMediaType } from '../../templates/runtime/media-type.ts';
import { contentOf, propertiesOf, withJson, fitsContract, type BodyForm } from './request-form.ts';

type Properties = Readonly<Record<string, JsonValue>>;

/** Returns the name of the check that validates the JSON body as it is sent; `null` if there is none. */
export function bodyCheck({ operation }: Pick<Subject, 'operation'>): string | null {
  const content = contentOf(operation);
  return content !== null && isJsonMediaType(content.mediaType) ? (content.check?.name ?? null) : null;
}

/** Creates the valid bodies of an operation, other than the base body. */
export function positiveBodies(subject: Subject): CaseSet {
  const check = bodyCheck(subject);
  if (check === null) return { cases: [], random: null };
  const bodies = new Set([JSON.stringify(propertiesOf(subject.base))]);
  const cases = listBodies(subject, check).filter(({ form }) => {
    const text = JSON.stringify(propertiesOf(form));
    const isNew = !bodies.has(text);
    bodies.add(text);
    return isNew && fitsContract(form);
  });
  return { cases, random: subject.traits.isCostly ? null : randomBodies(subject, check) };
}

/** Returns the largest valid body, merged into the base body. Shape: the base body if nothing can be added. */
export function largestBody(subject: Subject, check: string): Properties {
  const { contract } = subject.operation;
  const base = propertiesOf(subject.base);
  const all = makeValue(contract, shapeOfCheck(contract, check), (name) => statefulReason(name) === null);
  const larger = { ...(isObject(all) ? withoutStateful(all) : {}), ...base };
  return fitsContract(withJson(subject.base, larger)) ? larger : base;
}

function listBodies(subject: Subject, check: string): readonly Case[] {
  const { operation } = subject;
  const { contract } = operation;
  const shape = shapeOfCheck(contract, check);
  if (shape.kind !== 'record') return [unknownProperty(subject)];
  const base = propertiesOf(subject.base);
  const large = largestBody(subject, check);
  const required = new Set(shape.properties.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])));
  const kept = ([name]: readonly [string, JsonValue]): boolean =>
    required.has(name) || statefulReason(name) !== null;
  const least = subject.traits.isCostly ? base : Object.fromEntries(Object.entries(base).filter(kept));
  const provenanceOf = (paths: readonly string[]): Provenance =>
    provenanceOfProperties(subject, check, paths);
  const make = (description: string, properties: Properties, paths: readonly string[]): Case =>
    createBodyCase(subject, description, properties, provenanceOf(paths));
  const optional = Object.keys(large).filter((name) => !required.has(name));
  const sure = optional.filter(
    (name) => provenanceOf([name]).severity === 'fail' && !isConditional(subject, name),
  );
  const places = placesIn(contract, shape, large);
  return [
    // Why: the source does not specify whether an update may be empty.
    ...(Object.keys(least).length === 0 ? [] : [make('The smallest valid body', least, [])]),
    make('A body with every property that the source names', { ...least, ...pick(large, sure) }, sure),
    make('The largest valid body', large, optional),
    ...optional.map((name) => make(`A body with ${name}`, { ...least, ...pick(large, [name]) }, [name])),
    ...places.flatMap((place) =>
      propertyValues(place).map((value) => {
        const [top = ''] = place.path.split('.');
        const properties = putAt({ ...least, ...pick(large, [top]) }, place.path, value) as Properties;
        return make(`A body with ${place.path} ${JSON.stringify(value)}`, properties, [place.path]);
      }),
    ),
    ...shape.properties
      .filter(
        (property) =>
          isNullable(contract, property.shape) && resolveShape(contract, property.shape).kind !== 'any',
      )
      .map(({ name }) => {
        const provenance = weakestProvenance(
          provenanceOfOperation(operation),
          provenanceOfProperty(operation, check, name, 'type'),
        );
        return createBodyCase(subject, `A body with ${name} null`, { ...least, [name]: null }, provenance);
      }),
    unknownProperty(subject),
  ];
}

/** Lists the values of an enum or a boolean. */
function propertyValues({ path, shape }: ValuePlace): readonly JsonValue[] {
  return path !== '' && shape.kind === 'values' ? shape.values : [];
}

function unknownProperty(subject: Subject): Case {
  const provenance = capSeverity(provenanceOfOperation(subject.operation));
  const properties = { ...propertiesOf(subject.base), unknown_to_the_contract: 'is ignored' };
  return createBodyCase(subject, 'A body with an unknown property', properties, provenance);
}

/**
 * Creates random valid bodies. Why capped: random strings and numbers are unusual, and a service may have limits that
 * the source does not show.
 */
function randomBodies(subject: Subject, check: string): CaseSet['random'] {
  const { contract } = subject.operation;
  const provenance = capSeverity(provenanceOfOperation(subject.operation));
  const shape = shapeOfCheck(contract, check);
  if (provenance.severity === 'off' || shape.kind !== 'record') return null;
  const valid = arbitrariesOf(contract, check)?.valid;
  if (valid === undefined) return null;
  const [key] = keyPath(subject.operation) ?? [];
  // Why: items may need properties that the source does not show, and a blank string may count as missing.
  const free = shape.properties.filter(
    (property) =>
      statefulReason(property.name) === null &&
      property.name !== key &&
      !isConditional(subject, property.name) &&
      !isOpaqueList(contract, property.shape),
  );
  if (free.length === 0) return null;
  const isKept = ([name, value]: readonly [string, JsonValue]): boolean =>
    free.some((property) => property.name === name) && !(typeof value === 'string' && value.trim() === '');
  return valid
    .map((value) => {
      const kept = Object.entries(isObject(value) ? value : {}).filter(isKept);
      const rest = Object.fromEntries(kept.map(([name, each]) => [name, toCommonNumber(each)]));
      const properties = { ...propertiesOf(subject.base), ...rest };
      return createBodyCase(
        subject,
        `A random body (${Object.keys(rest).join(', ')})`,
        properties,
        provenance,
        true,
      );
    })
    .map((each) =>
      fitsContract(each.form) && !hasUnlistedNull(subject, check, each.form.body) ? each : null,
    );
}

/**
 * Returns whether a body has null where one of several texts is expected. Why: OpenAPI 3.0 requires null in the enum
 * of such a property too, which descriptions omit.
 */
function hasUnlistedNull({ operation }: Subject, check: string, body: BodyForm): boolean {
  const { contract } = operation;
  if (contract.provenance !== null || body.kind !== 'json') return false;
  return placesIn(contract, shapeOfCheck(contract, check), body.value).some(
    ({ shape, value }) =>
      value === null &&
      casesOf(contract, shape).some(
        (each) => each.kind === 'values' && typeof each.values[0] === 'string' && !each.values.includes(null),
      ),
  );
}

/** Why: the source shows no bounds for most integers, and a service may require a positive or a small one. */
function toCommonNumber(value: JsonValue): JsonValue {
  return Number.isInteger(value) ? (Math.abs(Number(value)) % 20) + 1 : value;
}

function isOpaqueList(contract: Contract, shape: Shape): boolean {
  const target = resolveShape(contract, shape);
  return target.kind === 'list' && isOpaque(contract, target.rest);
}

/** Creates a request with a valid body. Shape: unless `isRandom`, unique values are derived from the description. */
export function createBodyCase(
  subject: Subject,
  description: string,
  properties: Properties,
  provenance: Provenance,
  isRandom = false,
): Case {
  const fresh: Record<string, JsonValue> = {};
  for (const name of isRandom ? [] : subject.traits.unique) {
    const value = properties[name];
    if (typeof value === 'string')
      fresh[name] = `${value} ${description}`.replaceAll(/\W+/g, '_').slice(0, 90);
  }
  const form = withJson(subject.base, { ...properties, ...fresh });
  return { form, expectation: expectSuccess(subject, description, provenance), before: [], keeps: 'right' };
}

/** Returns the weakest provenance of these properties, at most a warning for those whose values require others. */
function provenanceOfProperties(subject: Subject, check: string, paths: readonly string[]): Provenance {
  const { operation } = subject;
  const provenances = paths.map((path) => {
    const provenance = provenanceOfProperty(operation, check, path, 'type');
    return isConditional(subject, path) || isShapeless(operation.contract, check, path)
      ? capSeverity(provenance)
      : provenance;
  });
  return weakestProvenance(provenanceOfOperation(operation), ...provenances);
}

/** Why: an object whose shape the source does not show may require unknown properties. */
function isShapeless(contract: Contract, check: string, path: string): boolean {
  const shape = shapeOfCheck(contract, check);
  const property =
    shape.kind === 'record' ? shape.properties.find(({ name }) => name === path.split('.')[0]) : undefined;
  const kinds = property === undefined ? [] : casesOf(contract, property.shape);
  return kinds.some((each) => each.kind === 'record' && each.properties.length === 0);
}

function casesOf(contract: Contract, shape: Shape): readonly Shape[] {
  const target = resolveShape(contract, shape);
  return target.kind === 'union' ? target.cases.map((each) => resolveShape(contract, each)) : [target];
}

function isConditional({ traits }: Subject, path: string): boolean {
  return traits.conditional.includes(path.split('.')[0] ?? '');
}

function withoutStateful(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => statefulReason(name) === null));
}

function pick(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(
    names.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]])),
  );
}
