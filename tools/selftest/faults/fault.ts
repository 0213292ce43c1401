/** A fault is one defect of a service at one place. The generic ones are functions of an operation and a place in it. */
import type { OperationId } from '../../../conformance/agent-platform/contract.ts';
import type { Mutation } from '../mutations/mutation.ts';
import type { RequestMatcher } from '../mutations/request-matcher.ts';

/** One defect at one place. */
export interface Fault {
  /** What it does, as the end of a sentence that begins with `A service that`. */
  readonly kind: string;
  /** Where: an operation with a property or parameter, or the type of an event. */
  readonly place: string;
  /** The only operation that it affects; `null` if there are several. */
  readonly operation: OperationId | null;
  readonly mutation: Mutation;
}

/** What a check must report: a failure, at least a warning, or nothing because it passes or is skipped. */
export type Expectation = 'fail' | 'warn' | 'pass' | 'skip';

/** In a row of the table, all checks. */
export const everyCheck = 'every';

/** A row of the table: a check, and a fault that it must detect, or a difference that it must accept. */
export type FaultRow = readonly [check: string, fault: Fault, options?: Expectation | FaultOptions];

/** What differs from the usual. */
export interface FaultOptions {
  /** Default: the finding of the check, a failure or a warning. */
  readonly expects?: Expectation;
  /** Where the check runs, `null` for everywhere. Default: its group, or the operation of the fault. */
  readonly subject?: string | null;
  /** Whether the check has only a configuration and no driver, or must detect the fault in both cases. */
  readonly plain?: 'only' | 'also';
}

/** Of a check that must also detect the fault without a driver. */
export const also: FaultOptions = { plain: 'also' };

/** The operations of a fault, or those of their requests and responses that it affects. */
export type Where = OperationId | readonly OperationId[] | RequestMatcher;

/** Creates a fault. Shape: `detail` is the property, parameter or status at its place. */
export function createFault(kind: string, where: Where, mutation: Mutation, detail = ''): Fault {
  const matcher = matcherOf(where);
  const operations = [matcher.operation ?? []].flat();
  return {
    kind,
    place: [describe(matcher), detail].filter(Boolean).join(' '),
    operation: operations.length === 1 ? (operations[0] ?? null) : null,
    mutation,
  };
}

/** Returns the matcher of a place. Shape: `status` is that of its responses, unless the place has its own. */
export function matcherOf(where: Where, status?: RequestMatcher['status']): RequestMatcher {
  const matcher = isOperations(where) ? { operation: where } : where;
  return status === undefined ? matcher : { status, ...matcher };
}

function isOperations(where: Where): where is OperationId | readonly OperationId[] {
  return typeof where === 'string' || Array.isArray(where);
}

function describe({ operation, status, query, header, without }: RequestMatcher): string {
  return [
    [operation ?? 'every operation'].flat().join(', '),
    status === undefined ? '' : [status].flat().join(', '),
    query === undefined ? '' : `with ${namesIn(query)} in the query`,
    header === undefined ? '' : `with ${header}`,
    without === undefined ? '' : `without ${without}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the parameters that a pattern of queries names. */
function namesIn({ source }: RegExp): string {
  return source.match(/[a-z]\w+/gi)?.join(', ') ?? 'nothing';
}
