/**
 * Which statuses a case may be answered with. What an operation declares decides; these are only the meanings of numbers.
 */
import type { Operation } from '../../schema-location/operations.ts';
import { isObject } from './request-form.ts';
import type { Subject } from './case.ts';

/** Refusals of a valid request that the state of the service explains: a plan, a permission, a record that is gone or taken. */
const explained = [402, 403, 404, 409, 410, 412, 422];

/** Refusals that say that a request is wrong in itself. */
const wrong = [400, 409, 412, 415, 422];

/** Those of some statuses that an operation declares. */
export function declared({ responses }: Operation, statuses: readonly number[]): readonly number[] {
  return statuses.filter((wanted) => responses.some(({ status }) => status === wanted));
}

/** The refusals of a valid request that the state explains. */
export function explainedRefusals(operation: Operation): readonly number[] {
  return declared(operation, explained);
}

/** Every status between 400 and 499 that an operation declares, without some. */
export function clientErrors({ responses }: Operation, without: readonly number[]): readonly number[] {
  const all = responses.flatMap(({ status }) => (typeof status === 'number' ? [status] : []));
  return [...new Set(all)].filter((status) => status >= 400 && status < 500 && !without.includes(status));
}

/**
 * The refusals of a request whose body or query is wrong.
 *
 * Shape: where a valid request was not accepted either, its refusal comes first and tells nothing.
 */
export function refusalsOf({ operation, baseline }: Subject): readonly number[] {
  const isProven = baseline !== null && baseline < 400;
  const state = isProven ? [] : [402, 403, 404, 410];
  const access = authMember(operation) === null ? [] : [401, 403];
  const before = baseline !== null && baseline >= 400 && baseline < 500 ? [baseline] : [];
  const honest = [...new Set([...declared(operation, [...wrong, ...state, ...access]), ...before])];
  return declared(operation, [400]).length > 0 ? honest : clientErrors(operation, [401]);
}

/** The member of the body that says who calls; `null` where none does. */
export function authMember({ extensions }: Operation): string | null {
  const auth = extensions['x-auth'];
  return isObject(auth) && auth['in'] === 'body' && typeof auth['name'] === 'string' ? auth['name'] : null;
}
