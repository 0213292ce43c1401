/**
 * Checks the body of a response against its schema: C03, C05, C09. Each fault is reported by one of them: the form of
 * errors by C05, nullable properties by C09, the rest by C03. The checks of streams cover events.
 */
import { isJsonMediaType } from '../../templates/runtime/media-type.ts';
import type { Problem as SchemaProblem } from '../../templates/runtime/problem.ts';
import type { SchemaCheck } from '../../templates/runtime/schema-check.ts';
import { checks } from '../../generated/service/validators.ts';
import {
  assumptionSeverity,
  provenanceOfMediaType,
  provenanceOfValue,
  type Provenance,
} from '../schema-location/provenance.ts';
import { chooseCases } from '../schema-location/choose-case.ts';
import { rootLocation } from '../schema-location/schema-location.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { capOfRule, isError, problemOn, type DeclaredResponse } from './declared-response.ts';
import type { BodyNotes } from './note-body.ts';

/** Operations whose JSON form is assumed to be that of another operation. */
const assumedForms: Readonly<Record<string, string>> = {
  executeAgent: 'A-029',
  resumeAgentExecution: 'A-029',
};

const byName: ReadonlyMap<string, SchemaCheck> = new Map(
  Object.values(checks).map((check) => [check.name, check]),
);

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
): Promise<readonly CheckResult[]> {
  const { response, forms, form, mediaType } = declared;
  const isDeclared = forms.length > 0;
  if (isDeclared && form === null && (mediaType !== null || response.body.kind !== 'none')) return [];
  const declaration = form ?? (response.body.kind === 'none' ? (forms[0] ?? null) : null);
  if (response.body.kind === 'stream' || (declaration !== null && declaration.kind !== 'json')) return [];
  if (response.body.kind === 'bytes' && mediaType !== null && isJsonMediaType(mediaType))
    return response.body.problem === undefined ? [] : checkUnread(declared, response.body.problem);
  if (response.body.kind !== 'json') return checkMissing(declared);
  const { value } = response.body;
  const envelope = isError(response) ? await explain(checks.ErrorBody, value) : [];
  const checkResults: CheckResult[] = [];
  if (isError(response))
    checkResults.push({
      check: 'C05',
      problems: envelope.map((each) =>
        problemFrom({ ...declared, cap: capOfRule(declared) }, checks.ErrorBody, each),
      ),
    });
  const check = declaration?.check ?? null;
  if (check === null) return checkResults;
  const paths = new Set(envelope.map(({ path }) => path));
  const nulls = new Set(notes?.lackingNulls ?? []);
  const isResult = check.name === 'ExecutionResult';
  const errors = (await explain(meantBy(check, value), value)).filter(
    ({ path }) => !paths.has(path) && !nulls.has(path) && !(isResult && insideEvents.test(path)),
  );
  if (envelope.length === 0 || errors.length > 0)
    checkResults.push({ check: 'C03', problems: errors.map((each) => problemFrom(declared, check, each)) });
  if (notes !== null && notes.hasNullable) {
    const lacking = notes.lackingNulls.map((path): SchemaProblem => {
      const message = `${path} is required also when it is null`;
      return { message, code: 'MISSING_REQUIRED_FIELD', path };
    });
    checkResults.push({ check: 'C09', problems: lacking.map((each) => problemFrom(declared, check, each)) });
  }
  return checkResults;
}

/** Checks for a JSON body where one is required. */
function checkMissing(declared: DeclaredResponse): readonly CheckResult[] {
  const { operation, response, form, forms, cap } = declared;
  const { body, status } = response;
  if (forms.length === 0 && !isError(response)) return [];
  const check = (form ?? forms[0])?.check ?? null;
  const reason =
    body.kind === 'none'
      ? `A ${status} of ${operation.id} must have a body; this one has none.`
      : `The body is not JSON: ${(body.kind === 'text' ? body.problem : null) ?? 'it has another media type'}.`;
  const isBroken = body.kind === 'text';
  const provenance = isError(response)
    ? provenanceOfValue('ErrorBody', '', { code: 'INVALID_TYPE' })
    : isBroken || check === null
      ? provenanceOfMediaType(operation, status)
      : provenanceOfValue(check.name, '', { code: 'INVALID_TYPE', of: { operation, status } });
  if (!isError(response)) return [{ check: 'C03', problems: [problemOn(provenance, cap, 'body', reason)] }];
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

function problemFrom(declared: DeclaredResponse, check: SchemaCheck, problem: SchemaProblem): Problem {
  const { operation, response, cap } = declared;
  const value = response.body.kind === 'json' ? response.body.value : undefined;
  const path = problem.path.replace(/^body\.?/, '');
  const of = { operation, status: response.status };
  const provenance = provenanceOfValue(check.name, path, { code: problem.code, value, of });
  const hint = problem.suggestion === undefined ? '' : ` ${problem.suggestion}`;
  return problemOn(provenance, capOfForm(declared, cap), problem.path, `${problem.message}.${hint}`);
}

function capOfForm({ operation, response }: DeclaredResponse, cap: Provenance): Provenance {
  const assumption = isError(response) ? undefined : assumedForms[operation.id];
  if (assumption === undefined || cap.severity !== 'fail') return cap;
  return { ...cap, severity: assumptionSeverity(assumption), facts: [], assumption };
}

async function explain(check: SchemaCheck, value: unknown): Promise<readonly SchemaProblem[]> {
  return check.check(value) ? [] : check.explain(value, 'body');
}

/** Returns the check of the closest alternative. Why: the problems of all alternatives would hide the relevant ones. */
function meantBy(check: SchemaCheck, value: unknown): SchemaCheck {
  if (check.check(value)) return check;
  const root = rootLocation(check.name);
  const [meant, other] = root === null ? [] : chooseCases(root, value);
  if (meant === undefined || other !== undefined) return check;
  const named = byName.get(meant.schema);
  return named === undefined || named.check(value) ? check : named;
}
