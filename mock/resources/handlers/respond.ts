/** Writes the responses of resources: the record or the list in its envelope, with the headers that are declared. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import { fillPath, parametersIn, parentName } from '../../../contract/resources/path-shape.ts';
import { propertySpelled } from '../../../contract/resources/schema-likeness.ts';
import { isOutcome } from '../../../contract/resources/records/outcomes.ts';
import { flatten } from '../../../contract/resources/words.ts';
import { isMediaRange } from '../../../templates/runtime/media-type.ts';
import { pointerStep, splitLast, valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue, ResponseSpec } from '../../../templates/runtime/operation-spec.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { shownIn } from '../values/shown.ts';
import { bytesOfBody, fileType } from '../../http/sample-files.ts';
import { isFields, schemaFields, withoutPart, withPart } from '../fields.ts';
import type { OperationPlan, ResourcePlan } from '../plan/plan.ts';
import { numberOf } from '../../../contract/resources/records/schema-parts.ts';
import type { ResourceRecord } from '../record.ts';
import { selectedIn } from '../lists/projection.ts';
import { confirmed } from './confirmations.ts';

type Headers = Readonly<Record<string, string>>;

export function respondWith(
  plan: OperationPlan,
  record: ResourceRecord,
  address: string | null,
  query: Readonly<Record<string, unknown>> = {},
): HandlerResponse {
  const shown =
    inScalar(plan, record.key) ?? selectedIn(plan, query, confirmed(plan) ?? shownIn(plan, record.value));
  const response = respond(plan, withAddress(plan, withOwnKey(plan, shown, record.key), address), {
    etag: etagOf(record),
    ...(address === null ? {} : { location: address }),
  });
  return withKeyBeside(plan, response, record.key);
}

/** Writes the key of a record around it, where a response has it there: `{ id, result: {} }`. */
function withKeyBeside(
  { envelope, resource: { key: name } }: OperationPlan,
  response: HandlerResponse,
  key: string,
): HandlerResponse {
  if (envelope === null || envelope === '' || name === null) return response;
  let { body } = response;
  for (let holder = envelope; holder !== '';) {
    [holder] = splitLast(holder);
    const shown = valueAt(body, holder + pointerStep(name));
    const own = typeof shown === 'string' ? key : typeof shown === 'number' ? Number(key) : NaN;
    if (!Number.isNaN(own)) body = withPart(body, holder + pointerStep(name), own);
  }
  return { ...response, body };
}

/** Adds the key of a record under the name of its parameter, where only the response to its creation has that. */
function withOwnKey(
  { shown, resource: { schema, keyParameter: name } }: OperationPlan,
  part: JsonValue,
  key: string,
): JsonValue {
  const isOwn = name === null || propertySpelled(name, schema) !== null;
  const property = isOwn ? null : propertySpelled(name, shown);
  const types = property === null ? undefined : shown?.properties.get(property)?.types;
  const isNumber = types?.has('integer') === true && /^\d{1,15}$/.test(key);
  if (property === null || (types?.has('string') !== true && !isNumber)) return part;
  return withPart(part, pointerStep(property), isNumber ? Number(key) : key);
}

/** Adds the address of a record where only the response to its creation has it: `location`. */
function withAddress(
  { shown, resource: { schema } }: OperationPlan,
  part: JsonValue,
  address: string | null,
): JsonValue {
  const property = ['location', 'href', 'resource_url'].find(
    (name) =>
      shown?.properties.get(name)?.types?.has('string') === true && schema?.properties.has(name) !== true,
  );
  return property === undefined || address === null ? part : withPart(part, `/${property}`, address);
}

/** Returns what a text, a number or a boolean shows of a record: its key, or that it exists; undefined for other values. */
export function inScalar({ shown }: OperationPlan, key: string): JsonValue | undefined {
  if (shown === null || shown.properties.size > 0 || shown.types?.has('object') === true) return undefined;
  if (shown.types?.has('string') === true) return key;
  if (shown.types?.has('boolean') === true) return true;
  const isNumber = shown.types?.has('integer') === true || shown.types?.has('number') === true;
  return isNumber && /^\d{1,15}$/.test(key) ? Number(key) : undefined;
}

/** Writes a part of a body in its envelope; the headers that are not declared are left out. */
export function respond(plan: OperationPlan, part: JsonValue, headers: Headers = {}): HandlerResponse {
  const { success, sample, envelope } = plan;
  if (success === null) return { status: 204 };
  const status = numberOf(success.status);
  const sent = { ...sample?.headers, ...declaredHeaders(plan, headers) };
  if (success.kind !== 'json') return emptyOf(plan, status, sent);
  const shown = (sample?.body ?? {}) as JsonValue;
  const body = envelope === null ? shown : withPart(sample?.body, envelope, part);
  const whole =
    envelope === '' ? withoutFailures(success, body) : withoutError(success, withoutFailures(success, body));
  // Why: some lists must not be empty, but need not be there.
  const isWrong = Array.isArray(part) && part.length === 0 && success.check?.check(whole) === false;
  const sendable = isWrong && isFields(whole) ? withoutPart(whole, envelope ?? '') : whole;
  const own = withStatus(plan, withOutcome(plan, sendable), status);
  return { status, headers: sent, contentType: typeIn(success), body: own };
}

