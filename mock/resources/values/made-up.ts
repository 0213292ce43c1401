/** Values of samples that no description states. */
import { schemaAt } from '../../../contract/resources/records/schema-parts.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { sampleText } from '../../../contract/samples/sample-text.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { RecordFields } from '../record.ts';

/** Returns whether an id in a sample is only the name of its property. Shape: `shown` as for {@link hasMadeUpKey}. */
export function isNameOfKey(
  sample: RecordFields,
  pointer: string | null,
  shown: readonly unknown[],
): boolean {
  const name = pointer?.split('/').at(-1) ?? '';
  if (pointer === null || !/^(?:id|uuid|guid)$|_id$|Id$/.test(name) || valueAt(sample, pointer) !== name)
    return false;
  return !shown.some((each) => each === name || valueAt(each, pointer) === name);
}

/**
 * Returns whether the key of a sample is made up from a pattern or a format, such as a UUID of zeros, which clients use as
 * an id that no record has. Shape: `shown` are the keys and records that the description shows.
 */
export function hasMadeUpKey(
  schema: SourceSchema | null,
  sample: RecordFields,
  pointer: string | null,
  shown: readonly unknown[],
): boolean {
  const property = pointer === null ? null : schemaAt(schema, pointer);
  const key = pointer === null ? undefined : valueAt(sample, pointer);
  if (property === null || pointer === null || typeof key !== 'string') return false;
  if (property.pattern === null && property.format !== 'uuid') return false;
  const isShown = shown.some((each) => each === key || valueAt(each, pointer) === key);
  return !isShown && !property.examples.includes(key) && isSynthesised('', property, key);
}

/** Returns whether a text is the one that samples write for a schema. */
export function isSynthesised(
  name: string,
  { bounds, format, pattern }: SourceSchema,
  text: string,
): boolean {
  const { minLength = 0, maxLength = null } = bounds ?? {};
  const shape = { least: minLength, most: maxLength, format, patterns: pattern === null ? [] : [pattern] };
  // Why also without the pattern: a text in the format may match it.
  return [shape, { ...shape, patterns: [] }].some((each) => text === sampleText(each, name, 0));
}
