/** The records of what is done to others, which responses have beside the record: the action of a new server. */
import { ATTRIBUTES, describeSame, isVariant } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { actionOf } from '../../../contract/resources/overrides/check-values.ts';
import { flatten, isLog, isWork } from '../../../contract/resources/words.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { ResourceCall } from '../call.ts';
import { createRecord } from '../write/store-record.ts';
import { schemaFields, isFields, withPart } from '../fields.ts';
import type { ResourcePlan, ResourcePlans } from '../plan/plan.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';
import { ownParameter } from '../links/references.ts';
import { addressIn } from '../handlers/respond.ts';
import { startJob } from '../timers/job.ts';
import { shownIn } from '../values/shown.ts';
import { subjectOf } from '../links/subjects.ts';

/** Returns the resource that lists what an action returns, in front of it: `/servers/{id}/actions`; `null` for none. */
export async function logOf(
  { plan, plans }: ResourceCall,
  shown: SourceSchema,
): Promise<ResourcePlan | null> {
  const path = plan.spec.path.slice(0, plan.spec.path.lastIndexOf('/'));
  const resource = plans.resources.find((each) => each.path === path);
  if (resource === undefined) {
    const log = await logLike(plans, shown, plan.resource);
    const isNamed = isLog(path.slice(path.lastIndexOf('/') + 1));
    const isAround = [...shown.properties.values()].some((each) => describeSame(each, log?.schema ?? null));
    if (isAround) return null;
    return isNamed || (log !== null && isWork(lastOf(log.resource.name))) ? log : null;
  }
  const log = await plans.resource(resource.name);
  return log !== null && log.resource.itemPath !== null && isVariant(shown, log.schema) ? log : null;
}

/** Returns a response with records of what was done to a record, where it has them beside that. */
export async function withLogged(
  call: ResourceCall,
  response: HandlerResponse,
  record: ResourceRecord,
): Promise<HandlerResponse> {
  const { plan, plans, context } = call;
  const { body } = response;
  if (!isFields(body) || plan.responseSchema === null) return response;
  const parameter = ownParameter(plan.resource);
  let written: JsonValue = body;
  for (const { pointer, item, isList } of partsOf(plan.responseSchema, plan)) {
    const isRecord = plan.envelope === pointer && describeSame(item, plan.resource.schema);
    const log = isRecord || item.properties.size === 0 ? null : await logLike(plans, item, plan.resource);
    if (log === null) continue;
    const parents = parameter === null ? record.parents : { ...record.parents, [parameter]: record.key };
    const shown = await context.world.run((tx) => {
      const address = addressIn(log, parents, context.baseUrl);
      const subject = subjectOf(item, log.sample, plan.resource, record);
      const fields = { ...fieldsOf(log, record, actionOf(plan.spec.path)), ...subject };
      const logged = createRecord(tx, log, { fields, parents, key: null, address });
      startJob(tx, log, logged, { isAccepted: false, actions: [] });
      return shownIn({ shown: item, shownSample: log.sample, resource: log }, logged.value);
    });
    written = withPart(written, pointer, isList ? [shown] : shown);
  }
  return { ...response, body: written };
}

/** A part of a response, or an item of a list in it. */
interface ResponsePart {
  readonly pointer: string;
  readonly item: SourceSchema;
  readonly isList: boolean;
}

/** Lists the parts of a response, with the lists in them where it does not show the record that an action is on. */
function partsOf(
  { properties }: SourceSchema,
  { shown, resource }: ResourceCall['plan'],
): readonly ResponsePart[] {
  const isRecord = shown === null || isVariant(shown, resource.schema);
  return [...properties].flatMap(([name, item]): ResponsePart[] => {
    const pointer = pointerStep(name);
    const lists = isRecord
      ? []
      : [...listsOf(name, item, ''), ...[...item.properties].flatMap((each) => listsOf(...each, pointer))];
    return [{ pointer, item, isList: false }, ...lists];
  });
}

function listsOf(name: string, { items }: SourceSchema, base: string): readonly ResponsePart[] {
  return items === null ? [] : [{ pointer: base + pointerStep(name), item: items, isList: true }];
}

/** Returns the properties of a record about an action: a kind named like the action, and the record it was applied to. */
export function fieldsOf(
  { schema, key, refers }: ResourcePlan,
  record: Pick<ResourceRecord, 'key'>,
  action: string,
): RecordFields {
  const references = [...(schema?.properties ?? [])].filter(
    ([name, { types }]) =>
      /[a-z](?:Id|_id)$/.test(name) && name !== key && !refers.has(name) && types?.has('string') === true,
  );
  const [only, second] = references;
  const reference: RecordFields = only === undefined || second !== undefined ? {} : { [only[0]]: record.key };
  return { ...reference, ...(schema === null ? {} : kindsOf(schema, action)) };
}

/** Returns the kinds of an event that are named like an action: `type: PING` of `ping`. Shape: `shown` is the event. */
export function kindsOf(schema: SourceSchema, action: string, shown: RecordFields = {}): RecordFields {
  const verb = flatten(action);
  return schemaFields(schema, (name, property) => {
    const inner = shown[name];
    if (name === ATTRIBUTES && isFields(inner)) return { ...inner, ...kindsOf(property, action) };
    const kind = property.values?.find((each) => typeof each === 'string' && flatten(each).startsWith(verb));
    return kind === undefined || /^(?:status|state)$/i.test(name) ? undefined : kind;
  });
}

function lastOf(name: string): string {
  return name.split('/').at(-1) ?? '';
}

/** Returns the resource with such records: below the record, else anywhere; `null` for none. */
async function logLike(
  plans: ResourcePlans,
  schema: SourceSchema,
  { resource: { itemPath } }: ResourcePlan,
): Promise<ResourcePlan | null> {
  const all = plans.resources.filter(
    ({ name, itemPath: own }) =>
      own !== null && (isLog(lastOf(name)) || (isWork(lastOf(name)) && !plans.isCreated(name))),
  );
  const isBelow = ({ path }: (typeof all)[number]): boolean =>
    itemPath !== null && path.startsWith(`${itemPath}/`);
  for (const { name } of [...all.filter(isBelow), ...all.filter((each) => !isBelow(each))]) {
    const log = await plans.resource(name);
    if (log !== null && describeSame(schema, log.schema)) return log;
  }
  return null;
}
