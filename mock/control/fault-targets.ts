/** Checks the requests for faults: whether they can match a call of the service, and whether their headers can be sent. */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { Problem } from '../../templates/runtime/problem.ts';
import { createRouter, type Router } from '../../templates/runtime/router.ts';
import { matchesPath, type FaultInput } from '../records/fault.ts';

/** Source: RFC 9110 5.1 and 5.5: a name is a token, a value is visible text. */
const nameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const valueForm = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that delimit a message: a wrong value would corrupt the next response on the connection. */
const framing: ReadonlySet<string> = new Set(['connection', 'content-length', 'transfer-encoding']);

/** Lists the headers that a response cannot have. */
export function findHeaderProblems(headers: FaultInput['headers'] = {}): readonly Problem[] {
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

export class FaultTargets {
  readonly #operations: readonly OperationSpec[];
  #router: Router<OperationSpec> | null = null;

  constructor(operations: readonly OperationSpec[]) {
    this.#operations = operations;
  }

  /** Lists the reasons why a fault cannot match any call of the service; empty when it can. */
  findProblems(target: Target): readonly Problem[] {
    const { operationId, path, method } = target;
    const problems = [
      operationId === undefined ? null : this.#unknownOperation(operationId),
      path === undefined ? null : this.#unknownPath(path),
      method === undefined ? null : this.#unknownMethod(method),
    ].filter((problem) => problem !== null);
    return problems.length > 0 || this.#operations.some((operation) => this.#fits(operation, target))
      ? problems
      : [
          {
            message: 'No operation matches all of these properties',
            code: 'INVALID_VALUE',
            path: 'operationId',
          },
        ];
  }

  #unknownOperation(operationId: string): Problem | null {
    const ids = this.#operations.map(({ id }) => id);
    if (ids.includes(operationId)) return null;
    const meant = closestWord(operationId, ids);
    return {
      message: `operationId ${operationId} is not an operation of the service`,
      code: 'INVALID_ENUM',
      path: 'operationId',
      ...(meant !== null && { suggestion: `Did you mean ${meant}?` }),
    };
  }

  #unknownPath(path: string): Problem | null {
    if (this.#operations.some((operation) => this.#hasPath(operation, path))) return null;
    const [example = { path: '/' }] = this.#operations;
    return {
      message: `path ${path} is not a path of the service`,
      code: 'INVALID_VALUE',
      path: 'path',
      suggestion: `Send a path relative to the world, such as ${example.path}, or a template of the contract.`,
    };
  }

  #unknownMethod(method: string): Problem | null {
    const methods = [...new Set(this.#operations.map((operation) => operation.method)), 'HEAD'];
    if (methods.includes(method.toUpperCase())) return null;
    return { message: `method must be one of ${methods.join(', ')}`, code: 'INVALID_ENUM', path: 'method' };
  }

  #fits(operation: OperationSpec, { operationId = operation.id, path, method }: Target): boolean {
    if (operationId !== operation.id || (path !== undefined && !this.#hasPath(operation, path))) return false;
    const requested = method?.toUpperCase() ?? operation.method;
    return requested === operation.method || (requested === 'HEAD' && operation.method === 'GET');
  }

  /** Returns whether a path belongs to an operation; a literal path does if a request to it would. */
  #hasPath({ method, path: template }: OperationSpec, path: string): boolean {
    if (path.includes('{')) return matchesPath(path, { path: '', template });
    this.#router ??= createRouter(this.#operations);
    const route = this.#router.match(method, path);
    return route.kind === 'found' && route.operation.path === template;
  }
}
