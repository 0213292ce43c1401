/**
 * Query cases. Valid: each parameter alone, each value of an enum, and random combinations. Invalid: values of another
 * type, out of bounds, or not in the enum.
 */
import { integer, record, subarray, constantFrom, string, tuple } from 'fast-check';
import type { ContractOperation } from '../../contract/operations.ts';
import { roleOf } from '../../contract/resources/graph.ts';
import { rejectsQueries } from '../../contract/statements/lists.ts';
import type { ParameterSpec } from '../../templates/runtime/operation-spec.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Severity } from '../model/check.ts';
import type { PlausibleText } from './request-traits.ts';
import { isBeyondFormat, resolveShape, shapeOfCheck } from './values.ts';
import type { Case, CaseSet, Subject } from './case.ts';
import {
  capSeverity,
  provenanceOfParameter,
  weakestProvenance,
  provenanceOfOperation,
  type FaultKind,
} from './request-provenance.ts';
import { expectSuccess, expectError } from './expected-response.ts';
import { withQuery, fitsContract, type RequestForm } from './request-form.ts';
import type { Shape } from '../../templates/runtime/shape.ts';

export function positiveQueries(subject: Subject): CaseSet {
  const parameters = subject.operation.parameters.filter((parameter) => parameter.in === 'query');
  const rows = parameters.flatMap((parameter) =>
    textsFor(subject, parameter).map((row) => ({ parameter, ...row })),
  );
  const cases = rows.map(({ parameter, text, severity }) =>
    caseOf(subject, `A query with ${parameter.name}=${text}`, withQuery(subject.base, parameter.name, text), {
      parameters: [parameter],
      severity,
    }),
  );
  return { cases: cases.filter(({ form }) => fitsContract(form)), random: randomQueries(subject, rows) };
}

interface Row extends PlausibleText {
  readonly parameter: ParameterSpec;
}

function textsFor({ operation, api }: Subject, parameter: ParameterSpec): readonly PlausibleText[] {
  const { contract } = operation;
  const { name, nullable, kind } = parameter;
  const shape = resolveShape(contract, shapeOfCheck(contract, parameter.check.name));
  const listed = shape.kind === 'values' ? shape.values.filter((value) => typeof value === 'string') : [];
  const severity = api.queries.conditional.has(name) ? 'warn' : 'fail';
  if (listed.length > 0) return listed.map((text) => ({ text, severity }));
  const empty = nullable && kind !== 'string' ? [{ text: '', severity: 'warn' as const }] : [];
  return [...api.queries.textsOf(operation, parameter), ...empty];
}

function randomQueries(subject: Subject, rows: readonly Row[]): CaseSet['random'] {
  const { alone, numbers: bounds } = subject.api.queries;
  const sure = rows.filter(({ parameter: { name }, severity }) => severity === 'fail' && !alone.has(name));
  const names = [...new Set(sure.map(({ parameter }) => parameter.name))];
  if (names.length < 2) return null;
  const random = record(
    Object.fromEntries(Object.entries(bounds).map(([name, each]) => [name, integer(each)])),
  );
  return subarray(names, { minLength: 2 })
    .chain((chosen) => random.map((numbers) => ({ chosen, numbers })))
    .map(({ chosen, numbers }) => {
      const used = chosen.flatMap((name) => sure.find(({ parameter }) => parameter.name === name) ?? []);
      const texts = Object.fromEntries(used.map(({ parameter, text }) => [parameter.name, text]));
      const free = Object.fromEntries(
        Object.entries(numbers).flatMap(([name, value]) => (name in texts ? [[name, String(value)]] : [])),
      );
      const form = { ...subject.base, query: { ...subject.base.query, ...texts, ...free } };
      return caseOf(subject, `A query with ${chosen.join(', ')}`, form, {
        parameters: used.map(({ parameter }) => parameter),
        severity: 'warn',
      });
    })
    .map((each) => (fitsContract(each.form) ? each : null));
}

function caseOf(
  subject: Subject,
  description: string,
  form: RequestForm,
  { parameters, severity }: { readonly parameters: readonly ParameterSpec[]; readonly severity: Severity },
): Case {
  const { operation } = subject;
  const provenances = parameters.map((parameter) => provenanceOfParameter(operation, parameter, 'type'));
  const provenance = weakestProvenance(provenanceOfOperation(operation), ...provenances);
  const sure =
    severity === 'fail'
      ? provenance
      : severity === 'warn'
        ? capSeverity(provenance)
        : { ...provenance, severity };
  return { form, expectation: expectSuccess(subject, description, sure), before: [], keeps: 'right' };
}

