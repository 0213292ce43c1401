/** The parts of an error body that identify the problem and the invalid values of a request. */
import { isObject } from '../../../templates/runtime/json/value.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { ErrorDetail } from '../error-responses.ts';

type JsonObject = Readonly<Record<string, JsonValue>>;

const lists = /^(?:errors?|details?|issues|problems|violations|invalid_?params|causes?)$/i;
const places =
  /^(?:field|name|param|parameter|property|path|location|loc|source|target|key|attribute)(?:_?name)?$/i;
const pointers = /pointer$/i;
const texts = /^(?:message|msg|title|detail|description|reason|error|text)$/i;

/** Writes one item for each problem of a request into the list that an error body has for them. */
export function withDetails(value: JsonValue, details: readonly ErrorDetail[]): JsonValue {
  if (details.length === 0 || !isObject(value)) return value;
  const byField = problemsByField(value, details);
  if (byField !== null) return byField;
  const entries = Object.entries(value).map(([name, part]): [string, JsonValue] => {
    const [item] = Array.isArray(part) ? (part as readonly JsonValue[]) : [];
    const isList = lists.test(name) && isObject(item);
    return [name, isList ? details.map((each) => describeProblem(item, each)) : withDetails(part, details)];
  });
  return Object.fromEntries(entries);
}

/** Names that stand for those of any fields: `<field name>`. */
const placeholder = /^(?:<.+>|\{.+\})$/;

/** Names of the list with the problems of no field. */
const ofNone = /^(?:non_?field_?errors|base|general|__all__)$/i;

/** Returns the messages by the names of their fields, where a form has a list of texts for any of them; `null` for another form. */
function problemsByField(value: JsonObject, details: readonly ErrorDetail[]): JsonObject | null {
  const isOfAny = ([name, part]: readonly [string, JsonValue]): boolean =>
    placeholder.test(name) && Array.isArray(part) && part.every((each) => typeof each === 'string');
  const entries = Object.entries(value);
  if (!entries.some(isOfAny)) return null;
  const none = Object.keys(value).find((name) => ofNone.test(name)) ?? 'errors';
  const messages = Map.groupBy(details, ({ path }) => (path === '' ? none : (path.split('.')[0] ?? none)));
  const kept = entries.filter((entry) => !isOfAny(entry) && entry[0] !== none);
  const written = [...messages].map(([name, all]) => [name, all.map(({ message }) => message)] as const);
  return Object.fromEntries([...kept, ...written]);
}

/** Writes a problem into an item, by the names of its properties. */
function describeProblem(item: JsonObject, detail: ErrorDetail): JsonValue {
  const entries = Object.entries(item).map(([name, part]): [string, JsonValue] => {
    if (isObject(part)) return [name, describeProblem(part, detail)];
    const steps = detail.path === '' ? [] : detail.path.split('.');
    if (Array.isArray(part)) return [name, places.test(name) ? steps : part];
    if (typeof part !== 'string') return [name, part];
    if (pointers.test(name)) return [name, steps.map((step) => `/${step}`).join('')];
    if (places.test(name)) return [name, detail.path];
    return [name, texts.test(name) ? detail.message : part];
  });
  return Object.fromEntries(entries);
}

/**
 * Writes the `type` of problem details: that of an example of the status, else `about:blank`. Why: the sample of a form
 * may be the example of another problem. Source: RFC 9457 3.1.1.
 */
export function withType(
  body: JsonValue,
  shown: JsonValue | undefined,
  accepts: (body: JsonValue) => boolean,
): JsonValue {
  if (!isObject(body) || typeof body['type'] !== 'string' || body['title'] === undefined) return body;
  if (!isAddress(body['type'])) return body;
  const example = isObject(shown) ? shown : {};
  const own = typeof example['type'] === 'string' ? { type: example['type'] } : { type: 'about:blank' };
  const title = typeof example['title'] === 'string' ? { title: example['title'] } : {};
  return [{ ...body, ...own, ...title }].find(accepts) ?? body;
}

function isAddress(type: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(type);
}
