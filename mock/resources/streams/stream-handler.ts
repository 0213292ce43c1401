/** Responds with a stream: where an operation has nothing else, or where a request asks for one. */
import { parentName } from '../../../contract/resources/path-shape.ts';
import { singularOf, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { coversMediaType } from '../../../templates/runtime/media-type.ts';
import type { HandlerContext } from '../../http/context.ts';
import { notFound } from '../../http/declared-error.ts';
import { isFields } from '../fields.ts';
import { findTarget, isBelow, pathTexts } from '../locate.ts';
import type { ResourcePlan, ResourcePlans } from '../plan/plan.ts';
import { requestSchemaOf } from '../../../contract/resources/operation-facts.ts';
import { numberOf } from '../../../contract/resources/records/schema-parts.ts';
import { listRecords, type RecordFields } from '../record.ts';
import { valuesOfRun } from './event-values.ts';
import { paceOf, PAUSES, playEvents, type StreamPace } from './pace.ts';
import { innerOf, type EventStreamPlan } from './stream-plan.ts';

/** A request of an operation that may stream. */
export interface StreamCall {
  readonly plan: EventStreamPlan;
  readonly plans: ResourcePlans;
  readonly request: RequestValues;
  readonly context: HandlerContext;
  readonly pace: StreamPace;
}

/** The record that a stream is about. Shape: `noun` is its singular name. */
export interface StreamParent {
  readonly value: RecordFields;
  readonly noun: string;
}

/** Returns whether a request asks for events: by a property of its body or a parameter, or by `Accept`. */
export function asksForStream({
  plan,
  request,
  context,
}: Pick<StreamCall, 'plan' | 'request' | 'context'>): boolean {
  if (plan.isOnly) return true;
  const parameter = plan.spec.stream?.parameter ?? null;
  const name = parameter?.name ?? 'stream';
  const body = isFields(request.body) ? request.body[name] : undefined;
  const switchValue = body ?? request.query[name];
  if (typeof switchValue === 'boolean') return switchValue;
  const accept = context.headers.get('accept') ?? '';
  const mediaTypes = accept.split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const stream = mediaTypes.findIndex((range) => coversOnly(range, plan.response.mediaType ?? ''));
  const json = mediaTypes.findIndex((range) => coversOnly(range, 'application/json'));
  if (stream >= 0 && (json < 0 || stream < json)) return true;
  if (json >= 0) return false;
  const schema = requestSchemaOf(plan.source);
  return parameter?.default === true || schema?.properties.get(name)?.defaultValue === true;
}

function coversOnly(range: string, mediaType: string): boolean {
  return range !== '' && !range.includes('*') && coversMediaType(mediaType, range);
}

/** Streams the events of an operation. Shape: `parent` is `null` for a stream about no record. */
export async function respondWithStream(
  call: StreamCall,
  parent: StreamParent | null,
): Promise<HandlerResponse> {
  const { plan, context, pace } = call;
  const about = parent ?? (await parentAbove(call));
  const events = withFrameIds(plan, plan.shown?.events ?? (await recordsOf(call)) ?? runAbout(call, about));
  const last = lastEventId(call);
  const shown = events.map((event, place) => ({ event, place, fields: plan.shown?.frames?.[place] ?? {} }));
  const rest = shown.filter(
    ({ event, place, fields }) =>
      last === null || isAfter(fields.id ?? ownId(event, plan) ?? String(place + 1), last),
  );
  const hasIds =
    declaresResume(plan) && shown.every(({ event, fields }) => (fields.id ?? ownId(event, plan)) === null);
  context.framing.end = plan.end ?? undefined;
  context.framing.fields = rest.map(({ place, fields }) =>
    hasIds ? { ...fields, id: String(place + 1) } : fields,
  );
  const pause = PAUSES[paceOf(context.preferences.own['pace'], pace)];
  return {
    status: numberOf(plan.response.status),
    contentType: plan.response.mediaType ?? 'text/event-stream',
    stream: {
      batches: playEvents(
        rest.map(({ event }) => event),
        pause,
        context,
      ),
    },
  };
}

function runAbout(
  { plan, request, context: { world } }: StreamCall,
  about: StreamParent | null,
): readonly JsonValue[] {
  return valuesOfRun(plan.run, {
    parent: about?.value ?? null,
    noun: about?.noun ?? '',
    sent: isFields(request.body) ? request.body : {},
    at: world.now,
    accepts: (event) => plan.rules === null || plan.rules.check.check(event),
    inner: innerOf(plan.rules),
    isUniform: plan.isUniform,
  });
}

/** Returns the records of the resource whose records are the events; `null` if they are no records. */
async function recordsOf({
  plan,
  plans,
  request,
  context,
}: StreamCall): Promise<readonly JsonValue[] | null> {
  const { schema } = plan;
  const resource = plans.resources.find((each) => each.schema !== null && each.schema === schema?.name);
  const resourcePlan = resource === undefined ? null : await plans.resource(resource.name);
  if (resourcePlan === null || !plan.isUniform) return null;
  const all = context.world.query((view) => listRecords(view, resourcePlan.resource.name));
  return all
    .filter((record) => isBelow(resourcePlan, record, pathTexts(plan, request)))
    .map(({ value }) => value);
}

/** Returns the names of the resources that a stream is about or whose records it has. */
export function streamedResources(
  { schema, spec }: EventStreamPlan,
  { resources }: ResourcePlans,
): readonly string[] {
  return resources
    .filter(
      (each) =>
        (each.schema !== null && each.schema === schema?.name) ||
        (each.itemPath !== null && spec.path.startsWith(`${each.itemPath}/`)),
    )
    .map(({ name }) => name);
}

/** Returns the record above the path of a stream. Errors: throws an OperationError if there is none. */
async function parentAbove({ plan, plans, request, context }: StreamCall): Promise<StreamParent | null> {
  const above = plans.resources
    .filter(({ itemPath }) => itemPath !== null && plan.spec.path.startsWith(`${itemPath}/`))
    .toSorted((one, other) => (other.itemPath?.length ?? 0) - (one.itemPath?.length ?? 0))[0];
  const resource = above === undefined ? null : await plans.resource(above.name);
  if (resource === null) return null;
  const name = parentName(plan.spec.path, resource.keyParameter ?? '');
  const { [name]: key = '', ...parents } = pathTexts(plan, request);
  const record = findTarget(context.world.view, resource, { key, parents });
  if (record !== undefined) return { value: record.value, noun: nounOf(resource) };
  if (plans.isCreated(resource.resource.name)) throw notFound(resource.resource.name, key);
  return null;
}

/** Returns the singular name of a resource. */
export function nounOf({ resource }: ResourcePlan): string {
  return singularOf(wordsOf(resource.name).at(-1) ?? '');
}

function declaresResume({ source }: EventStreamPlan): boolean {
  return source.parameters.some(
    ({ in: place, name }) => place === 'header' && name.toLowerCase() === 'last-event-id',
  );
}

/** Numbers the frames whose schema has an id. */
function withFrameIds(
  { rules, schema }: EventStreamPlan,
  events: readonly JsonValue[],
): readonly JsonValue[] {
  if (rules?.shape !== 'frame' || schema?.properties.has('id') !== true) return events;
  return events.map((event, place) => {
    const numbered =
      isFields(event) && event['id'] === undefined ? { ...event, id: String(place + 1) } : event;
    return rules.check.check(numbered) ? numbered : event;
  });
}

/** Returns the id of the last event that a client has; `null` for none, or if the events have no ids. */
function lastEventId({ plan, request, context }: StreamCall): string | null {
  const sent = context.headers.get('last-event-id');
  if (sent === null || sent === '') return null;
  return declaresResume(plan) || request.headers['last-event-id'] !== undefined || hasOwnIds(plan)
    ? sent
    : null;
}

function hasOwnIds({ rules, schema }: EventStreamPlan): boolean {
  return rules?.position != null || (rules?.shape === 'frame' && schema?.properties.has('id') === true);
}

function ownId(event: JsonValue, { rules }: EventStreamPlan): string | null {
  const name = rules?.shape === 'frame' ? 'id' : (rules?.position ?? null);
  const id = name === null || !isFields(event) ? undefined : event[name];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

/** Compares ids of digits. */
function isAfter(id: string, last: string): boolean {
  return id.length === last.length ? id > last : id.length > last.length;
}
