/** Results that are no records: the sample of a response, with what was sent, and ids and times of their own. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { fitFields } from '../values/fit.ts';
import { isBareId, makeIdLike, makeNamedId } from '../keys.ts';
import type { RecordFields } from '../record.ts';
import type { OperationPlan } from '../plan.ts';
import { withExpiry } from '../values/expiry.ts';
import { timeKindOf, writeTime } from '../values/times.ts';
import { renameIn, type RenameText } from './own-texts.ts';

/** What a result is made of. Shape: `rename` replaces the keys in sampled addresses. */
export interface ResultParts {
  readonly schema: SourceSchema;
  readonly sample: RecordFields;
  readonly sent: RecordFields;
  readonly written: SourceSchema | null;
  readonly rename: RenameText;
}

/** Makes a result. */
export function makeResult(
  tx: Transaction,
  { schema, sample, sent, written, rename }: ResultParts,
): RecordFields {
  const fitting = fitFields(schema, sent, sample, written);
  const own = Object.entries(sample).map(([name, shown]): [string, JsonValue] => {
    const property = schema.properties.get(name);
    if (fitting[name] !== undefined || property === undefined) return [name, shown];
    if (timeKindOf(name, property) !== null) return [name, writeTime(tx.at, property, shown)];
    if (isBareId(name, shown, property)) return [name, makeNamedId(name, () => tx.random())];
    if (/^(?:id|uuid|guid)$/i.test(name))
      return [name, makeIdLike(tx, `result:${schema.pointer}`, property, shown, () => tx.random())];
    return [name, renameIn(shown, rename)];
  });
  const made = { ...Object.fromEntries(own), ...fitting };
  return withExpiry(made, schema, { sent, written, at: tx.at });
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
