/**
 * Query cases. Valid: each parameter alone, each value of an enum, and random combinations. Invalid: values of another
 * type, out of bounds, or not in the enum.
 */
import { integer, record, subarray, constantFrom, string, tuple, type Arbitrary } from 'fast-check';
import type { ParameterSpec } from '../../templates/runtime/operation-spec.ts';
import { manifest } from '../../generated/service/manifest.ts';
import type { Severity } from '../model/check.ts';
import { statefulReason, resolveShape, shapeOfCheck } from './values.ts';
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

/** Valid texts of a parameter, and the severity when they are rejected. */
interface Plausible {
  readonly texts: readonly string[];
  readonly severity: Severity;
}

const plausible: Readonly<Record<string, Plausible>> = {
  limit: { texts: ['1', '10'], severity: 'fail' },
  search: { texts: ['support'], severity: 'fail' },
  from: { texts: ['2025-01-01T00:00:00.000Z'], severity: 'fail' },
  to: { texts: ['2035-01-01T00:00:00.000Z'], severity: 'fail' },
  days: { texts: ['7'], severity: 'fail' },
  page: { texts: ['1'], severity: 'fail' },
  includeCount: { texts: ['true', 'false'], severity: 'warn' },
  status: { texts: ['completed'], severity: 'warn' },
  surfaceType: { texts: ['api'], severity: 'warn' },
  type: { texts: ['draft'], severity: 'off' },
  maxAgeMs: { texts: ['60000'], severity: 'fail' },
  maxEvents: { texts: ['1', '50'], severity: 'fail' },
  // Why: it applies to one type of event; its effect on others is not specified.
  minIntervalMs: { texts: ['1000'], severity: 'warn' },
  // Why: checks must not wait; without a cursor the response is immediate.
  waitMs: { texts: ['1'], severity: 'fail' },
};

/** Filters by an id, which may be unknown. */
const FILTERS = ['agentId', 'flowId', 'productId', 'surfaceId', 'scheduleId', 'suiteId', 'taskId'];

/** Creates the valid queries of an operation. */
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

interface Row {
  readonly parameter: ParameterSpec;
  readonly text: string;
  readonly severity: Severity;
}

function textsFor({ operation }: Subject, parameter: ParameterSpec): readonly Omit<Row, 'parameter'>[] {
  const { name, nullable, kind } = parameter;
  const empty = nullable && kind !== 'string' ? [{ text: '', severity: 'warn' as const }] : [];
  const shape = resolveShape(shapeOfCheck(parameter.check.name));
  const listed = shape.kind === 'values' ? shape.values.filter((value) => typeof value === 'string') : [];
  if (listed.length > 0)
    return listed.map((text) => ({ text, severity: name === 'onlyRegressions' ? 'warn' : 'fail' }));
  if (operation.id === 'pollProductEvents' && name === 'name')
    return eventNames().map((text) => ({ text, severity: 'fail' }));
  if (operation.id === 'pollProductEvents' && FILTERS.includes(name))
    return [{ text: 'made_up_by_a_check', severity: 'warn' }];
  const row = statefulReason(name) === null ? plausible[name] : undefined;
  return [...(row?.texts.map((text) => ({ text, severity: row.severity })) ?? []), ...empty];
}

/** Lists the names of product events. */
function eventNames(): readonly string[] {
  const messages = manifest.channels.flatMap((channel) =>
    channel.delivery === 'poll' ? channel.messages : [],
  );
  return messages.filter((name) => name.startsWith('svc.'));
}

/** Random numbers of a poll. Units: milliseconds and events, up to a day and a page. */
const NUMBERS = record({
  maxAgeMs: integer({ min: 1, max: 86_400_000 }),
  maxEvents: integer({ min: 1, max: 50 }),
});

function randomQueries(subject: Subject, rows: readonly Row[]): Arbitrary<Case> | null {
  const sure = rows.filter(({ parameter, severity }) => severity === 'fail' && parameter.name !== 'name');
  const names = [...new Set(sure.map(({ parameter }) => parameter.name))];
  if (names.length < 2) return null;
  return subarray(names, { minLength: 2 })
    .chain((chosen) => NUMBERS.map((numbers) => ({ chosen, numbers })))
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
    .filter(({ form }) => fitsContract(form));
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

/** Creates the invalid queries of an operation. */
export function negativeQueries(subject: Subject): CaseSet {
  const parameters = subject.operation.parameters.filter((parameter) => parameter.in === 'query');
  const cases = parameters.flatMap((parameter) =>
    invalidTexts(parameter).map(({ text, kind, description }) =>
      invalidCaseOf(subject, parameter, { text, kind, description }),
    ),
  );
  return { cases: cases.filter(({ form }) => !fitsContract(form)), random: randomTexts(subject, parameters) };
}

/** Returns whether an operation has a query parameter with invalid values. */
export function hasInvalidQueries({ operation }: Pick<Subject, 'operation'>): boolean {
  return operation.parameters.some(
    (parameter) => parameter.in === 'query' && invalidTexts(parameter).length > 0,
  );
}

interface InvalidText {
  readonly text: string;
  readonly kind: FaultKind;
  readonly description: string;
}

function invalidTexts(parameter: ParameterSpec): readonly InvalidText[] {
  const shape = bareShape(parameter);
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
function bareShape(parameter: ParameterSpec): Shape {
  const shape = resolveShape(shapeOfCheck(parameter.check.name));
  if (shape.kind !== 'union') return shape;
  const others = shape.cases
    .map(resolveShape)
    .filter((each) => each.kind !== 'values' || !each.values.includes(null));
  return others.length === 1 && others[0] !== undefined ? others[0] : shape;
}

/** Strings that no parser accepts as a number, even in part. */
const NO_NUMBER = string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }).filter(
  (text) => /^[a-z!?*_]/i.test(text) && !/^(?:null|true|false|inf|nan)/i.test(text),
);

function randomTexts(subject: Subject, parameters: readonly ParameterSpec[]): Arbitrary<Case> | null {
  const numbers = parameters.filter(({ kind }) => kind === 'integer' || kind === 'number');
  if (numbers.length === 0) return null;
  return tuple(constantFrom(...numbers), NO_NUMBER)
    .map(([parameter, text]) =>
      invalidCaseOf(subject, parameter, { text, kind: 'type', description: 'that is not a number' }),
    )
    .filter(({ form }) => !fitsContract(form));
}

function invalidCaseOf(
  subject: Subject,
  parameter: ParameterSpec,
  { text, kind, description }: InvalidText,
): Case {
  const provenance = provenanceOfParameter(subject.operation, parameter, kind);
  return {
    form: withQuery(subject.base, parameter.name, text),
    expectation: expectError(subject, `A query with a ${parameter.name} ${description}`, provenance),
    before: [],
    keeps: 'wrong',
  };
}
