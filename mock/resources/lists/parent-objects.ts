/** What a list or a singleton shows of the record that its path is below, in an object that is named like it: `crew: { id, name }`. */
import { isSameName } from '../../../contract/resources/words.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { ResourceCall } from '../call.ts';
import { isFields } from '../fields.ts';
import { findTarget } from '../locate.ts';
import type { RecordFields } from '../record.ts';
import { shownIn } from '../values/shown.ts';

/** Returns a response with the records above it, in the objects that are named like their resources. */
export async function withParentObjects(
  { plan, plans, request, context }: ResourceCall,
  response: HandlerResponse,
): Promise<HandlerResponse> {
  const { body } = response;
  if (!isFields(body)) return response;
  const above: Record<string, RecordFields> = {};
  for (const [parameter, resource] of plan.above)
    for (const [name, property] of plan.responseSchema?.properties ?? []) {
      const isNamed = isSameName(name, resource.split('/').at(-1) ?? '') && property.properties.size > 0;
      const parent = isNamed ? await plans.resource(resource) : null;
      const key = String(request.path[parameter]);
      const record =
        parent === null ? undefined : findTarget(context.world.view, parent, { key, parents: {} });
      const shown = body[name];
      if (parent === null || record === undefined || property.items !== null) continue;
      const form = { shown: property, shownSample: isFields(shown) ? shown : {}, resource: parent };
      above[name] = shownIn(form, record.value);
    }
  return Object.keys(above).length === 0 ? response : { ...response, body: { ...body, ...above } };
}
