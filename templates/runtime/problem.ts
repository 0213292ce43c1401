/**
 * Converts the errors of a compiled schema into problems: messages for the sender of the value. The wording for each
 * keyword is in `problem-rows.ts`.
 */
import { cutText, dottedPath, joinPath } from './instance-path.ts';
import { valueAt } from './json/pointer.ts';
import { rowOf, type ProblemCode, type ProblemWords } from './problem-rows.ts';

/**
 * One validation error, as reported to a client.
 *
 * Shape: `path` is dotted (`entries.0.resource`) and empty for the whole body; no text is longer than 256 characters
 * except the message, which also lists the allowed values.
 */
export interface Problem {
  readonly message: string;
  readonly code: ProblemCode;
  readonly path: string;
  /** The value that was probably meant. */
  readonly suggestion?: string;
}

/** An error as a compiled schema reports it. */
export interface SchemaError {
  /** JSON Pointer into the value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** The property whose name is invalid, if the error is about a name. */
  readonly propertyName?: string;
}

/** Maximum number of problems in one response. */
export const MAX_PROBLEMS = 20;

/**
 * Converts the errors of a compiled schema into problems.
 *
 * Shape: at most twenty, without duplicates, in the order of `errors`; `prefix` starts every path; `value` is the
 * validated value and is only needed for suggestions and to report the actual value.
 */
export function problemsFrom(
  errors: readonly SchemaError[],
  prefix = '',
  value?: unknown,
): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of relevantErrors(errors)) {
    const problem = problemFrom(error, prefix, value);
    problems.set(`${problem.path}\n${problem.message}`, problem);
    if (problems.size === MAX_PROBLEMS) break;
  }
  return [...problems.values()];
}

/**
 * Maximum number of errors to examine: a large invalid array can have one error per item. Unions replace some of the
 * errors before them, so a few hundred are enough for twenty problems.
 */
const MAX_ERRORS = 400;

/** Returns the wording of an error of a value. */
export function problemWords(error: SchemaError, root: unknown): ProblemWords {
  const value = error.propertyName ?? valueAt(root, error.instancePath);
  return rowOf(error.keyword)(error.params, value, error.message);
}

function problemFrom(error: SchemaError, prefix: string, root: unknown): Problem {
  const { code, detail, property, suggestion } = problemWords(error, root);
  const path = joinPath(dottedPath(error.instancePath, prefix), property ?? error.propertyName ?? '');
  const message = `${path === '' ? 'body' : path} ${detail}`;
  return suggestion == null
    ? { message, code, path }
    : { message, code, path, suggestion: cutText(suggestion) };
}

/** Drops errors that repeat earlier ones. */
export function relevantErrors(errors: readonly SchemaError[]): readonly SchemaError[] {
  let kept: SchemaError[] = [];
  for (const error of errors.slice(0, MAX_ERRORS)) {
    if (error.keyword === 'if' || isReportedByName(kept, error)) continue;
    if (isUnion(error)) kept = summariseUnion(kept, error);
    else kept.push(error);
  }
  return kept;
}

/** An invalid name has its own error, which comes before the error of its object. */
function isReportedByName(
  before: readonly SchemaError[],
  { keyword, params, propertyName }: SchemaError,
): boolean {
  if (keyword !== 'propertyNames' || propertyName !== undefined) return false;
  return before.some(
    (error) => error.propertyName !== undefined && error.propertyName === params['propertyName'],
  );
}

/** Returns whether a value matches no branch of a union; a value that matches two branches is a different error. */
function isUnion({ keyword, params }: SchemaError): boolean {
  return keyword === 'anyOf' || (keyword === 'oneOf' && params['passingSchemas'] == null);
}

/**
 * Summarizes the errors of a value that matches no branch of a union; the errors of the branches come last. Branches of
 * another type are ignored unless every branch is of another type.
 */
function summariseUnion(errors: readonly SchemaError[], union: SchemaError): SchemaError[] {
  const place = union.instancePath;
  let start = errors.length;
  while (start > 0 && isInside(errors[start - 1]?.instancePath ?? '', place)) start--;
  const branches = errors.slice(start);
  if (branches.length === 0) return [...errors, union];
  const meant = branches.filter((error) => !isTypeAt(error, place));
  if (meant.length > 0) return [...errors.slice(0, start), ...meant];
  const types = branches.flatMap(({ params }) => params['type']);
  return [...errors.slice(0, start), { instancePath: place, keyword: 'type', params: { type: types } }];
}

function isInside(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

function isTypeAt({ keyword, instancePath }: SchemaError, place: string): boolean {
  return keyword === 'type' && instancePath === place;
}
