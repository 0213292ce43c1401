/** Handlers that create several records of a collection. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { assertParents, attempt, taken, type ResourceCall } from '../call.ts';
import { isFields } from '../fields.ts';
import { pathTexts } from '../locate.ts';
import type { RecordFields } from '../record.ts';
import { respond } from '../respond.ts';
import { shownIn } from '../values/fit.ts';
import { create } from '../write-record.ts';

/** Creates the records in a list: all of them, or none if one of them cannot be created. */
export async function createAll(call: ResourceCall): Promise<HandlerResponse> {
  const { plan, request, context } = call;
  const parents = pathTexts(plan, request);
  await assertParents(call, parents);
  const written = itemsOf(call);
  const each: ResourceCall = { ...call, plan: { ...plan, written } };
  const created = await context.world.run((tx) =>
    attempt(() => sentRecords(request.body).map((fields) => create(tx, each, fields, parents, null))),
  );
  const records = taken(created).map(({ value }) => shownIn(plan, value));
  return respond(plan, plan.shown === null ? ((plan.sample?.body as JsonValue | undefined) ?? {}) : records);
}

/** Returns the schema of one record in the list of a body. */
function itemsOf({ plan: { written } }: ResourceCall): ResourceCall['plan']['written'] {
  if (written === null || written.items !== null) return written?.items ?? null;
  return [...written.properties.values()].find(({ items }) => items !== null)?.items ?? null;
}

/** Returns the records in a body: in the list that it is, or in the first one that it has. */
function sentRecords(body: unknown): readonly RecordFields[] {
  const list: unknown = isFields(body) ? Object.values(body).find((each) => Array.isArray(each)) : body;
  return Array.isArray(list) ? (list as readonly unknown[]).filter((each) => isFields(each)) : [];
}
