/**
 * What a case rests on: how sure the source is of the place that was changed, and of the answer that is expected. The least
 * sure of them judges, since a service that tolerates what only we forbid is right.
 */
import { marks, places } from '../../../generated/service/provenance.ts';
import type { ProblemCode } from '../../../generated/runtime/problem-rows.ts';
import type { ParameterSpec } from '../../../generated/runtime/operation-spec.ts';
import type { Severity } from '../../check.ts';
import { factById, factsAbout } from '../../schema-location/facts.ts';
import { operationKey, type Operation } from '../../schema-location/operations.ts';
import {
  assumptionSeverity,
  provenanceOfStatus,
  provenanceOfValue,
  type Provenance,
} from '../../schema-location/provenance.ts';

/** What is wrong with a value: its type, that it is not in the list, a bound, its form, that it is null, that it is missing. */
export type FaultKind = 'type' | 'enum' | 'bound' | 'format' | 'null' | 'missing';

const strengths: readonly Severity[] = ['off', 'warn', 'fail'];

/** The least sure of some grounds; the facts of all of them where all are sure. Shape: at least one. */
export function weakestProvenance(first: Provenance, ...others: readonly Provenance[]): Provenance {
  const all = [first, ...others];
  const least = all.reduce((one, other) =>
    strengths.indexOf(other.severity) < strengths.indexOf(one.severity) ? other : one,
  );
  if (least.severity !== 'fail') return { ...least, place: first.place ?? least.place };
  return { ...first, facts: [...new Set(all.flatMap(({ facts }) => facts))] };
}

/** Creates a ground at most a warning. */
export function capSeverity(provenance: Provenance): Provenance {
  return provenance.severity === 'fail' ? { ...provenance, severity: 'warn' } : provenance;
}

/** What it rests on that there is such an operation at all. */
export function provenanceOfOperation(operation: Operation): Provenance {
  const place = places[operation.id]?.place ?? null;
  const facts = factsAbout(operationKey(operation)).map(({ id }) => id);
  if (facts.length > 0) return { severity: 'fail', facts, assumption: null, place };
  return { ...provenanceOfStatus(operation, 200), place };
}

/** What it rests on that a request may be refused with 400. */
export function provenanceOfRejection(operation: Operation): Provenance {
  return provenanceOfStatus(operation, 400);
}

/** What the body as a whole rests on: that it is needed, and that it is a JSON object. */
export function provenanceOfBody(operation: Operation): Provenance {
  const facts = factsAbout(`${operationKey(operation)}#body`);
  const errorProblem = provenanceOfRejection(operation);
  return { ...errorProblem, facts: [...facts.map(({ id }) => id), ...errorProblem.facts] };
}

/**
 * What a member of a body rests on, and what is wrong with it: no surer than anything on the way to it.
 *
 * Shape: `path` is dotted, `check` the name of the check of the body.
 */
export function provenanceOfProperty(
  operation: Operation,
  check: string,
  path: string,
  kind: FaultKind,
): Provenance {
  const of = { operation };
  const way = path.split('.').map((_, index, all) => all.slice(0, index + 1).join('.'));
  const provenances = way.map((step) => provenanceOfValue(check, step, { code: 'INVALID_TYPE', of }));
  const ofValue = provenanceOfValue(check, path, { code: codes[kind], of });
  const texts = ofValue.facts.map((id) => factById(id)?.text ?? '');
  const isLoose = (kind === 'null' && !forbidsNull(texts)) || isUnseenItem(path, texts);
  return weakestProvenance(
    isLoose ? capSeverity(ofValue) : ofValue,
    ...provenances,
    provenanceOfRejection(operation),
  );
}

const codes: { readonly [Kind in FaultKind]: ProblemCode } = {
  type: 'INVALID_TYPE',
  enum: 'INVALID_ENUM',
  bound: 'TOO_LONG',
  format: 'INVALID_FORMAT',
  null: 'INVALID_TYPE',
  missing: 'MISSING_REQUIRED_FIELD',
};

/** Why: many services take null for absent where a member may be absent. */
function forbidsNull(texts: readonly string[]): boolean {
  return texts.some((text) => /nullable=no|required=(?:yes|on create only)/.test(text));
}

/** Why: that something is an array says nothing of its items. */
function isUnseenItem(path: string, texts: readonly string[]): boolean {
  return /\.\d+$/.test(path) && texts.some((text) => /(?:^|; )type=array(?:;|$)/.test(text));
}

/** What a parameter rests on, and what is wrong with it. */
export function provenanceOfParameter(
  operation: Operation,
  parameter: ParameterSpec,
  kind: FaultKind,
): Provenance {
  const where = `${parameter.in}.${parameter.name}`;
  const place = places[operation.id]?.parameters[where] ?? null;
  const facts = factsAbout(`${operationKey(operation)}?${where}`).map(({ id }) => id);
  const ofParameter: Provenance =
    facts.length > 0
      ? { severity: 'fail', facts, assumption: null, place }
      : {
          ...weakestProvenance(provenanceOfValue(parameter.check.name, ''), provenanceOfOperation(operation)),
          place,
        };
  return boundedBy(ofParameter, place, kind);
}

/** Bounds are mostly ours: where a place has an assumption beside its facts, the assumption is about the bound. */
function boundedBy(provenance: Provenance, place: string | null, kind: FaultKind): Provenance {
  const ours = place === null ? [] : (marks[place]?.assumption ?? []);
  if ((kind !== 'bound' && kind !== 'format') || ours.length === 0) return provenance;
  const strictestProvenance = ours.findLast((id) => assumptionSeverity(id) === 'warn') ?? ours.at(-1) ?? null;
  const severity = strictestProvenance === null ? 'off' : assumptionSeverity(strictestProvenance);
  return { severity, facts: [], assumption: strictestProvenance, place };
}
