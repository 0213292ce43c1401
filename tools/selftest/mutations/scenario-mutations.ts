/** Mutations of several requests: texts are replaced, names changed. */
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import type { Mutation } from './mutation.ts';
import { fieldsOf, isFields } from './response-mutations.ts';
import { bodyOf, parseBody, withBody, withJson } from './request-mutations.ts';
import { matchesRequest } from './request-matcher.ts';

/** Replaces text in every string of a JSON value. */
export function replaceTexts(value: unknown, from: string | RegExp, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(from, to);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, from, to));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaceTexts(inner, from, to)]),
  );
}

/** Returns the test key of a request; `null` for every other request. */
export function testKeyOf({ headers }: HttpRequest): string | null {
  const value = headers.get('authorization');
  return value?.startsWith('Bearer rt_test_') === true ? value : null;
}

/** Renames the tool of a capability whose name is already in use. */
export const bindTwice: Mutation = (serve) => {
  let count = 1;
  return async (request) => {
    if (!matchesRequest({ operation: 'addAgentCapability' }, request)) return serve(request);
    const body = await bodyOf(request);
    const response = await serve(withBody(request, body));
    if (response.status !== 409) return response;
    const value = fieldsOf(parseBody(body));
    count += 1;
    return serve(withJson(request, { ...value, toolName: `${String(value['toolName'])}_${count}` }));
  };
};
