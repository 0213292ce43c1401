/**
 * What a list or a singleton shows of the record that its path is below: in an object that is named like it, such as `crew:
 * { id, name }`, and its state.
 */
import { readBelow } from '../../../contract/resources/path-shape.ts';
import { stateProperty } from '../../../contract/resources/records/state-values.ts';
import { isSameName } from '../../../contract/resources/words.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { ResourceCall } from '../call.ts';
import { isFields } from '../fields.ts';
import { findTarget } from '../locate.ts';
import type { RecordFields } from '../record.ts';
import { fitValue } from '../values/fit-value.ts';
import { shownIn } from '../values/shown.ts';

/** Returns a response with the records above it, in the objects that are named like their resources. */
export async function withParentObjects(
  { plan, plans, request, context }: ResourceCall,
  response: HandlerResponse,
): Promise<HandlerResponse> {
  const { body } = response;
  if (!isFields(body)) return response;
  const state = await stateAbove({ plan, plans, request, context });
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
  const parts = { ...state, ...above };
  return Object.keys(parts).length === 0 ? response : { ...response, body: { ...body, ...parts } };
}

/** Returns the state of the record above a path that ends in the name of it, and that is only read; else nothing. */
async function stateAbove({ plan, plans, request, context }: ResourceCall): Promise<RecordFields> {
  const { parameter, segment: name } = readBelow(plan.spec.path);
  if (!/^stat(?:us|e)$/i.test(name)) return {};
  const owner = plan.above.get(parameter);
  const isRead = plans.operationsOf(plan.resource.resource).every(({ source }) => source.method === 'GET');
  const shown = plan.responseSchema?.properties.get(name);
  const above = owner === undefined || shown === undefined || !isRead ? null : await plans.resource(owner);
  if (above === null || shown === undefined || stateProperty(above.schema) !== name) return {};
  const key = String(request.path[parameter]);
  const state = findTarget(context.world.view, above, { key, parents: {} })?.value[name];
  const value = state === undefined ? undefined : fitValue(shown, state, undefined);
  return value === undefined ? {} : { [name]: value };
}
