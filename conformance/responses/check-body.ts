/**
 * Checks the body of a response against its schema: C03, C05, C09. Each fault is reported by one of them: the form of
 * errors by C05, nullable properties by C09, the rest by C03. The checks of streams cover events.
 */
import { isJsonMediaType } from '../../templates/runtime/media-type.ts';
import type { Problem as SchemaProblem } from '../../templates/runtime/problem.ts';
import type { SchemaCheck } from '../../templates/runtime/schema-check.ts';
import type { Contract } from '../../contract/contract.ts';
import {
  assumptionSeverity,
  provenanceOfMediaType,
  provenanceOfValue,
  type Provenance,
} from '../provenance/provenance.ts';
import { chooseCases } from '../../contract/locations/choose-case.ts';
import { rootLocation } from '../../contract/locations/schema-location.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { capOfRule, isError, problemOn, type DeclaredResponse } from './declared-response.ts';
import type { BodyNotes } from './scan-body.ts';
import type { ResponseTraits } from './response-traits.ts';

/** The events of a result, which the checks of streams check. */
const insideEvents = /^body\.events\.\d+/;

/**
 * Checks a body.
 *
 * Shape: `notes` are those of the value, `null` if there is no JSON value or no schema. Nothing for streams, for bodies
 * that are not JSON, and for a response with an undeclared media type.
 */
export async function checkBody(
  declared: DeclaredResponse,
  notes: BodyNotes | null,
  traits: ResponseTraits,
): Promise<readonly CheckResult[]> {
  const { operation, response, forms, form, mediaType } = declared;
  const isDeclared = forms.length > 0;
  if (isDeclared && form === null && (mediaType !== null || response.body.kind !== 'none')) return [];
  const declaration = form ?? (response.body.kind === 'none' ? (forms[0] ?? null) : null);
  if (response.body.kind === 'stream' || (declaration !== null && declaration.kind !== 'json')) return [];
  if (response.body.kind === 'bytes' && mediaType !== null && isJsonMediaType(mediaType))
    return response.body.problem === undefined ? [] : checkUnread(declared, response.body.problem);
  if (response.body.kind !== 'json') return checkMissing(declared, traits);
  const { value } = response.body;
  const errorCheck = isError(response) ? commonErrorCheck(operation.contract, traits) : undefined;
  const envelope = errorCheck === undefined ? [] : await explain(errorCheck, value);
  const checkResults: CheckResult[] = [];
  if (errorCheck !== undefined)
    checkResults.push({
      check: 'C05',
      problems: envelope.map((each) =>
        problemFrom({ ...declared, cap: capOfRule(declared) }, errorCheck, { problem: each, traits }),
      ),
    });
  const check = declaration?.check ?? null;
  if (check === null) return checkResults;
  const paths = new Set(envelope.map(({ path }) => path));
  const nulls = new Set(notes?.lackingNulls ?? []);
  const isResult = traits.eventsChecks.has(check.name);
  const errors = (await explain(meantBy(operation.contract, check, value), value)).filter(
    ({ path }) => !paths.has(path) && !nulls.has(path) && !(isResult && insideEvents.test(path)),
  );
  if (envelope.length === 0 || errors.length > 0)
    checkResults.push({
      check: 'C03',
      problems: errors.map((each) => problemFrom(declared, check, { problem: each, traits })),
    });
  if (notes !== null && notes.hasNullable) {
    const lacking = notes.lackingNulls.map((path): SchemaProblem => {
      const message = `${path} is required also when it is null`;
      return { message, code: 'MISSING_REQUIRED_FIELD', path };
    });
    checkResults.push({
      check: 'C09',
      problems: lacking.map((each) => problemFrom(declared, check, { problem: each, traits })),
    });
  }
  return checkResults;
}

/** Returns the check of the form that every error has. */
function commonErrorCheck({ checks }: Contract, { errorCheck }: ResponseTraits): SchemaCheck | undefined {
  return errorCheck === null ? undefined : checks[errorCheck];
}

