/** What plans read of descriptions: which properties of a record are its keys, and what clients write. */
import { LIKELY, type Resource, type Role } from '../../../contract/resources/graph.ts';
import { isNameOf, otherKeys } from '../../../contract/resources/infer-key.ts';
import { lastParameter, templateOf } from '../../../contract/resources/path-shape.ts';
import { schemaAt } from '../../../contract/resources/records/schema-parts.ts';
import { propertyNamed, propertySpelled } from '../../../contract/resources/schema-likeness.ts';
import type { SourceOperation, SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import { coversMediaType } from '../../../templates/runtime/media-type.ts';
import type { ResponseSpec } from '../../../templates/runtime/operation-spec.ts';
import { splitPointer } from '../../../templates/runtime/json/pointer.ts';
import type { ResponseSample } from '../../../templates/runtime/testing/sample.ts';
import type { RecordFields } from '../record.ts';

/** The roles whose body is a record. */
export const writes: ReadonlySet<Role> = new Set([
  'create',
  'update',
  'replace',
  'upsert',
  'singleton-update',
  'singleton-replace',
]);

export function isSuccessSample({ status }: ResponseSample): boolean {
  return status >= 200 && status < 300;
}

/** Returns whether a sample is of a declared media type, which may be a range of types. */
export function isTypeOf({ mediaType }: ResponseSpec, contentType: string | null): boolean {
  // Why also the same text: a declared type may have a charset.
  if (mediaType === null || contentType === null || mediaType === contentType)
    return mediaType === contentType;
  return coversMediaType(mediaType, contentType);
}

export function lastOf({ key }: Resource): string | null {
  return key?.value.parameters.at(-1) ?? null;
}

/** Returns the property with the key: as inferred, or as a record without that property would have it. */
export function keyOf({ key }: Resource, schema: SourceSchema | null, sample: RecordFields): string | null {
  if (key === null || key.confidence < LIKELY) return null;
  const { property } = key.value;
  if (property === null) return null;
  const name = splitPointer(property).join('/');
  return schema === null || Object.hasOwn(sample, name) ? name : propertySpelled(name, schema);
}

/** Returns where the key of a record is in an object of it, such as `/metadata/name`; `null` for a key that is not. */
export function nestedKeyOf({ key }: Resource, schema: SourceSchema | null): string | null {
  const pointer = key === null || key.confidence < LIKELY ? null : key.value.property;
  if (pointer === null || splitPointer(pointer).length !== 2) return null;
  return schemaAt(schema, pointer) === null ? null : pointer;
}

/** Returns the key in the address that a record has of itself; `null` if it has none of the form of its path. */
export function keyInAddress(sample: RecordFields, { itemPath }: Resource): string | null {
  const template = (itemPath ?? '').split('/').slice(1);
  if (template.at(-1)?.startsWith('{') !== true) return null;
  for (const name of ['uri', 'url', 'href', 'self', 'link']) {
    const address = sample[name];
    if (typeof address !== 'string' || !address.includes('/')) continue;
    const segments = address
      .replace(/[?#].*/s, '')
      .split('/')
      .slice(-template.length);
    const isOwn = template.every((segment, index) => segment.startsWith('{') || segment === segments[index]);
    const key = segments.at(-1) ?? '';
    if (isOwn && segments.length === template.length && /^[\w.-]+$/.test(key)) return key;
  }
  return null;
}

/** Returns the properties of a record that the last parameter of a path may have instead of its key. */
export function otherKeysOf(
  sources: readonly SourceOperation[],
  schema: SourceSchema | null,
): readonly string[] {
  const names = sources
    .flatMap(({ path, parameters }) =>
      parameters.filter(({ in: place, name }) => place === 'path' && withoutEnd(path).endsWith(`{${name}}`)),
    )
    .flatMap((each) => [...otherKeys(each), ...(isNameOf(each.text) ? ['name'] : [])]);
  const inTexts = sources
    .filter(({ path }) => withoutEnd(path).endsWith('}'))
    .flatMap(({ text }) => otherKeys({ name: '', text }));
  const propertyNames = [...(schema?.properties ?? [])].flatMap(([name, property]) =>
    isOwnKey(name, property) ? [name] : [],
  );
  return [
    ...new Set([
      ...[...names, ...inTexts].flatMap((name) => propertyNamed(name, schema) ?? []),
      ...propertyNames,
    ]),
  ].filter((name) => schema?.properties.get(name)?.properties.size === 0);
}

/** Returns a path without the slash or the form that it ends in: `/groups/{id}.json`. */
function withoutEnd(path: string): string {
  return path.replace(/(?:\.[a-z]+|\/)$/, '');
}

/** Returns whether a property is an id that clients choose, by which paths may also name a record. */
function isOwnKey(name: string, { text, types, isReadOnly }: SourceSchema): boolean {
  const isId = /^(?:uid|slug|handle|external_?id|custom_?id)$/i.test(name);
  return (
    isId && !isReadOnly && types?.has('string') === true && (name !== 'handle' || /\bunique\b/i.test(text))
  );
}

/**
 * Returns the property that the last parameter of a path names, where the path is not that of the resource: `email` of
 * `/users/by-email/{email}`; `null` for the key.
 */
export function namedKeyOf(path: string, { itemPath }: Resource, schema: SourceSchema | null): string | null {
  const name = lastParameter(path);
  if (name === null || itemPath === null || templateOf(path) === templateOf(itemPath)) return null;
  return propertySpelled(name, schema);
}

/**
 * Returns the query parameter that names the property which the last parameter of a path has: `lookupBy`, and "the type of
 * the id parameter"; `null` for none.
 */
export function keyKindOf({ path, parameters }: Pick<SourceOperation, 'path' | 'parameters'>): string | null {
  const last = lastParameter(path);
  const kind = parameters.find(({ in: place, name, text }) => {
    if (place !== 'query' || last === null) return false;
    const [, described = ''] =
      /\b(?:meaning|type|kind) of (?:the )?\W?(\w{1,40})\W? (?:path )?param/i.exec(text) ?? [];
    return KEY_KINDS.test(flatten(name)) || flatten(described) === flatten(last);
  });
  return kind?.name ?? null;
}

const KEY_KINDS =
  /^(?:(?:lookup|find|identify|resolve)by|(?:id|key|identifier|lookup)(?:type|kind|field|property))$/;
