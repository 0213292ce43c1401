/** Explains a response of the mock from the trace of its request. */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import { isoTime } from '../kernel/time/iso-time.ts';
import type { Caller } from '../http/context.ts';
import type { CallDetail, CallTrace, ExplainedStep, WrittenChanges } from '../http/journal/call-trace.ts';
import { explainResponse, messageOf } from './response-explanation.ts';

/** The explanations that an API adds; the rest is the same for every API. */
export interface ExplanationParts {
  /** Describes a caller. */
  describeCaller?(caller: Caller): Pick<ExplainedStep, 'message' | 'details'>;
  /** Returns the steps that its world caused; `error` is the message of the response, `null` for none. */
  explainWorld?(trace: CallTrace, error: string | null): readonly ExplainedStep[];
}

/** Describes a request and the steps from it to its response. */
export function describeCall(
  trace: CallTrace,
  operations: readonly OperationSpec[],
  parts: ExplanationParts,
): CallDetail {
  const { query, headers, body, response } = trace;
  return { query, headers, body, response, explanation: explain(trace, operations, parts) };
}

function explain(
  trace: CallTrace,
  operations: readonly OperationSpec[],
  parts: ExplanationParts,
): readonly ExplainedStep[] {
  return [
    ...explainDueTimers(trace),
    explainOperation(trace, operations),
    ...explainPreferences(trace),
    ...explainCredential(trace, parts),
    ...explainValidation(trace),
    ...explainFaults(trace),
    ...(parts.explainWorld?.(trace, messageOf(trace)) ?? []),
    ...explainRepetition(trace),
    ...explainChanges(trace),
    explainResponse(trace),
  ];
}

function explainOperation(
  { operation, method, path, notes }: CallTrace,
  operations: readonly OperationSpec[],
): ExplainedStep {
  if (notes.sent !== undefined)
    return { step: 'operation', outcome: 'passed', message: `The mock has sent ${notes.sent} to ${path}.` };
  if (operation !== null)
    return {
      step: 'operation',
      outcome: 'passed',
      message: `${method} ${path} is ${operation.id}.`,
      details: { operationId: operation.id, template: operation.path },
    };
  const nearest = nearestOperations(method, path, operations);
  return {
    step: 'operation',
    outcome: 'rejected',
    message: `No operation matches ${method} ${path}.${nearest.length === 0 ? '' : ` Closest: ${nearest.map(({ message }) => message).join('; ')}.`}`,
    details: { nearest },
  };
}

const MAX_NEAREST = 3;

const MISSPELLED = ', not ';

/** Returns operations that the client may have intended, and why they do not match. */
function nearestOperations(method: string, path: string, operations: readonly OperationSpec[]) {
  const samePath = operations.filter((operation) => fitsPath(operation.path, path));
  const candidates =
    samePath.length > 0
      ? samePath.map((operation) => ({ operation, reason: `the method is ${operation.method}` }))
      : similarPaths(method, path, operations);
  return candidates.slice(0, MAX_NEAREST).map(({ operation, reason }) => ({
    operationId: operation.id,
    message: `${operation.method} ${operation.path} (${operation.id}): ${reason}`,
  }));
}

function similarPaths(method: string, path: string, operations: readonly OperationSpec[]) {
  const segments = segmentsOf(path);
  const rank = rankOf(method);
  return operations
    .map((operation) => ({ operation, differences: differencesOf(segmentsOf(operation.path), segments) }))
    .filter(({ differences }) => differences.length === 1)
    .map(({ operation, differences: [reason = ''] }) => ({ operation, reason }))
    .toSorted((a, b) => rank(b) - rank(a));
}

/** Misspelled segments come first, then operations with the method of the request. */
function rankOf(method: string) {
  return ({ operation, reason }: { readonly operation: OperationSpec; readonly reason: string }): number =>
    2 * Number(reason.includes(MISSPELLED)) + Number(operation.method === method);
}

/** Lists how a path differs from a template; a path that is too short or too long by more than one differs twice. */
function differencesOf(template: readonly string[], path: readonly string[]): readonly string[] {
  if (Math.abs(template.length - path.length) > 1) return ['', ''];
  const differences: string[] = [];
  for (let place = 0; place < Math.max(template.length, path.length); place += 1) {
    const [expected, actual] = [template[place], path[place]];
    if (expected === undefined) differences.push(`the path ends before /${actual ?? ''}`);
    else if (actual === undefined) differences.push(`the path continues with /${expected}`);
    else if (!expected.startsWith('{') && expected !== actual)
      differences.push(
        closestWord(actual, [expected]) === null
          ? `it has ${expected} instead of ${actual}`
          : `it has ${expected}${MISSPELLED}${actual}`,
      );
    if (differences.length > 1) break;
  }
  return differences;
}

/** The maximum number of segments of a path that are compared. */
const MAX_SEGMENTS = 12;

