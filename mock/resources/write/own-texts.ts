/** Replaces what a sample shows of another record: further ids, secrets, digests, and keys in texts. */
import { flatten, wordsOf } from '../../../contract/resources/words.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { isFields, textOf } from '../fields.ts';
import { isBareId, makeDigest, makeIdLike, makeNamedId, type RandomNumbers } from './keys.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { isSecret } from './new-secrets.ts';
import { parentFields, parentName } from '../links/references.ts';

/** A new record. Shape: `fields` has the properties that the client sent, which stay. */
interface NewValue {
  readonly value: RecordFields;
  readonly fields: RecordFields;
  readonly key: string;
  readonly parents: Readonly<Record<string, string>>;
  readonly random: RandomNumbers;
}

const ids = /^(?:id|uuid|guid|gid|sid|node_id|iid)$/i;

/** Replaces what belongs to the record of the sample. */
export function withOwnTexts(tx: Transaction, plan: ResourcePlan, record: NewValue): RecordFields {
  const { value, fields, key, parents } = record;
  const sampleKey = plan.key === null ? undefined : plan.sample[plan.key];
  const isOther =
    (typeof sampleKey === 'string' || typeof sampleKey === 'number') && textOf(sampleKey) !== key;
  const byKey = isOther ? renameKey(textOf(sampleKey), key) : null;
  const { itemPath } = plan.resource;
  const byPath =
    itemPath === null ? null : renamePath(itemPath, { ...parents, [plan.keyParameter ?? '']: key });
  const rename = renameByAll([byPath, byKey]);
  const ofParents = parentFields(plan, plan.sample, parents);
  const own = Object.entries(value).map(([name, part]): [string, JsonValue] => {
    if (name === plan.key || fields[name] !== undefined) return [name, part];
    const isAbove = plan.refers.has(name) || Object.hasOwn(ofParents, name);
    const made = makeOwnValue(tx, plan, record, { name, part, isAbove, isOther });
    return [name, made ?? (mayHaveKey(plan.schema?.properties.get(name)) ? renameIn(part, rename) : part)];
  });
  return renameOtherKeys(plan, fields, own);
}

/** A property of a new record, and whether it refers to a record above and whether the sample is another record. */
interface SampledProperty {
  readonly name: string;
  readonly part: JsonValue;
  readonly isAbove: boolean;
  readonly isOther: boolean;
}

/** Makes an id, a secret or a digest in place of that of the sample; undefined for any other property. */
function makeOwnValue(
  tx: Transaction,
  plan: ResourcePlan,
  { parents, random }: NewValue,
  { name, part, isAbove, isOther }: SampledProperty,
): JsonValue | undefined {
  const property = plan.schema?.properties.get(name);
  const isOfService = !plan.writable.has(flatten(name)) || property?.isReadOnly === true;
  if (isOfService && !isAbove && isBareId(name, part, property ?? null)) return makeNamedId(name, random);
  if (!isOther || part !== plan.sample[name]) return undefined;
  const isMade = plan.otherKeys.includes(name) || isOwnSecret(name, property, part, parents);
  if (ids.test(name) || (isMade && isOfService))
    return makeIdLike(tx, `${plan.resource.name}.${name}`, property ?? null, part, random);
  return isOfService && typeof part === 'string' && isDigest(name) ? makeDigest(part, random) : undefined;
}

/** Renames further keys in texts. Why after all others: addresses also have names such as slugs. */
function renameOtherKeys(
  plan: ResourcePlan,
  fields: RecordFields,
  own: readonly (readonly [string, JsonValue])[],
): RecordFields {
  const renames = own.flatMap(([name, part]): RenameText[] => {
    const shown = plan.otherKeys.includes(name) ? plan.sample[name] : undefined;
    return typeof shown === 'string' && typeof part === 'string' && shown !== part
      ? [renameKey(shown, part)]
      : [];
  });
  if (renames.length === 0) return Object.fromEntries(own);
  const rename = renameByAll(renames);
  return Object.fromEntries(
    own.map(([name, part]) => {
      const isKept = fields[name] !== undefined || !mayHaveKey(plan.schema?.properties.get(name));
      return [name, isKept ? part : renameIn(part, rename)];
    }),
  );
}

