/** Handlers that delete several records of a collection. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { assertParents, type ResourceCall } from '../call.ts';
import { changeEntries, holderOf, isOwned } from '../entries.ts';
import { isFields, textOf } from '../fields.ts';
import { isBelow, pathTexts } from '../locate.ts';
import { listRecords, records } from '../record.ts';
import { respond } from '../respond.ts';
import { childrenOf } from '../write-record.ts';
import { defaultsOf, selectRecords } from './select.ts';

/** Deletes the records below a path: those that are named, else all that fit the query. */
export async function deleteAll(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const parents = pathTexts(plan, request);
  await assertParents(call, parents);
  const { resource, role } = plan;
  const holder = await holderOf(call);
  const listed = holder === null || isOwned(holder, resource) ? null : await changeEntries(call, 'remove');
  if (listed !== null) return listed;
  const { body } = request;
  const sent: unknown = isFields(body) ? Object.values(body).find((each) => Array.isArray(each)) : body;
  const names = Array.isArray(sent) ? (sent as readonly unknown[]).map(keyTextOf) : null;
  await context.world.run((tx) => {
    const below = listRecords(tx, resource.resource.name).filter((record) =>
      isBelow(resource, record, parents),
    );
    const { schema } = resource;
    const defaults = defaultsOf(plan.source.parameters);
    const fitting = selectRecords(below, {
      uses: role.query,
      query: request.query,
      schema,
      text: '',
      defaults,
    });
    const chosen = names === null ? fitting : fitting.filter(({ key }) => names.includes(key));
    for (const record of chosen) {
      for (const child of childrenOf(tx, call, record)) tx.delete(records, child.id);
      tx.delete(records, record.id);
    }
  });
  return respond(plan, (plan.sample?.body as JsonValue | undefined) ?? {});
}

/** Returns the key in an entry of a list of records to delete. */
function keyTextOf(entry: unknown): string {
  return isFields(entry) ? textOf(entry['id'] ?? Object.values(entry)[0]) : textOf(entry);
}