export function negativeQueries(subject: Subject): CaseSet {
  const { contract } = subject.operation;
  const parameters = plainParameters(subject.operation);
  const cases = parameters.flatMap((parameter) =>
    invalidTexts(contract, parameter).map(({ text, kind, description }) =>
      invalidCaseOf(subject, parameter, { text, kind, description }),
    ),
  );
  return { cases: cases.filter(({ form }) => !fitsContract(form)), random: randomTexts(subject, parameters) };
}

/** Returns whether an operation has a query parameter with invalid values. */
export function hasInvalidQueries({ operation }: Pick<Subject, 'operation'>): boolean {
  const { contract } = operation;
  return plainParameters(operation).some((parameter) => invalidTexts(contract, parameter).length > 0);
}

/** Lists the query parameters with plain values. Why: a text for a parameter that is an object is never read. */
function plainParameters({ parameters }: Subject['operation']): readonly ParameterSpec[] {
  return parameters.filter((parameter) => parameter.in === 'query' && parameter.properties === undefined);
}

interface InvalidText {
  readonly text: string;
  readonly kind: FaultKind;
  readonly description: string;
}

function invalidTexts(contract: Contract, parameter: ParameterSpec): readonly InvalidText[] {
  const shape = bareShape(contract, parameter);
  const isNumber = parameter.kind === 'integer' || parameter.kind === 'number';
  if (isNumber) {
    const bounds = shape.kind === 'number' ? [beyond(shape.least, -1), beyond(shape.most, 1)].flat() : [];
    return [
      { text: 'abc', kind: 'type', description: 'that is not a number' },
      ...(parameter.kind === 'integer'
        ? [{ text: '1.5', kind: 'type', description: 'that is not an integer' } as const]
        : []),
      ...bounds,
    ];
  }
  if (shape.kind === 'values')
    return [{ text: 'not_listed', kind: 'enum', description: 'that is not in the list' }];
  if (shape.kind === 'string' && shape.patterns.length > 0)
    return [{ text: 'not like this!', kind: 'format', description: 'that does not match its pattern' }];
  return [];
}

function beyond(bound: number | null, step: number): readonly InvalidText[] {
  return bound === null
    ? []
    : [{ text: String(bound + step), kind: 'bound', description: `beyond its bound ${bound}` }];
}

/** Returns the shape of a parameter's values, without null. */
function bareShape(contract: Contract, parameter: ParameterSpec): Shape {
  const shape = resolveShape(contract, shapeOfCheck(contract, parameter.check.name));
  if (shape.kind !== 'union') return shape;
  const others = shape.cases
    .map((each) => resolveShape(contract, each))
    .filter((each) => each.kind !== 'values' || !each.values.includes(null));
  return others.length === 1 && others[0] !== undefined ? others[0] : shape;
}

/** Strings that no parser accepts as a number, even in part. */
const NO_NUMBER = string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }).filter(
  (text) => /^[a-z!?*_]/i.test(text) && !/^(?:null|true|false|inf|nan)/i.test(text),
);

function randomTexts(subject: Subject, parameters: readonly ParameterSpec[]): CaseSet['random'] {
  const numbers = parameters.filter(({ kind }) => kind === 'integer' || kind === 'number');
  if (numbers.length === 0) return null;
  return tuple(constantFrom(...numbers), NO_NUMBER)
    .map(([parameter, text]) =>
      invalidCaseOf(subject, parameter, { text, kind: 'type', description: 'that is not a number' }),
    )
    .map((each) => (fitsContract(each.form) ? null : each));
}

/**
 * Returns whether a parameter has the size or number of a page, for which a service may use the nearest valid value.
 */
function isOfPages({ id, contract }: ContractOperation, { name }: ParameterSpec): boolean {
  const paging = roleOf(contract.resources, id)?.paging?.value;
  return paging?.size === name || paging?.position === name;
}

function invalidCaseOf(
  subject: Subject,
  parameter: ParameterSpec,
  { text, kind, description }: InvalidText,
): Case {
  const stated = provenanceOfParameter(subject.operation, parameter, kind);
  const isOpen = subject.operation.contract.provenance === null;
  const provenance = isOpen && isBeyondFormat(Number(text)) ? capSeverity(stated) : stated;
  const expectation = expectError(subject, `A query with a ${parameter.name} ${description}`, provenance);
  const isClamped =
    isOpen &&
    kind === 'bound' &&
    isOfPages(subject.operation, parameter) &&
    !rejectsQueries(subject.operation);
  return {
    form: withQuery(subject.base, parameter.name, text),
    expectation: isClamped ? { ...expectation, statuses: [...expectation.statuses, '2XX'] } : expectation,
    before: [],
    keeps: 'wrong',
  };
}
