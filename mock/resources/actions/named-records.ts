/** The record that the body of an action on a collection names: `POST /orders/cancel` with `{ orderId: 7 }`. */
import { flatten, singularName } from '../../../contract/resources/words.ts';
import { pointerStep, splitPointer } from '../../../templates/runtime/json/pointer.ts';
import { sentFields, type ResourceCall } from '../call.ts';
import { isFields, keyTextIn, withoutPart } from '../fields.ts';
import { pathTexts, type LocatedRecord } from '../locate.ts';

/** A record that a body names, and the call without that name. */
export interface NamedRecord {
  readonly target: LocatedRecord;
  readonly call: ResourceCall;
}

/**
 * Returns the record that a body names: by its key, by an id with the name of the resource, or by a property that only one
 * record has; `null` for none.
 */
export function namedRecord(call: ResourceCall): NamedRecord | null {
  const { plan, request } = call;
  const { resource, keyPointer, otherKeys } = plan.resource;
  if (resource.kind !== 'collection' || keyPointer === null || !isFields(request.body)) return null;
  const sent = sentFields(call);
  const find = (wanted: string): string | undefined =>
    Object.keys(sent).find(
      (name) => flatten(name) === flatten(wanted) && keyTextIn(sent, pointerStep(name)) !== null,
    );
  const key = splitPointer(keyPointer).join('/');
  const ofKey = find(key) ?? find(`${singularName(resource.name.split('/').at(-1) ?? '')}_id`);
  const property =
    ofKey === undefined
      ? [...otherKeys, ...resource.unique].find((each) => find(each) !== undefined)
      : undefined;
  const name = ofKey ?? (property === undefined ? undefined : find(property));
  const text = name === undefined ? null : keyTextIn(sent, pointerStep(name));
  if (name === undefined || text === null || text === '') return null;
  const parents = pathTexts(plan, request);
  const target = { key: text, parents, ...(property !== undefined && { property }) };
  const body = withoutPart(request.body, plan.requestEnvelope + pointerStep(name));
  return { target, call: { ...call, request: { ...request, body } } };
}
