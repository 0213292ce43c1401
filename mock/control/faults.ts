/**
 * Adding, listing, replacing and removing faults.
 */
import type { Fault as FaultBody } from '../../generated/control/types.ts';
import type { Handlers } from '../../generated/control/server.ts';
import type { Problem } from '../../templates/runtime/problem.ts';
import type { FaultError, FaultInput, FaultRecord, FaultyCall } from '../records/fault.ts';
import {
  addFault,
  clearFaults,
  faults,
  removeFault,
  replaceFault,
  matchesCall,
  namesPath,
  hasFaults,
  hasMatchingFault,
  listMissedFaults,
  takeMatchingFault,
} from '../records/fault.ts';
import type { ServiceContext } from '../http/context.ts';
import type { View } from '../kernel/store/view.ts';
import { createErrorResponses } from '../http/error-responses.ts';
import type { ErrorTable } from '../http/error-responses.ts';
import { closestWord } from '../../templates/runtime/closest-word.ts';
import { createRouter } from '../../templates/runtime/router.ts';
import { operations } from '../../generated/service/operations.ts';
import type { Fault, FaultMatcher } from '../http/faults.ts';

type FaultRequestError =
  FaultError | { readonly code: 'FAULT_INVALID'; readonly problems: readonly Problem[] };

const table = {
  FAULT_NOT_FOUND: { status: 404, error: ({ faultId }) => `Fault ${faultId} does not exist` },
  FAULT_INVALID: { status: 400, error: 'Validation failed', details: ({ problems }) => [...problems] },
} as const satisfies ErrorTable<FaultRequestError>;

const errorResponse = createErrorResponses<FaultRequestError, typeof table>(table);

type FaultOperation =
  'listOperations' | 'listFaults' | 'createFault' | 'replaceFault' | 'clearFaults' | 'deleteFault';

export const faultHandlers: Pick<Handlers<ServiceContext>, FaultOperation> = {
  listOperations() {
    return { status: 200, body: { operations: operationBodies } };
  },

  listFaults(_, { world }) {
    return { status: 200, body: { faults: world.query((view) => view.scan(faults).map(faultBody)) } };
  },

  async createFault({ body }, { world }) {
    const problems = problemsOf(body);
    if (problems.length > 0) return errorResponse({ code: 'FAULT_INVALID', problems });
    return { status: 201, body: faultBody(await world.run((tx) => addFault(tx, body))) };
  },

  async replaceFault({ path, query, body }, { world }) {
    const problems = problemsOf(body);
    if (problems.length > 0) return errorResponse({ code: 'FAULT_INVALID', problems });
    const replaced = await world.dispatch((tx) => replaceFault(tx, path.id, body, query));
    return replaced.ok ? { status: 200, body: faultBody(replaced.value) } : errorResponse(replaced.error);
  },

  async clearFaults(_, { world }) {
    await world.run(clearFaults);
    return { status: 204 };
  },

  async deleteFault({ path }, { world }) {
    const removed = await world.dispatch((tx) => removeFault(tx, path.id));
    return removed.ok ? { status: 204 } : errorResponse(removed.error);
  },
};

const operationBodies = operations.map(({ id, method, path, responses }) => ({
  id,
  method,
  path,
  statuses: [...new Set(responses.map(({ status }) => Number(status)))],
}));

/** Returns the body of a fault: the properties it was created with, and its hits. */
function faultBody(fault: FaultRecord): FaultBody {
  return { ...fault };
}

function problemsOf(fault: FaultInput): readonly Problem[] {
  return [...problemsOfTarget(fault), ...problemsOfHeaders(fault.headers)];
}

/** Source: RFC 9110 5.1 and 5.5: a name is a token, a value is visible text. */
const nameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const valueForm = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that delimit a message: a wrong value would corrupt the next response on the connection. */
const framing: ReadonlySet<string> = new Set(['connection', 'content-length', 'transfer-encoding']);

function problemsOfHeaders(headers: FaultInput['headers'] = {}): readonly Problem[] {
  return Object.entries(headers).flatMap(([name, value]): Problem[] => {
    const path = `headers.${name.slice(0, 100)}`;
    if (!nameForm.test(name))
      return [{ message: `${path} is not a valid header name`, code: 'INVALID_FORMAT', path }];
    if (framing.has(name.toLowerCase()))
      return [{ message: `${path} is a connection header and cannot be set`, code: 'INVALID_VALUE', path }];
    if (valueForm.test(value)) return [];
    return [
      { message: `${path} contains characters that a header cannot contain`, code: 'INVALID_FORMAT', path },
    ];
  });
}