/** Writes into the body of a success that the request succeeded, where it has that: `success: true`. */
function withOutcome(plan: OperationPlan, body: JsonValue): JsonValue {
  if (!isFields(body)) return body;
  const { success, sample, resource, source } = plan;
  const isRecord = plan.envelope === '' && (source.method === 'GET' || source.method === 'HEAD');
  const shown = isFields(sample?.body) ? sample.body : {};
  const outcomes = schemaFields(outcomesIn(plan), (name, { text }) => {
    if ((body[name] ?? shown[name] ?? null) === null) return undefined;
    const isStored = (isRecord && text === '') || resource.writable.has(flatten(name));
    return isStored ? body[name] : true;
  });
  const changed = { ...body, ...outcomes };
  return success?.check?.check(changed) === false ? body : changed;
}

const outcomesIn = memoizeByObject(({ responseSchema }: OperationPlan) => ({
  properties: new Map([...(responseSchema?.properties ?? [])].filter((each) => isOutcome(...each))),
}));

/** Returns the body of a success without what failed, where it lists that: `{ created: [order], failed: [] }`. */
function withoutFailures({ check }: ResponseSpec, body: JsonValue): JsonValue {
  if (!isFields(body)) return body;
  const names = Object.keys(body).filter((name) => failures.test(name) && Array.isArray(body[name]));
  const result = { ...body, ...Object.fromEntries(names.map((name) => [name, []])) };
  return names.length > 0 && check?.check(result) !== false ? result : body;
}

/** Returns the body of a success without the error beside its record: `{ success: true, data }` without `error`. */
function withoutError({ check }: ResponseSpec, body: JsonValue): JsonValue {
  if (!isFields(body)) return body;
  const [name] =
    Object.entries(body).find(([each, value]) => /^errors?$/i.test(each) && isFields(value)) ?? [];
  if (name === undefined) return body;
  const { [name]: _, ...rest } = body;
  return [rest, { ...body, [name]: null }].find((each) => check?.check(each) !== false) ?? body;
}

const failures = /^(?:failed|failures|errors|rejected)$/i;

/** Writes the status of a response into the number beside its record that is described as that: "HTTP code of the response". */
function withStatus(plan: OperationPlan, body: JsonValue, status: number): JsonValue {
  if (!isFields(body)) return body;
  const names = Object.keys(body).filter(
    (name) =>
      /(?:status|code)$/i.test(name) &&
      typeof body[name] === 'number' &&
      !plan.resource.writable.has(flatten(name)) &&
      /\bhttp[ -]?(?:response )?(?:status|code)\b/i.test(
        plan.responseSchema?.properties.get(name)?.text ?? '',
      ),
  );
  return names.length === 0 ? body : { ...body, ...Object.fromEntries(names.map((name) => [name, status])) };
}

/** Returns the media type that a response is sent with; undefined to imply it, such as JSON for a range. */
function typeIn({ mediaType }: ResponseSpec): string | undefined {
  return mediaType === null || isMediaRange(mediaType) ? undefined : mediaType;
}

function emptyOf({ success, sample }: OperationPlan, status: number, headers: object): HandlerResponse {
  const sent = { status, headers: { ...headers } };
  if (success === null || success.kind === 'none') return sent;
  const contentType = typeIn(success);
  if (success.kind !== 'bytes') return { ...sent, contentType, body: sample?.body ?? '' };
  return { ...sent, contentType: fileType(success.mediaType), bytes: bytesOfBody(sample?.body ?? '') };
}

function declaredHeaders({ success }: OperationPlan, headers: Headers): Headers {
  const names = new Map(success?.headers.map(({ name }) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const declaredName = names.get(name);
      return declaredName === undefined ? [] : [[declaredName, value] as const];
    }),
  );
}

/** Returns the validator of a record: the one that it has as a property, else its version. */
export function etagOf({ version, value }: ResourceRecord): string {
  const property = value['etag'];
  return typeof property === 'string' && property !== ''
    ? `"${property.replaceAll('"', '')}"`
    : `"${version}"`;
}

/** Returns whether a header such as `If-Match` lists a validator, strong or weak. */
export function listsEtag(header: string, etag: string): boolean {
  const etags = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return etags.some((each) => each === '*' || each === etag || `"${each}"` === etag);
}

/** Returns the path of a record; `null` if records have none, or a parameter is unknown. */
export function recordPath(
  { resource, keyParameter }: ResourcePlan,
  key: string,
  parents: Headers,
): string | null {
  if (resource.itemPath === null) return null;
  const path = resource.itemPath;
  const valueOf = (name: string): string | undefined =>
    name === keyParameter ? key : parents[parentName(path, name)];
  if (parametersIn(path).some((name) => valueOf(name) === undefined)) return null;
  return fillPath(path, (name) => valueOf(name) ?? '');
}

/** Returns a function from a key to the address of a record with it; `null` if it has none. */
export function addressIn(
  plan: ResourcePlan,
  parents: Headers,
  baseUrl: string,
): (key: string) => string | null {
  return (key) => {
    const path = recordPath(plan, key, parents);
    return path === null ? null : baseUrl + path;
  };
}