/** Checks for a JSON body where one is required. */
function checkMissing(declared: DeclaredResponse, { errorCheck }: ResponseTraits): readonly CheckResult[] {
  const { operation, response, form, forms, cap } = declared;
  const { body, status } = response;
  if (forms.length === 0 && (errorCheck === null || !isError(response))) return [];
  // Why: HTTP gives these responses no body, whatever a description says.
  const isBodiless = operation.method === 'HEAD' || [204, 205, 304].includes(status);
  if (body.kind === 'none' && isBodiless) return [];
  const check = (form ?? forms[0])?.check ?? null;
  const reason =
    body.kind === 'none'
      ? `A ${status} of ${operation.id} must have a body; this one has none.`
      : `The body is not JSON: ${(body.kind === 'text' ? body.problem : null) ?? 'it has another media type'}.`;
  const isBroken = body.kind === 'text';
  const isCommonError = isError(response) && errorCheck !== null;
  const provenance = isCommonError
    ? provenanceOfValue(operation.contract, errorCheck, '', { code: 'INVALID_TYPE' })
    : isBroken || check === null
      ? provenanceOfMediaType(operation, status)
      : provenanceOfValue(operation.contract, check.name, '', {
          code: 'INVALID_TYPE',
          of: { operation, status },
        });
  if (!isCommonError) return [{ check: 'C03', problems: [problemOn(provenance, cap, 'body', reason)] }];
  return [{ check: 'C05', problems: [problemOn(provenance, capOfRule(declared), 'body', reason)] }];
}

/** Warns about a body that exceeds the limits. Why: the contract limits neither length nor depth. */
function checkUnread(
  { operation, response, cap }: DeclaredResponse,
  problem: string,
): readonly CheckResult[] {
  const provenance: Provenance = { ...provenanceOfMediaType(operation, response.status), severity: 'warn' };
  const message = `The body is not checked. ${problem}`;
  return [
    { check: isError(response) ? 'C05' : 'C03', problems: [problemOn(provenance, cap, 'body', message)] },
  ];
}

function problemFrom(
  declared: DeclaredResponse,
  check: SchemaCheck,
  { problem, traits }: { readonly problem: SchemaProblem; readonly traits: ResponseTraits },
): Problem {
  const { operation, response } = declared;
  const value = response.body.kind === 'json' ? response.body.value : undefined;
  const path = problem.path.replace(/^body\.?/, '');
  const of = { operation, status: response.status };
  const provenance = provenanceOfValue(operation.contract, check.name, path, {
    code: problem.code,
    value,
    of,
  });
  const hint = problem.suggestion === undefined ? '' : ` ${problem.suggestion}`;
  return problemOn(provenance, capOfForm(declared, traits), problem.path, `${problem.message}.${hint}`);
}

function capOfForm(
  { operation, response, cap }: DeclaredResponse,
  { assumedForms }: ResponseTraits,
): Provenance {
  const assumption = isError(response) ? undefined : assumedForms[operation.id];
  if (assumption === undefined || cap.severity !== 'fail') return cap;
  return { ...cap, severity: assumptionSeverity(operation.contract, assumption), facts: [], assumption };
}

async function explain(check: SchemaCheck, value: unknown): Promise<readonly SchemaProblem[]> {
  return check.check(value) ? [] : check.explain(value, 'body');
}

/** Returns the check of the closest alternative. Why: the problems of all alternatives would hide the relevant ones. */
function meantBy(contract: Contract, check: SchemaCheck, value: unknown): SchemaCheck {
  if (check.check(value)) return check;
  const root = rootLocation(contract, check.name);
  const [meant, other] = root === null ? [] : chooseCases(root, value);
  if (meant === undefined || other !== undefined) return check;
  const named = contract.checks[meant.schema];
  return named === undefined || named.check(value) ? check : named;
}