type Target = Pick<FaultInput, 'operationId' | 'path' | 'method'>;
type Operation = (typeof operations)[number];

const router = createRouter(operations);
const methods = [...new Set(operations.map(({ method }) => method)), 'HEAD'];

/** Lists the reasons why a fault cannot match any call of the service; empty when it can. */
export function problemsOfTarget(target: Target): readonly Problem[] {
  const { operationId, path, method } = target;
  const problems = [
    operationId === undefined ? null : unknownOperation(operationId),
    path === undefined ? null : unknownPath(path),
    method === undefined ? null : unknownMethod(method),
  ].filter((problem) => problem !== null);
  return problems.length > 0 || operations.some((operation) => fits(operation, target))
    ? problems
    : [
        {
          message: 'No operation matches all of these properties',
          code: 'INVALID_VALUE',
          path: 'operationId',
        },
      ];
}

function unknownOperation(operationId: string): Problem | null {
  const ids: readonly string[] = operations.map(({ id }) => id);
  if (ids.includes(operationId)) return null;
  const meant = closestWord(operationId, ids);
  return {
    message: `operationId ${operationId} is not an operation of the service`,
    code: 'INVALID_ENUM',
    path: 'operationId',
    ...(meant !== null && { suggestion: `Did you mean ${meant}?` }),
  };
}

function unknownPath(path: string): Problem | null {
  if (operations.some((operation) => hasPath(operation, path))) return null;
  return {
    message: `path ${path} is not a path of the service`,
    code: 'INVALID_VALUE',
    path: 'path',
    suggestion: 'Send a path relative to the world, such as /v1/agents, or a template of the contract.',
  };
}

function unknownMethod(method: string): Problem | null {
  if (methods.includes(method.toUpperCase())) return null;
  return { message: `method must be one of ${methods.join(', ')}`, code: 'INVALID_ENUM', path: 'method' };
}

function fits(operation: Operation, { operationId = operation.id, path, method }: Target): boolean {
  if (operationId !== operation.id || (path !== undefined && !hasPath(operation, path))) return false;
  const requested = method?.toUpperCase() ?? operation.method;
  return requested === operation.method || (requested === 'HEAD' && operation.method === 'GET');
}

/** Returns whether a path belongs to an operation; a literal path does if a request to it would. */
function hasPath({ method, path: template }: Operation, path: string): boolean {
  if (path.includes('{')) return namesPath(path, { path: '', template });
  const route = router.match(method, path);
  return route.kind === 'found' && route.operation.path === template;
}

export const worldFaults: FaultMatcher = {
  match(world, call) {
    const { view } = world;
    if (!hasFaults(view)) return null;
    const missed = listMissedFaults(view, call).map((miss) => ({ ...miss, isApplied: false }));
    if (!hasMatchingFault(view, call)) return { fault: null, notes: missed };
    return world
      .run((tx) => takeMatchingFault(tx, call))
      .then((fault) =>
        fault === null
          ? { fault: null, notes: [...missed, ...unluckyNotes(view, call)] }
          : { fault: effectOf(fault), notes: [{ id: fault.id, isApplied: true, reason: '' }, ...missed] },
      );
  },
};

/** Explains why faults that match a call were not applied: their probability decided against it. */
function unluckyNotes(view: View, call: FaultyCall) {
  return view
    .scan(faults)
    .filter((fault) => matchesCall(fault, call))
    .map(({ id, probability = 1 }) => ({
      id,
      isApplied: false,
      reason: `its probability is ${probability}`,
    }));
}

/** Returns the effect of a fault; one that specifies no response, latency or stream damage makes the call fail. */
function effectOf(fault: FaultRecord): Fault {
  const { status, code, headers, latencyMs, cut, corrupt } = fault;
  const saysNothing = [headers, latencyMs, cut, corrupt].every((effect) => effect === undefined);
  return {
    latency: latencyMs ?? 0,
    status: status ?? (saysNothing || code !== undefined ? 500 : null),
    code: code ?? null,
    headers: headers ?? {},
    streamFault: { cutAfter: cut?.afterEvents ?? null, corruptAt: corrupt?.atEvent ?? null },
  };
}
