/**
 * Invalid bodies: the largest body with one fault in each place, bodies that are not a JSON object, and random faults.
 */
import { isObject } from '../../templates/runtime/json/value.ts';
import type { Contract } from '../../contract/contract.ts';
import { findFaults, typesOf, type Fault } from '../../templates/runtime/arbitraries/faults.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { Shape } from '../../templates/runtime/shape.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { Provenance } from '../provenance/provenance.ts';
import {
  arbitrariesOf,
  isBeyondFormat,
  placesIn,
  putAt,
  resolveShape,
  shapeNamed,
  shapeOfCheck,
  statefulReason,
} from './values.ts';
import type { Case, CaseSet, Subject } from './case.ts';
import { capSeverity, provenanceOfBody, provenanceOfProperty, type FaultKind } from './request-provenance.ts';
import { expectError, declared } from './expected-response.ts';
import { bodyCheck, largestBody } from './positive-bodies.ts';
import { jsonTypeOf, propertiesOf, withJson, fitsContract, type BodyForm } from './request-form.ts';

export function negativeBodies(subject: Subject): CaseSet {
  const check = bodyCheck(subject);
  if (check === null) return { cases: [], random: null };
  const { contract } = subject.operation;
  const shapeOf = (name: string): Shape => shapeNamed(contract, name);
  const shape = shapeOfCheck(contract, check);
  const large = shape.kind === 'record' ? largestBody(subject, check) : propertiesOf(subject.base);
  const bodies = new Set<string>();
  const faulty = [...findFaults(shape, large, shapeOf), ...moreFaults(contract, shape, large)]
    .filter(({ path, value }) => !isRemoval(subject, valueAt(value, path)))
    .map((fault) => faultCase(subject, check, fault))
    .filter(({ form, expectation }) => {
      const text = `${expectation.description} ${JSON.stringify(propertiesOf(form))}`;
      const isNew = !bodies.has(text);
      bodies.add(text);
      return isNew && !fitsContract(form);
    });
  return { cases: [...wholeBodies(subject), ...faulty], random: randomFaults(subject, check) };
}

/** Returns whether a value of a patch removes a property. Source: RFC 7396. */
function isRemoval({ operation }: Subject, value: JsonValue | undefined): boolean {
  return value === null && jsonTypeOf(operation) === 'application/merge-patch+json';
}

/** Creates bodies that are invalid as a whole. */
function wholeBodies(subject: Subject): readonly Case[] {
  const { operation, base } = subject;
  const provenance = provenanceOfWhole(operation);
  const json = JSON.stringify(base.body.kind === 'json' ? base.body.value : {});
  const make = (description: string, body: BodyForm): Case => ({
    form: { ...base, body },
    expectation: expectError(subject, description, provenance),
    before: [],
    keeps: null,
  });
  const text = (written: string, mediaType = jsonTypeOf(operation)): BodyForm => ({
    kind: 'text',
    text: written,
    mediaType,
  });
  // Why: if every property is optional, a service may treat a missing body as an empty one.
  const isBodyNeeded = operation.body?.required === true && !fitsContract(withJson(base, {}));
  const isTypeChecked = operation.contract.provenance === null && declared(operation, [415]).length > 0;
  const plain = make('A body of text/plain where 415 is declared', text(json, 'text/plain'));
  const xml = make('An XML body', text('<name>text</name>', 'application/xml'));
  const all = [
    make('A body that is malformed JSON', text(`${json.slice(0, -1)},`)),
    make('A body that is a list', { kind: 'json', value: [] }),
    make('A body that is a string', { kind: 'json', value: 'a text' }),
    { ...xml, expectation: { ...xml.expectation, statuses: [...xml.expectation.statuses, 415] } },
    ...(isBodyNeeded ? [make('An empty body', text(''))] : []),
    ...(isTypeChecked
      ? [{ ...plain, expectation: { ...plain.expectation, ...capSeverity(plain.expectation) } }]
      : []),
  ];
  return all.filter(({ form }) => !fitsContract(form));
}

/**
 * Returns faults other than those of `findFaults`: a wrong type that can't be coerced, null, and the opposite value of
 * a boolean constant.
 */
function moreFaults(contract: Contract, shape: Shape, value: JsonValue): readonly Fault[] {
  const shapeOf = (name: string): Shape => shapeNamed(contract, name);
  return placesIn(contract, shape, value).flatMap(({ path, shape: part, value: there }) => {
    if (path === '') return [];
    const types = typesOf(part, shapeOf);
    const values: { readonly description: string; readonly put: JsonValue }[] = [];
    if (!types.has('record')) values.push({ description: 'has the wrong type', put: { fault: true } });
    else if (!types.has('string')) values.push({ description: 'has the wrong type', put: 'a fault' });
    if (!types.has('null')) values.push({ description: 'is null', put: null });
    if (part.kind === 'values' && types.has('boolean'))
      values.push({ description: 'is not in the list', put: there !== true });
    const inner = nullableFaults(contract, part, there);
    return [...values, ...inner].map(({ description, put }) => ({
      path,
      problem: description,
      value: putAt(value, path, put),
    }));
  });
}

