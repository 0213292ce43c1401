/**
 * Queries that the contract forbids, as far as that survives being text: a text can be no number, no member of an enum, beyond a
 * bound; it is never of the wrong type where a text is asked for.
 */
import { constantFrom, string, tuple, type Arbitrary } from 'fast-check';
import type { ParameterSpec } from '../../../generated/runtime/operation-spec.ts';
import { resolveShape, shapeOfCheck } from './values.ts';
import type { Shape } from '../../../generated/runtime/shape.ts';
import type { Case, CaseSet, Subject } from './case.ts';
import { provenanceOfParameter, type FaultKind } from './request-provenance.ts';
import { expectRefusal } from './negative-expectation.ts';
import { withQuery } from './request-form.ts';
import { fitsContract } from './validate-form.ts';

/** Creates the wrong queries of an operation. */
export function negativeQueries(subject: Subject): CaseSet {
  const parameters = subject.operation.parameters.filter((parameter) => parameter.in === 'query');
  const cases = parameters.flatMap((parameter) =>
    faultyTexts(parameter).map(({ text, kind, description }) =>
      caseOf(subject, parameter, { text, kind, description }),
    ),
  );
  return { cases: cases.filter(({ form }) => !fitsContract(form)), random: randomTexts(subject, parameters) };
}

/** Checks whether an operation has a parameter that can be wrong. */
export function canQueryBeWrong({ operation }: Pick<Subject, 'operation'>): boolean {
  return operation.parameters.some(
    (parameter) => parameter.in === 'query' && faultyTexts(parameter).length > 0,
  );
}

interface FaultyText {
  readonly text: string;
  readonly kind: FaultKind;
  readonly description: string;
}

function faultyTexts(parameter: ParameterSpec): readonly FaultyText[] {
  const shape = bareShape(parameter);
  const isNumber = parameter.kind === 'integer' || parameter.kind === 'number';
  if (isNumber) {
    const bounds = shape.kind === 'number' ? [beyond(shape.least, -1), beyond(shape.most, 1)].flat() : [];
    return [
      { text: 'abc', kind: 'type', description: 'that is no number' },
      ...(parameter.kind === 'integer'
        ? [{ text: '1.5', kind: 'type', description: 'that is no integer' } as const]
        : []),
      ...bounds,
    ];
  }
  if (shape.kind === 'values')
    return [{ text: 'an_outsider', kind: 'enum', description: 'that is not in the list' }];
  if (shape.kind === 'string' && shape.patterns.length > 0)
    return [{ text: 'not like this!', kind: 'format', description: 'that does not match its pattern' }];
  return [];
}

function beyond(bound: number | null, step: number): readonly FaultyText[] {
  return bound === null
    ? []
    : [{ text: String(bound + step), kind: 'bound', description: `beyond its bound ${bound}` }];
}

/** The shape of the values of a parameter, null left out. */
function bareShape(parameter: ParameterSpec): Shape {
  const shape = resolveShape(shapeOfCheck(parameter.check.name));
  if (shape.kind !== 'union') return shape;
  const others = shape.cases
    .map(resolveShape)
    .filter((each) => each.kind !== 'values' || !each.values.includes(null));
  return others.length === 1 && others[0] !== undefined ? others[0] : shape;
}

/** Texts that nobody could take for a number, not even by its beginning. */
const NO_NUMBER = string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }).filter(
  (text) => /^[a-z!?*_]/i.test(text) && !/^(?:null|true|false|inf|nan)/i.test(text),
);

function randomTexts(subject: Subject, parameters: readonly ParameterSpec[]): Arbitrary<Case> | null {
  const numbers = parameters.filter(({ kind }) => kind === 'integer' || kind === 'number');
  if (numbers.length === 0) return null;
  return tuple(constantFrom(...numbers), NO_NUMBER)
    .map(([parameter, text]) =>
      caseOf(subject, parameter, { text, kind: 'type', description: 'that is no number' }),
    )
    .filter(({ form }) => !fitsContract(form));
}

function caseOf(subject: Subject, parameter: ParameterSpec, { text, kind, description }: FaultyText): Case {
  const provenance = provenanceOfParameter(subject.operation, parameter, kind);
  return {
    form: withQuery(subject.base, parameter.name, text),
    expectation: expectRefusal(subject, `A query with a ${parameter.name} ${description}`, provenance),
    before: [],
    keeps: 'wrong',
  };
}
