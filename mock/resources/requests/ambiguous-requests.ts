/**
 * Requests that match several alternatives of a `oneOf`. Why they are accepted: alternatives of real descriptions often
 * overlap, so that no request of a client would match exactly one.
 */
import type { Contract } from '../../../contract/contract.ts';
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import type { SchemaCheck } from '../../../templates/runtime/schema-check.ts';
import type { Handler } from '../../http/operation.ts';

/** The problems of accepted bodies. */
const accepted = new WeakMap<object, string>();

/** Returns a contract that accepts such requests; the same one if it cannot recognize them. */
export function withAmbiguousRequests(contract: Contract): Contract {
  const { service, matchesSome } = contract;
  if (matchesSome === undefined) return contract;
  const loosen = (strict: SchemaCheck): SchemaCheck => {
    const check = (value: unknown): boolean => {
      if (strict.check(value)) return true;
      if (!matchesSome(strict.name, value)) return false;
      if (typeof value === 'object' && value !== null)
        accepted.set(value, strict.firstProblem(value)?.message ?? '');
      return true;
    };
    return { ...strict, check };
  };
  const operations = service.operations.map((spec): OperationSpec => ({
    ...spec,
    parameters: spec.parameters.map((each) => ({ ...each, check: loosen(each.check) })),
    body: spec.body && {
      ...spec.body,
      content: spec.body.content.map((each) => ({ ...each, check: each.check && loosen(each.check) })),
    },
  }));
  return { ...contract, service: { ...service, operations } };
}

/** Returns handlers that note such bodies. */
export function withAmbiguityNotes(
  handlers: Readonly<Record<string, Handler>>,
): Readonly<Record<string, Handler>> {
  const entries = Object.entries(handlers).map(([id, handler]): [string, Handler] => [
    id,
    (request, context) => {
      const { body } = request;
      const problem = typeof body === 'object' && body !== null ? accepted.get(body) : undefined;
      if (problem !== undefined) context.handlerNotes.ambiguity = problem;
      return handler(request, context);
    },
  ]);
  return Object.fromEntries(entries);
}
