/** Responses that are not records: the sample of a response, with what was sent, and ids and times of their own. */
import { isOutcome } from '../../../contract/resources/records/outcomes.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { singularName, singularOf, wordsOf } from '../../../contract/resources/words.ts';
import { isFields, mapFields, schemaFields } from '../fields.ts';
import { fitFields } from '../values/fit.ts';
import { hasType } from '../values/fit-value.ts';
import { isIdName, makeIdLike, makeNamedId } from '../write/keys.ts';
import type { RecordFields } from '../record.ts';
import type { OperationPlan } from '../plan/plan.ts';
import { withExpiry } from '../values/expiry.ts';
import { timeKindOf, writeTime } from '../values/times.ts';
import { renameIn, type RenameText } from '../links/rename-keys.ts';

/** What a result is made of. Shape: `rename` replaces the keys in sampled addresses. */
export interface ResultParts {
  readonly schema: SourceSchema;
  readonly sample: RecordFields;
  readonly sent: RecordFields;
  readonly written: SourceSchema | null;
  readonly rename: RenameText;
  /** The path of the operation. */
  readonly path: string;
}

export function makeResult(
  tx: Transaction,
  { schema, sample, sent, written, rename, path }: ResultParts,
): RecordFields {
  const sentFields = fitFields(schema, sent, sample, written);
  const random = (): number => tx.random();
  const values = mapFields(sample, (name, shown) => {
    const property = schema.properties.get(name);
    if (sentFields[name] !== undefined || property === undefined) return shown;
    if (isOutcome(name, property)) return true;
    if (timeKindOf(name, property) !== null) return writeTime(tx.at, property, shown);
    const namedId = makeNamedId(name, shown, property, random);
    if (namedId !== undefined) return namedId;
    if (isIdName(name)) return makeIdLike(tx, `result:${schema.pointer}`, property, shown, random);
    const count = Array.isArray(shown) ? countAsked({ sent, written }, [name, ...path.split('/')]) : null;
    return renameIn(count === null ? shown : repeatEntries(shown as readonly JsonValue[], count), rename);
  });
  const inner = sentInside(schema, values, { sent, written });
  const result = { ...values, ...newValuesIn(schema, sent), ...inner, ...sentFields };
  return withExpiry(result, schema, { sent, written, at: tx.at });
}

/** Returns the objects of a result that only wrap it, such as `data`, with what was sent. */
function sentInside(
  schema: SourceSchema,
  values: RecordFields,
  { sent, written }: Pick<ResultParts, 'sent' | 'written'>,
): RecordFields {
  return schemaFields(schema, (name, property) => {
    const shown = values[name];
    const isWrapper = /^(?:data|result|response|payload)$/i.test(name) && sent[name] === undefined;
    if (!isWrapper || !isFields(shown) || property.properties.size === 0) return undefined;
    return { ...shown, ...newValuesIn(property, sent), ...fitFields(property, sent, shown, written) };
  });
}

/** Returns the new value that a request sends, where a result has only one for it: `current_level` for `new_amount`. */
function newValuesIn(schema: SourceSchema, sent: RecordFields): RecordFields {
  const [value, second] = Object.entries(sent).flatMap(([name, each]) =>
    isFirst(name, 'new') ? [each] : [],
  );
  if (value === undefined || second !== undefined) return {};
  const targets = [...schema.properties].filter(
    ([name, property]) =>
      sent[name] === undefined &&
      (isFirst(name, 'new') || isFirst(name, 'current')) &&
      property.values === null &&
      hasType(property, value),
  );
  const [only, other] = targets;
  return only === undefined || other !== undefined ? {} : { [only[0]]: value };
}

function isFirst(name: string, word: string): boolean {
  const words = wordsOf(name);
  return words.length > 1 && words[0] === word;
}

/** Returns what a response shows of a record, with what was sent that it also shows and that records have otherwise or not at all. */
export function withRepeated(
  { shown, shownSample, resource, written }: OperationPlan,
  sent: RecordFields,
  value: RecordFields,
): RecordFields {
  if (shown === null || shown === resource.schema) return value;
  return { ...fitFields(shown, sent, shownSample, written), ...value };
}

/** Units: entries of a list that are made. */
const MAX_COUNT = 1000;

/** Returns how many entries of a list a request asks for, such as "The number of images to generate"; `null` if it does not. */
function countAsked(
  { sent, written }: Pick<ResultParts, 'sent' | 'written'>,
  names: readonly string[],
): number | null {
  const nouns = new Set(names.map(singularName).filter((each) => each !== ''));
  for (const [name, { text }] of written?.properties ?? []) {
    const count = sent[name];
    const [, counted = ''] = COUNTED.exec(text) ?? [];
    if (typeof count === 'number' && count >= 1 && nouns.has(singularOf(wordsOf(counted).at(-1) ?? '')))
      return Math.min(count, MAX_COUNT);
  }
  return null;
}

const COUNTED = /^(?:the )?(?:number of|how many) ([\w -]{1,60}?) to (?:generate|create|make|produce)\b/i;

/** Returns a list with a number of entries: those that are shown, again and again, with their own `index`. */
function repeatEntries(shown: readonly JsonValue[], count: number): JsonValue {
  if (shown.length === 0) return [];
  return Array.from({ length: count }, (_, index): JsonValue => {
    const entry = shown[index % shown.length] ?? null;
    return isFields(entry) && typeof entry['index'] === 'number' ? { ...entry, index } : entry;
  });
}