/** Returns whether a property is a secret of its record, and not the key of one above. */
function isOwnSecret(
  name: string,
  property: SourceSchema | undefined,
  part: JsonValue,
  parents: Readonly<Record<string, string>>,
): boolean {
  const isText = typeof part === 'string' && property?.values === null;
  return isText && isSecret(name) && !Object.values(parents).includes(part);
}

/** Returns whether a property identifies the content of a record, as no other one has it. */
function isDigest(name: string): boolean {
  return /^(?:fingerprint|checksum|digest|hash|md5|sha\d*)$/.test(wordsOf(name).at(-1) ?? '');
}

function mayHaveKey(property: SourceSchema | undefined): boolean {
  return property !== undefined && property.values === null && property.pattern === null;
}

/** Units: levels of nested values whose texts are renamed. */
const MAX_DEPTH = 4;

/** Changes a text. */
export type RenameText = (text: string) => string;

function renameByAll(renames: readonly (RenameText | null)[]): RenameText {
  return (text) => renames.reduce((each, rename) => rename?.(each) ?? each, text);
}

/** Renames all texts of a value. */
export function renameIn(value: JsonValue, rename: RenameText, depth = MAX_DEPTH): JsonValue {
  if (typeof value === 'string') return value.includes('/') ? rename(value) : value;
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: JsonValue) => renameIn(each, rename, depth - 1));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, renameIn(part, rename, depth - 1)]),
  );
}

/**
 * Returns what replaces a key in texts: where it is a whole segment of a path. Why only there: other short texts and
 * numbers are rarely keys.
 */
export function renameKey(from: string, to: string): RenameText {
  return (text) => {
    if (!text.includes(`/${from}`)) return text;
    const segments = text.split('/');
    const renamed = segments.map((segment, index) => {
      if (index === 0 || !segment.startsWith(from)) return segment;
      const rest = segment.slice(from.length);
      return rest === '' || /^[?#{.&:]/.test(rest) ? to + rest : segment;
    });
    return renamed.join('/');
  };
}

/**
 * Returns what replaces the keys in addresses that have the form of a path, or of its beginning:
 * `/shops/{shop}/orders/{order}`.
 */
export function renamePath(path: string, keys: Readonly<Record<string, string>>): RenameText {
  const parts = path.split(/\{([^}]+)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const keyOf = (name: string): string | undefined => keys[name] ?? keys[parentName(path, name)];
  if (names.length === 0 || parts[0] === '/' || names.some((name) => keyOf(name) === undefined))
    return (text) => text;
  const pattern = names.reduceRight((rest, _, index) => {
    const own = `(${literal(parts[index * 2] ?? '')})([^/?#{}]+?)((?:\\.(?:json|xml|html?|git))?)(?=[/?#{]|$)${rest}`;
    return index === 0 ? own : `(?:${own})?`;
  }, '');
  const form = new RegExp(pattern);
  return (text) =>
    text.replace(form, (...match: readonly unknown[]) =>
      names
        .map((name, index) => {
          const [before, , format] = match.slice(index * 3 + 1);
          return typeof before === 'string'
            ? before + encodeURIComponent(keyOf(name) ?? '') + String(format)
            : '';
        })
        .join(''),
    );
}

/** Returns the links of a record with its own address as `self`; undefined for any other property. */
export function selfLinks(
  name: string,
  { properties }: SourceSchema,
  addressOf: () => string | null,
): JsonValue | undefined {
  const self = /^_?links$/i.test(name) ? properties.get('self') : undefined;
  const address = self === undefined ? null : addressOf();
  if (self === undefined || address === null) return undefined;
  if (self.types?.has('string') === true) return { self: address };
  return self.properties.has('href') ? { self: { href: address } } : undefined;
}

/** Returns a pattern that matches a text and nothing else. */
function literal(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
