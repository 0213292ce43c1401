/** What the texts of parameters state about requests: a header that is returned, and a switch that rejects unknown properties. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import type { SourceOperation } from '../../../contract/resources/source.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { OperationError } from '../../http/declared-error.ts';
import { isFields } from '../fields.ts';
import type { OperationPlan } from '../plan/plan.ts';

/** Units: characters of a text that are read. */
const MAX_READ = 1000;

/** The headers that are returned, and the switches that reject unknown properties. */
const statedIn = memoizeByObject(({ parameters }: SourceOperation) => ({
  returned: parameters.filter(
    ({ in: place, text }) => place === 'header' && RETURNED.test(text.slice(0, MAX_READ)),
  ),
  rejecting: parameters.filter(
    ({ in: place, text, schema }) =>
      place === 'query' && schema.types?.has('boolean') === true && REJECTING.test(text.slice(0, MAX_READ)),
  ),
}));

/** Adds the headers that a response declares and that have the values which were sent; without one, they are left out. */
export function withSentHeaders(
  { source, success }: Pick<OperationPlan, 'source' | 'success'>,
  { headers: sent }: RequestValues,
  response: HandlerResponse,
): HandlerResponse {
  const { returned } = statedIn(source);
  if (returned.length === 0) return response;
  let { headers = {} } = response;
  for (const { name } of returned) {
    const isOwn = (other: string): boolean => other.toLowerCase() === name.toLowerCase();
    const declared = success?.headers.find((each) => isOwn(each.name));
    if (declared === undefined) continue;
    const others = Object.entries(headers).filter(([each]) => !isOwn(each));
    const value = sent[name];
    headers = Object.fromEntries(typeof value === 'string' ? [...others, [declared.name, value]] : others);
  }
  return { ...response, headers };
}

/** "Returns the same value in the response headers", "It is echoed in the response". */
const RETURNED =
  /\b(?:returns?|returned|includes?|included|sends?|sent back) (?:with )?(?:the|this) (?:same|exact) (?:value|id|identifier|string|header)\b|\b(?:echo(?:ed|es)?|returned (?:back|unchanged|as is)) (?:back )?(?:in|with) the response\b/i;

/** Rejects a property that a body does not describe, where a switch demands that. Errors: throws an OperationError. */
export function assertKnownProperties(
  { source }: Pick<OperationPlan, 'source'>,
  request: RequestValues,
): void {
  const { body } = request;
  const isDemanded = statedIn(source).rejecting.some(({ name }) => String(request.query[name]) === 'true');
  if (!isDemanded || !isFields(body)) return;
  const known = knownIn(source);
  const unknown = known === null ? undefined : Object.keys(body).find((name) => !known.has(name));
  if (unknown !== undefined) throw new OperationError(400, `The property ${unknown} is unknown`);
}

/** "Whether the call fails if the body contains unknown fields", "Reject requests with unrecognized properties". */
const REJECTING =
  /\b(?:fails?|rejects?|rejected|error|errors|400)\b[^.]{0,80}\b(?:unknown|unrecogni[sz]ed|undeclared|unexpected) (?:fields?|propert(?:y|ies)|attributes?|keys?)\b/i;

/** Returns the properties that bodies describe; `null` if nothing is known of them. */
function knownIn({ bodies }: SourceOperation): ReadonlySet<string> | null {
  const names = bodies.flatMap(({ schema }) => [...(schema?.properties.keys() ?? [])]);
  return names.length === 0 ? null : new Set(names);
}
