/** What a request for a new record says about it in other places than its properties. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { sentFields, type ResourceCall } from '../call.ts';
import { isFields } from '../fields.ts';
import { propertyLike } from '../plan-parts.ts';
import type { RecordFields } from '../record.ts';
import { fitFields } from '../values/fit.ts';

/** Returns the fields of a new record: those in the body, in the query, and in the object that has what is sent flat. */
export function newFields(call: ResourceCall): RecordFields {
  const { schema } = call.plan.resource;
  const sent = { ...queried(call, schema), ...sentFields(call) };
  return { ...sent, ...nestedIn(call, sent) };
}

/** Returns the fields of a record that changes: those in the body, and in the object that has what is sent flat. */
export function changedFields(call: ResourceCall): RecordFields {
  const sent = sentFields(call);
  return { ...sent, ...nestedIn(call, sent) };
}

/**
 * Returns a record without the properties that a list in a request names, such as `fields_to_clear: [title]`, and
 * without those that are sent as null and that a record either has or has not.
 */
export function withoutCleared(call: ResourceCall, value: RecordFields): RecordFields {
  const { body } = call.request;
  const sent = Object.entries({ ...(isFields(body) ? body : {}), ...sentFields(call) });
  const names = sent.flatMap(([name, part]) =>
    isOfCleared(name, call) ? part : part === null && isRemovable(name, call) ? [name] : [],
  );
  if (names.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function isOfCleared(name: string, { plan }: ResourceCall): boolean {
  const isList = /^(?:fieldstoclear|clearfields|fieldstounset|unsetfields|unset)$/.test(flatten(name));
  return isList && plan.resource.schema?.properties.has(name) !== true;
}

function isRemovable(name: string, { plan }: ResourceCall): boolean {
  const { schema } = plan.resource;
  const property = schema?.properties.get(name);
  if (property === undefined || schema?.required.has(name) === true) return false;
  return !property.isNullable && !property.isReadOnly && property.types !== null;
}

/** Returns the properties of a record that a query has beside a body, such as the `name` of a container. */
function queried({ plan, request }: ResourceCall, schema: SourceSchema | null): RecordFields {
  if (plan.spec.body == null || schema === null) return {};
  const values = Object.entries(request.query as Readonly<Record<string, JsonValue | undefined>>);
  const own = values.flatMap(([name, value]): [string, JsonValue][] => {
    const property = propertyLike(schema, name);
    return property === null || value === undefined ? [] : [[property, value]];
  });
  return Object.fromEntries(own);
}

/** Returns the only object of a record that has most of what was sent and the record itself has not. */
function nestedIn({ plan }: ResourceCall, sent: RecordFields): RecordFields {
  const { schema, sample } = plan.resource;
  if (schema === null) return {};
  const others = Object.entries(sent).filter(([name]) => !schema.properties.has(name));
  const names = [...(plan.written?.properties.keys() ?? [])];
  const alike = [...schema.properties].filter(([property, { properties }]) => {
    const shared = names.filter((name) => properties.has(name)).length;
    return sent[property] === undefined && shared >= LEAST_SHARED && shared * 2 > names.length;
  });
  const [only] = alike;
  if (others.length === 0 || only === undefined || alike.length > 1) return {};
  const [name, inner] = only;
  const shown = sample[name];
  const own = Object.fromEntries(Object.entries(sent).filter(([each]) => inner.properties.has(each)));
  return { [name]: fitFields(inner, own, isFields(shown) ? shown : {}) };
}

/** Units: properties that a request and an object of the record have in common. */
const LEAST_SHARED = 3;
