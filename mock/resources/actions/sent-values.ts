/** What an action changes in a record, by its body and its path. */
import { readPath } from '../../../contract/resources/path-shape.ts';
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, singularName, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { sentFields, type ResourceCall } from '../call.ts';
import { isFields } from '../fields.ts';
import type { RecordFields } from '../record.ts';
import { fitFields } from '../values/fit.ts';
import { fitValue } from '../values/fit-value.ts';
import { withoutNew } from '../write/write-record.ts';

/**
 * Returns the properties that an action changes to what was sent: those that are named so, else the one that its path
 * ends in, as `PUT /orders/{id}/state` with `{ newState: 3 }` or `POST /disks/{id}/change_protection` with `{ delete:
 * true }`.
 */
export function sentValues(call: ResourceCall, before: RecordFields): RecordFields {
  const { plan } = call;
  const { schema, sample } = plan.resource;
  if (plan.source.method === 'GET') return {};
  const all = withoutNew(sentFields(call), schema);
  const sent = fitFields(schema, all, sample, plan.written);
  if (Object.keys(sent).length > 0) return sent;
  if (Object.keys(all).length === 0) return revertedValues(call);
  const inner = innerValues(call, all, before);
  if (Object.keys(inner).length > 0) return inner;
  const name = propertyAtEnd(call);
  const property = name === null ? undefined : schema?.properties.get(name);
  if (name === null || property === undefined) return sent;
  const shown = before[name];
  const parts = property.properties.size === 0 ? {} : fitFields(property, all, isFields(shown) ? shown : {});
  if (Object.keys(parts).length > 0) return { [name]: { ...(isFields(shown) ? shown : {}), ...parts } };
  const [only, second] = Object.values(all);
  if (only === undefined || second !== undefined || isFields(only)) return sent;
  const value = fitValue(property, only, sample[name]);
  return value === undefined ? sent : { [name]: value };
}

/**
 * Returns the object of a record with the value in a query that only it has: `volume_percent` of its `device`, for a path
 * that ends in `volume`. Why the path: what else is sent may be about anything.
 */
function innerValues({ plan }: ResourceCall, sent: RecordFields, before: RecordFields): RecordFields {
  if (plan.spec.body !== null) return {};
  const words = wordsOf(readPath(plan.spec.path).name);
  const [name, value] =
    Object.entries(sent).find(([each]) => wordsOf(each).some((word) => words.includes(word))) ?? [];
  if (name === undefined || value === undefined) return {};
  const holders = [...(plan.resource.schema?.properties ?? [])].filter(
    ([, { items, properties }]) => items === null && properties.has(name),
  );
  const [only, other] = holders;
  const shown = only === undefined ? undefined : before[only[0]];
  if (only === undefined || other !== undefined || !isFields(shown)) return {};
  return { [only[0]]: { ...shown, ...fitFields(only[1], { [name]: value }, shown) } };
}

/** Returns the property that a path ends in: `state` of `/orders/{id}/orderState` and of `/orders/{id}/change_state`. */
function propertyAtEnd({ plan }: ResourceCall): string | null {
  const { schema, resource } = plan.resource;
  const words = wordsOf(readPath(plan.spec.path).name);
  const recordName = singularName(resource.name.split('/').at(-1) ?? '');
  const rest =
    words[0] === recordName || /^(?:change|set|update|edit)$/.test(words[0] ?? '') ? words.slice(1) : [];
  const whole = words.join('');
  const bare = whole.startsWith(recordName) ? whole.slice(recordName.length) : '';
  const names = [whole, rest.join('_'), bare].filter((name) => name !== '');
  return names.map((name) => propertyNamed(name, schema)).find((name) => name !== null) ?? null;
}

/**
 * Returns what a read repeats of its query: the properties that are named like a parameter, or like a required one and
 * one more word, as `from_currency` of `?from=EUR`.
 */
export function repeatedValues({ plan, request }: ResourceCall): RecordFields {
  const { schema, sample } = plan.resource;
  const entries = plan.source.parameters.flatMap(({ name, in: place, isRequired }): [string, JsonValue][] => {
    const sent = place === 'query' ? (request.query as RecordFields)[name] : undefined;
    const propertyName = propertyNamed(name, schema) ?? (isRequired ? longerName(schema, name) : null);
    const property = propertyName === null ? undefined : schema?.properties.get(propertyName);
    if (propertyName === null || property === undefined || sent === undefined) return [];
    const value = fitValue(property, sent, sample[propertyName]);
    return value === undefined ? [] : [[propertyName, value]];
  });
  return Object.fromEntries(entries);
}

/** Returns the only property that is named like a parameter and one more word; `null` for none or several. */
function longerName(schema: SourceSchema | null, name: string): string | null {
  const flat = flatten(name);
  const [only = null, other] = [...(schema?.properties.keys() ?? [])].filter((each) => {
    const [first = '', second = '', ...rest] = wordsOf(each);
    return rest.length === 0 && second !== '' && (first === flat || second === flat);
  });
  return other === undefined ? only : null;
}

const opposites: Readonly<Record<string, string>> = {
  detach: 'attach',
  unassign: 'assign',
  unlink: 'link',
  disconnect: 'connect',
  unbind: 'bind',
};

/** Returns what an action without a body takes away: what its opposite sets, where that may be null. */
function revertedValues({ plan, plans }: ResourceCall): RecordFields {
  const { name } = readPath(plan.spec.path);
  const opposite = opposites[flatten(name)];
  const { schema } = plan.resource;
  if (opposite === undefined || schema === null) return {};
  const written = plans.bodyOf('POST', plan.spec.path.replace(new RegExp(`${name}$`), opposite));
  const names = [...(written?.properties.keys() ?? [])].filter(
    (each) => schema.properties.get(each)?.isNullable === true,
  );
  return Object.fromEntries(names.map((each): [string, JsonValue] => [each, null]));
}
