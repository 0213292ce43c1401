/** Operations and requests in their form of REST: what a path has is taken out of the query or the body. */
import type { RestForm } from '../../../contract/resources/infer/rest-forms.ts';
import { bodyValues } from '../../../contract/resources/bodies/search-bodies.ts';
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import { isFields } from '../fields.ts';

/** Returns a declared operation in its form of REST. */
export function restSpec(spec: OperationSpec, form: RestForm | undefined): OperationSpec {
  if (form === undefined) return spec;
  const { method, path, keys } = form;
  const parameters = spec.parameters.map((each) =>
    each.in === 'query' && keys.includes(each.name) ? { ...each, in: 'path' as const } : each,
  );
  return { ...spec, method, path, parameters, body: method === 'GET' ? null : spec.body };
}

/** Returns a request in the form of REST of its operation. Shape: a key that was not sent is empty in its path. */
export function restRequest(request: RequestValues, { method, keys }: RestForm): RequestValues {
  const { query } = request;
  const body = isFields(request.body) ? request.body : {};
  const path = Object.fromEntries(keys.map((key) => [key, query[key] ?? body[key] ?? '']));
  const isList = method === 'GET';
  return {
    ...request,
    path: { ...request.path, ...path },
    query: isList ? { ...body, ...bodyValues(body, 1), ...query } : query,
    body: isList ? undefined : request.body,
  };
}
