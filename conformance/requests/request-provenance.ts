/**
 * The provenance of a case: how certain the changed place and the expected response are. The weakest one determines the
 * severity, since a service may accept what only an assumption forbids.
 */
import type { ProblemCode } from '../../templates/runtime/problem-rows.ts';
import { declaredResponses } from '../../templates/runtime/server/declared-responses.ts';
import type { ParameterSpec } from '../../templates/runtime/operation-spec.ts';
import type { Severity } from '../model/check.ts';
import type { Contract } from '../../contract/contract.ts';
import { factsOf } from '../../contract/facts/facts.ts';
import { operationKey, type ContractOperation } from '../../contract/operations.ts';
import {
  assumedAt,
  assumptionSeverity,
  placeOfOperation,
  provenanceOfStatus,
  provenanceOfValue,
  type Provenance,
} from '../provenance/provenance.ts';

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
export function provenanceOfOperation(operation: ContractOperation): Provenance {
  const { contract } = operation;
  const place = placeOfOperation(contract, operation.id);
  const facts = factsOf(contract)
    .about(operationKey(operation))
    .map(({ id }) => id);
  if (facts.length > 0 || contract.provenance === null)
    return { severity: 'fail', facts, assumption: null, place };
  return { ...provenanceOfStatus(operation, 200), place };
}

/** Returns the provenance of the status of an operation for an invalid request: 400, or 422 if only that is declared. */
export function provenanceOfRejection(operation: ContractOperation): Provenance {
  const isOther = operation.contract.provenance === null && declaredResponses(operation, 400).length === 0;
  return provenanceOfStatus(operation, isOther ? 422 : 400);
}

/** Returns the provenance of a body as a whole: that it is required, and that it is a JSON object. */
export function provenanceOfBody(operation: ContractOperation): Provenance {
  const facts = factsOf(operation.contract).about(`${operationKey(operation)}#body`);
  const errorProblem = provenanceOfRejection(operation);
  return { ...errorProblem, facts: [...facts.map(({ id }) => id), ...errorProblem.facts] };
}

/**
 * Returns the provenance of a fault in a property of a body, at most as strong as that of each enclosing property.
 *
 * Shape: `path` is dotted; `check` is the name of the check of the body.
 */
export function provenanceOfProperty(
  operation: ContractOperation,
  check: string,
  path: string,
  kind: FaultKind,
): Provenance {
  const { contract } = operation;
  const of = { operation };
  const prefixes = path.split('.').map((_, index, all) => all.slice(0, index + 1).join('.'));
  const provenances = prefixes.map((step) =>
    provenanceOfValue(contract, check, step, { code: 'INVALID_TYPE', of }),
  );
  const ofValue = provenanceOfValue(contract, check, path, { code: codes[kind], of });
  const texts = ofValue.facts.map((id) => factsOf(contract).byId(id)?.text ?? '');
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

export function provenanceOfParameter(
  operation: ContractOperation,
  parameter: ParameterSpec,
  kind: FaultKind,
): Provenance {
  const where = `${parameter.in}.${parameter.name}`;
  const { contract } = operation;
  const place = contract.places[operation.id]?.parameters[where] ?? null;
  const facts = factsOf(contract)
    .about(`${operationKey(operation)}?${where}`)
    .map(({ id }) => id);
  const ofParameter: Provenance =
    facts.length > 0
      ? { severity: 'fail', facts, assumption: null, place }
      : {
          ...weakestProvenance(
            provenanceOfValue(contract, parameter.check.name, ''),
            provenanceOfOperation(operation),
          ),
          place,
        };
  return boundedBy(contract, ofParameter, kind);
}

/** Why: most bounds are assumptions. If a place has facts and an assumption, the assumption is about the bound. */
function boundedBy(contract: Contract, provenance: Provenance, kind: FaultKind): Provenance {
  const { place } = provenance;
  const ours = assumedAt(contract, place);
  if ((kind !== 'bound' && kind !== 'format') || ours.length === 0) return provenance;
  const strictestProvenance =
    ours.findLast((id) => assumptionSeverity(contract, id) === 'warn') ?? ours.at(-1) ?? null;
  const severity = strictestProvenance === null ? 'off' : assumptionSeverity(contract, strictestProvenance);
  return { severity, facts: [], assumption: strictestProvenance, place };
}
