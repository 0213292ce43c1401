/** Generic faults of writes: they are lost, reach other records, are kept although rejected, or ignore the parent. */
import type { OperationId } from '../../../conformance/agent-platform/contract.ts';
import { bodyOf, parseBody, withBody, withJson } from '../mutations/request-mutations.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';
import { editJson, fieldsOf } from '../mutations/response-mutations.ts';
import { createFault, matcherOf, type Fault, type Where } from './fault.ts';

/** Carries out an update without its body while another one is in progress. */
export function loseConcurrent(where: Where): Fault {
  return createFault('loses concurrent updates', where, (serve) => {
    let isBusy = false;
    return async (request) => {
      if (!matchesRequest(matcherOf(where), request)) return serve(request);
      const bytes = await bodyOf(request);
      if (isBusy) return serve(withJson(request, {}));
      isBusy = true;
      try {
        await new Promise((resolve) => setImmediate(resolve));
        return await serve(withBody(request, bytes));
      } finally {
        isBusy = false;
      }
    };
  });
}

/** Keeps a property of an update that it rejects. */
export function keepRejected(where: Where, name: string): Fault {
  return createFault(
    'keeps a part of a rejected update',
    where,
    (serve) => async (request) => {
      if (!matchesRequest(matcherOf(where), request)) return serve(request);
      const bytes = await bodyOf(request);
      const value = fieldsOf(parseBody(bytes))[name];
      const response = await serve(withBody(request, bytes));
      if (response.status === 400 && value !== undefined) await serve(withJson(request, { [name]: value }));
      return response;
    },
    name,
  );
}

/** Finds a record below every agent, by the agent below which it was created. */
export function ignoreParent(create: OperationId, where: Where): Fault {
  return createFault('finds records below every parent', where, (serve) => {
    const parents = new Map<string, string>();
    const parentOf = (path: string): string => /\/agents\/([^/]+)/.exec(path)?.[1] ?? '';
    const listening = editJson({ operation: create, status: 201 }, ({ id }, { path }) => {
      parents.set(String(id), parentOf(path));
    })(serve);
    return (request) => {
      const owner = parents.get(request.path.split('/').at(-1) ?? '');
      if (owner === undefined || !matchesRequest(matcherOf(where), request)) return listening(request);
      return serve({ ...request, path: request.path.replace(parentOf(request.path), owner) });
    };
  });
}