/** Returns the faults of a value that may also be null. */
function nullableFaults(
  contract: Contract,
  shape: Shape,
  value: JsonValue,
): readonly { readonly description: string; readonly put: JsonValue }[] {
  if (shape.kind !== 'union') return [];
  const shapeOf = (name: string): Shape => shapeNamed(contract, name);
  const others = shape.cases.filter((each) => !isNullShape(resolveShape(contract, each)));
  const [only] = others;
  if (only === undefined || others.length > 1 || others.length === shape.cases.length) return [];
  return findFaults(only, value, shapeOf).flatMap(({ path, problem, value: put }) =>
    path === '' ? [{ description: problem, put }] : [],
  );
}

export function isNullShape(shape: Shape): boolean {
  return shape.kind === 'values' && shape.values.every((value) => value === null);
}

function randomFaults(subject: Subject, check: string): CaseSet['random'] {
  if (subject.traits.attempts !== null) return null;
  const match = arbitrariesOf(subject.operation.contract, check)?.invalid;
  if (match == null) return null;
  const bound = Object.fromEntries(
    Object.entries(propertiesOf(subject.base)).filter(([name]) => statefulReason(name) !== null),
  );
  const caseOf = (fault: Fault): Case => {
    const { path, problem, value } = fault;
    if (!isObject(value)) return faultCase(subject, check, fault);
    const touched = path === '' ? problem.replace(/^lacks /, '') : (path.split('.')[0] ?? '');
    const rest = Object.fromEntries(Object.entries(bound).filter(([name]) => name !== touched));
    return faultCase(subject, check, { path, problem, value: { ...value, ...rest } });
  };
  return match.map((fault) => {
    const made = isRemoval(subject, valueAt(fault.value, fault.path)) ? null : caseOf(fault);
    return made === null || fitsContract(made.form) ? null : allowState(made, subject);
  });
}

/** Why: a random body may request something that the plan lacks, and a service may check that first. */
function allowState(made: Case, { operation }: Subject): Case {
  const { expectation } = made;
  const statuses = [...new Set([...expectation.statuses, ...declared(operation, [402, 403, 404])])];
  return { ...made, expectation: { ...expectation, statuses } };
}

function faultCase(subject: Subject, check: string, { path, problem: description, value }: Fault): Case {
  const { operation } = subject;
  const missing = /^lacks (.*)$/.exec(description)?.[1];
  const place = missing === undefined ? path : path === '' ? missing : `${path}.${missing}`;
  const isNull = description === 'has the wrong type' && valueAt(value, path) === null;
  const kind: FaultKind = missing === undefined ? (isNull ? 'null' : kindOf(description)) : 'missing';
  const provenance =
    place === '' ? provenanceOfWhole(operation) : provenanceOfProperty(operation, check, place, kind);
  // Why: a format alone need not be validated. Source: JSON Schema 2020-12, Validation 7.2.1.
  const isOpen = operation.contract.provenance === null;
  const isOfFormat = kind === 'format' && description !== 'does not match the pattern';
  const isAnnotation = isOpen && (isOfFormat || isBeyondFormat(valueAt(value, path)));
  const what = path === '' ? 'A body that' : `A body whose ${path}`;
  const statement =
    missing === undefined ? `${what} ${isNull ? 'is null' : description}` : `A body without ${place}`;
  return {
    form: withJson(subject.base, value),
    expectation: expectError(subject, statement, isAnnotation ? capSeverity(provenance) : provenance),
    before: [],
    keeps: 'wrong',
  };
}

/** Why: if the body is optional, a service may ignore it. */
function provenanceOfWhole(operation: ContractOperation): Provenance {
  const provenance = provenanceOfBody(operation);
  return operation.body?.required === true ? provenance : capSeverity(provenance);
}

function kindOf(description: string): FaultKind {
  if (description === 'is null') return 'null';
  if (description === 'has the wrong type' || description === 'is not an integer') return 'type';
  if (description === 'is not in the list' || description === 'has an unknown tag') return 'enum';
  return description.startsWith('is not ') || description === 'does not match the pattern'
    ? 'format'
    : 'bound';
}

function valueAt(value: JsonValue, path: string): JsonValue | undefined {
  return path.split('.').reduce<JsonValue | undefined>((at, step) => {
    if (Array.isArray(at)) return (at as readonly JsonValue[])[Number(step)];
    return isObject(at) ? at[step] : undefined;
  }, value);
}
