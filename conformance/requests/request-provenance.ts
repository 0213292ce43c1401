/**
 * The provenance of a case: how certain the changed place and the expected response are. The weakest one determines the
 * severity, since a service may accept what only an assumption forbids.
 */
import { marks, places } from '../../generated/service/provenance.ts';
import type { ProblemCode } from '../../templates/runtime/problem-rows.ts';
import type { ParameterSpec } from '../../templates/runtime/operation-spec.ts';
import type { Severity } from '../model/check.ts';
import { factById, factsAbout } from '../schema-location/facts.ts';
import { operationKey, type Operation } from '../schema-location/operations.ts';
import {
  assumptionSeverity,
  provenanceOfStatus,
  provenanceOfValue,
  type Provenance,
} from '../schema-location/provenance.ts';

/** The fault of a value: wrong type, not in the enum, out of bounds, wrong format, null, or missing. */
export type FaultKind = 'type' | 'enum' | 'bound' | 'format' | 'null' | 'missing';

const strengths: readonly Severity[] = ['off', 'warn', 'fail'];

/**
 * Returns the weakest provenance, of equally weak ones the first with a basis. Shape: if none is weaker than `fail`, the
 * first one with the facts of all.
 */
export function weakestProvenance(first: Provenance, ...others: readonly Provenance[]): Provenance {
  const all = [first, ...others];
  const least = all.reduce((one, other) => {
    const difference = strengths.indexOf(other.severity) - strengths.indexOf(one.severity);
    return difference < 0 || (difference === 0 && !hasBasis(one)) ? other : one;
  });
  if (least.severity !== 'fail') return { ...least, place: first.place ?? least.place };
  return { ...first, facts: [...new Set(all.flatMap(({ facts }) => facts))] };
}

function hasBasis({ facts, assumption }: Provenance): boolean {
  return facts.length > 0 || assumption !== null;
}

/** Reduces the severity of a provenance to a warning; `off` stays `off`. */
export function capSeverity(provenance: Provenance): Provenance {
  return provenance.severity === 'fail' ? { ...provenance, severity: 'warn' } : provenance;
}

/** Returns the provenance of the existence of an operation. */
export function provenanceOfOperation(operation: Operation): Provenance {
  const place = places[operation.id]?.place ?? null;
  const facts = factsAbout(operationKey(operation)).map(({ id }) => id);
  if (facts.length > 0) return { severity: 'fail', facts, assumption: null, place };
  return { ...provenanceOfStatus(operation, 200), place };
}

/** Returns the provenance of the status 400 of an operation. */
export function provenanceOfRejection(operation: Operation): Provenance {
  return provenanceOfStatus(operation, 400);
}

/** Returns the provenance of a body as a whole: that it is required, and that it is a JSON object. */
export function provenanceOfBody(operation: Operation): Provenance {
  const facts = factsAbout(`${operationKey(operation)}#body`);
  const errorProblem = provenanceOfRejection(operation);
  return { ...errorProblem, facts: [...facts.map(({ id }) => id), ...errorProblem.facts] };
}

/**
 * Returns the provenance of a fault in a property of a body, at most as strong as that of each enclosing property.
 *
 * Shape: `path` is dotted; `check` is the name of the check of the body.
 */
export function provenanceOfProperty(
  operation: Operation,
  check: string,
  path: string,
  kind: FaultKind,
): Provenance {
  const of = { operation };
  const prefixes = path.split('.').map((_, index, all) => all.slice(0, index + 1).join('.'));
  const provenances = prefixes.map((step) => provenanceOfValue(check, step, { code: 'INVALID_TYPE', of }));
  const ofValue = provenanceOfValue(check, path, { code: codes[kind], of });
  const texts = ofValue.facts.map((id) => factById(id)?.text ?? '');
  const isLoose = (kind === 'null' && !forbidsNull(texts)) || isUnseenItem(path, texts);
  return weakestProvenance(
    // Why no facts: those about the value do not forbid null.
    isLoose ? { ...capSeverity(ofValue), facts: [] } : ofValue,
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

/** Why: many services treat null as absent if the property is optional. */
function forbidsNull(texts: readonly string[]): boolean {
  return texts.some((text) => /required=(?:yes|on create only)/.test(text));
}

/** Why: a fact that a value is an array does not specify its items. */
function isUnseenItem(path: string, texts: readonly string[]): boolean {
  return /\.\d+$/.test(path) && texts.some((text) => /(?:^|; )type=array(?:;|$)/.test(text));
}

/** Returns the provenance of a fault in a parameter. */
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

/** Why: most bounds are assumptions. If a place has facts and an assumption, the assumption is about the bound. */
function boundedBy(provenance: Provenance, place: string | null, kind: FaultKind): Provenance {
  const ours = place === null ? [] : (marks[place]?.assumption ?? []);
  if ((kind !== 'bound' && kind !== 'format') || ours.length === 0) return provenance;
  const strictestProvenance = ours.findLast((id) => assumptionSeverity(id) === 'warn') ?? ours.at(-1) ?? null;
  const severity = strictestProvenance === null ? 'off' : assumptionSeverity(strictestProvenance);
  return { severity, facts: [], assumption: strictestProvenance, place };
}
