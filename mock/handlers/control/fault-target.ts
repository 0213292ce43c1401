/**
 * Whether a new fault can ever meet a call: a misspelt operation would lie in the list and never strike.
 */
import type { Problem } from '../../../generated/runtime/problem.ts';
import { closestWord } from '../../../generated/runtime/closest-word.ts';
import { createRouter } from '../../../generated/runtime/router.ts';
import { operations } from '../../../generated/service/operations.ts';
import { namesPath } from '../../domain/faults/fault.ts';
import type { FaultInput } from '../../domain/faults/fault.ts';

type Target = Pick<FaultInput, 'operationId' | 'path' | 'method'>;
type Operation = (typeof operations)[number];

const router = createRouter(operations);
const methods = [...new Set(operations.map(({ method }) => method)), 'HEAD'];

/** Lists what keeps a fault from meeting any call of the service; empty when it can. */
export function problemsOfTarget(target: Target): readonly Problem[] {
  const { operationId, path, method } = target;
  const problems = [
    operationId === undefined ? null : unknownOperation(operationId),
    path === undefined ? null : unknownPath(path),
    method === undefined ? null : unknownMethod(method),
  ].filter((problem) => problem !== null);
  return problems.length > 0 || operations.some((operation) => fits(operation, target))
    ? problems
    : [{ message: 'No operation has all that is asked for', code: 'INVALID_VALUE', path: 'operationId' }];
}

function unknownOperation(operationId: string): Problem | null {
  const known: readonly string[] = operations.map(({ id }) => id);
  if (known.includes(operationId)) return null;
  const meant = closestWord(operationId, known);
  return {
    message: `operationId ${operationId} is no operation of the service`,
    code: 'INVALID_ENUM',
    path: 'operationId',
    ...(meant !== null && { suggestion: `Did you mean ${meant}?` }),
  };
}

function unknownPath(path: string): Problem | null {
  if (operations.some((operation) => hasPath(operation, path))) return null;
  return {
    message: `path ${path} is no path of the service`,
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
  const wanted = method?.toUpperCase() ?? operation.method;
  return wanted === operation.method || (wanted === 'HEAD' && operation.method === 'GET');
}

/** A literal path is the operation's when a request to it would be. */
function hasPath({ method, path: template }: Operation, path: string): boolean {
  if (path.includes('{')) return namesPath(path, { path: '', template });
  const route = router.match(method, path);
  return route.kind === 'found' && route.operation.path === template;
}
