/** The relationships of JSON:API records, which have paths of their own: `/orders/{id}/relationships/tags`. */
import { templateOf } from '../../../contract/resources/path-shape.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { notFound } from '../../http/declared-error.ts';
import type { ResourceCall } from '../call.ts';
import { changeRecord } from '../write/store-record.ts';
import { isEntry } from './entries.ts';
import { isFields, withPart } from '../fields.ts';
import { findTarget, targetOf } from '../locate.ts';
import type { RecordFields } from '../record.ts';
import { respond } from '../handlers/respond.ts';

/** Reads or changes a relationship of the record above a path; `null` for another path. */
export async function respondToRelationship(call: ResourceCall): Promise<HandlerResponse | null> {
  const { plan, plans, request, context } = call;
  const [, itemPath = '', name = ''] =
    /^(.*\/\{[^}]+\})\/relationships\/([^/{}]+)$/.exec(plan.spec.path) ?? [];
  if (name === '') return null;
  const isAbove = (path: string | null): boolean =>
    path !== null && templateOf(path) === templateOf(itemPath);
  const above = plans.resources.find((each) => isAbove(each.itemPath));
  const owner = above === undefined ? null : await plans.resource(above.name);
  if (owner === null) return null;
  const target = targetOf(plan, request);
  const pointer = `/relationships/${name}/data`;
  const linkage = await context.world.run((tx) => {
    const record = findTarget(tx, owner, target);
    if (record === undefined) return undefined;
    const before = valueAt(record.value, pointer) as JsonValue | undefined;
    const after = linkageAfter(plan.source.method, before ?? null, request.body);
    if (after !== before)
      changeRecord(tx, owner, record, withPart(record.value, pointer, after) as RecordFields);
    return after;
  });
  if (linkage === undefined) throw notFound(owner.resource.name, target.key);
  return respond({ ...plan, envelope: '/data' }, linkage);
}

/** Returns what a relationship is after a request: a POST adds to it, a DELETE removes from it, and others replace it. */
function linkageAfter(method: string, before: JsonValue, body: unknown): JsonValue {
  const sent = isFields(body) ? body['data'] : undefined;
  if (method === 'GET' || sent === undefined) return before;
  if (!Array.isArray(sent) || (method !== 'POST' && method !== 'DELETE')) return sent;
  const sentItems = sent as readonly JsonValue[];
  const others = [before].flat().filter((each) => !sentItems.some((key) => isEntry(each, key)));
  return method === 'DELETE' ? others : [...others, ...sentItems];
}
