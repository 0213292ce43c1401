/** The number of members that a response to a change of a set has: `{ "total": 2 }`. */
import { flatten } from '../../../contract/resources/words.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { ResourceCall } from '../call.ts';
import { isFields, schemaFields } from '../fields.ts';
import { isBelow, type LocatedRecord } from '../locate.ts';
import { listRecords } from '../record.ts';

/** Returns a response with the number of members below a path, where it declares one. */
export function withTotal(
  { plan, context }: Pick<ResourceCall, 'plan' | 'context'>,
  response: HandlerResponse,
  parents: LocatedRecord['parents'],
): HandlerResponse {
  const { resource, sample } = plan;
  if (resource.resource.kind !== 'set' || !isFields(response.body)) return response;
  const totals = schemaFields(plan.responseSchema, (name, { types }) =>
    types?.has('integer') === true && /^(?:total|count)(?:count|items|members|entries)?$/.test(flatten(name))
      ? countBelow()
      : undefined,
  );
  if (Object.keys(totals).length === 0) return response;
  return {
    ...response,
    body: { ...(isFields(sample?.body) ? sample.body : {}), ...response.body, ...totals },
  };

  function countBelow(): number {
    const all = listRecords(context.world.view, resource.resource.name);
    return all.filter((record) => isBelow(resource, record, parents)).length;
  }
}