function segmentsOf(path: string): readonly string[] {
  return path
    .slice(0, 1_024)
    .split('/', MAX_SEGMENTS + 1)
    .slice(1);
}

function fitsPath(template: string, path: string): boolean {
  const [expected, actual] = [segmentsOf(template), segmentsOf(path)];
  return (
    expected.length === actual.length &&
    expected.every((segment, place) => segment.startsWith('{') || segment === actual[place])
  );
}

function explainPreferences({ preferences, headers }: CallTrace): readonly ExplainedStep[] {
  const prefer = headers['prefer'];
  if (prefer === undefined) return [];
  const { code, delay, own } = preferences;
  return [
    {
      step: 'preference',
      outcome: 'applied',
      message: `The header Prefer requests ${prefer}.`,
      details: { code, delay, ...own },
    },
  ];
}

function explainCredential(
  { operation, caller, credentialProblem }: CallTrace,
  parts: ExplanationParts,
): readonly ExplainedStep[] {
  if (operation === null) return [];
  if (credentialProblem !== null)
    return [{ step: 'credential', outcome: 'rejected', message: credentialProblem }];
  const scopes = operation.security.flatMap(({ schemes }) =>
    schemes.filter(({ name }) => name === caller.scheme).flatMap((scheme) => scheme.scopes),
  );
  const needs = scopes.length === 0 ? '' : ` The operation needs ${[...new Set(scopes)].join(', ')}.`;
  const { message, ...described } = parts.describeCaller?.(caller) ?? describeByScheme(caller);
  return [{ step: 'credential', outcome: 'passed', message: message + needs, ...described }];
}

function describeByScheme({ scheme }: Caller): Pick<ExplainedStep, 'message'> {
  return {
    message:
      scheme === null ? 'The operation needs no credential.' : `The credential has the form of ${scheme}.`,
  };
}

function explainValidation({ operation, violations, status }: CallTrace): readonly ExplainedStep[] {
  if (operation === null) return [];
  const problems = violations.filter((violation) => violation.in === 'request');
  if (problems.length === 0)
    return status === 401 || status === 403
      ? []
      : [{ step: 'validation', outcome: 'passed', message: 'The request is valid.' }];
  return [
    {
      step: 'validation',
      outcome: 'rejected',
      message: `The request violates the contract: ${problems.map(({ message }) => message).join('; ')}`,
      details: { problems },
    },
  ];
}

function explainFaults({ faults }: CallTrace): readonly ExplainedStep[] {
  return faults.map(({ id, isApplied, reason }) => ({
    step: 'fault',
    outcome: isApplied ? 'applied' : 'skipped',
    message: isApplied ? `Fault ${id} was applied.` : `Fault ${id} was not applied: ${reason}.`,
    details: { faultId: id },
  }));
}

function explainRepetition({ notes: { isRepeated }, headers }: CallTrace): readonly ExplainedStep[] {
  if (isRepeated === undefined) return [];
  const key = headers['idempotency-key'] ?? 'of the body';
  return [
    isRepeated
      ? {
          step: 'idempotency',
          outcome: 'applied',
          message: `The key ${key} was used before; the first response is repeated.`,
        }
      : { step: 'idempotency', outcome: 'passed', message: `The key ${key} is new.` },
  ];
}

function explainChanges({ versions: [before, after], changes }: CallTrace): readonly ExplainedStep[] {
  if (after <= before || changes === null)
    return [{ step: 'changes', outcome: 'passed', message: 'Nothing was written.' }];
  const number =
    after - before === 1 ? `Transaction ${after}` : `Transactions ${before + 1} to ${after}; the last one`;
  return [
    {
      step: 'changes',
      outcome: 'applied',
      message: `${number}: ${summaryOf(changes)}.`,
      details: detailsOf(changes),
    },
  ];
}

function explainDueTimers({ dueTimers }: CallTrace): readonly ExplainedStep[] {
  if (dueTimers === null) return [];
  const { changes, durationMs } = dueTimers;
  const took = Math.round(durationMs * 1000) / 1000;
  return [
    {
      step: 'timers',
      outcome: 'passed',
      message: `Due timers fired before the request: ${summaryOf(changes)}. This took ${took} ms of the request.`,
      details: { ...detailsOf(changes), durationMs: took },
    },
  ];
}

function summaryOf({ puts, deletes, events, timers }: WrittenChanges): string {
  return [
    countOf(puts.length, 'record') + ' written',
    ...(deletes.length > 0 ? [countOf(deletes.length, 'record') + ' deleted'] : []),
    ...(events > 0 ? [countOf(events, 'event') + ' added'] : []),
    ...(timers.length > 0 ? [countOf(timers.length, 'timer') + ' started'] : []),
  ].join(', ');
}

function detailsOf({ puts, deletes, events, timers }: WrittenChanges) {
  return {
    written: puts,
    deleted: deletes,
    events,
    timers: timers.map(({ key, due }) => ({ key, due: isoTime(due) })),
  };
}

function countOf(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
