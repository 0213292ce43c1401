/** Limits of how many records there may be, as operations state them: "at most three per shop". */
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { OperationError } from '../../http/declared-error.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { textOf } from '../fields.ts';
import type { OperationPlan } from '../plan/plan.ts';
import { listRecords, type RecordFields } from '../record.ts';

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const LIMIT =
  /\b(?:can only have|at most|maximum of|no more than) ([a-z]{3,5}|\d{1,4}) [^.]{1,40}?\bper (\w{1,40})\b/i;

/** Descriptions of limits that a service enforces. */
const ENFORCED = /errors?\b|\bfails?\b|\brejected\b|\b4\d\d\b/i;

/**
 * Rejects a new record beyond the number that the description of its creation states for each record that it refers to.
 *
 * Errors: throws an OperationError with 400.
 */
export function assertLimit(tx: Transaction, { source, resource }: OperationPlan, sent: RecordFields): void {
  const [, text = '', owner = ''] = ENFORCED.test(source.text) ? (LIMIT.exec(source.text) ?? []) : [];
  const limit = /^\d/.test(text) ? Number(text) : numbers.indexOf(text.toLowerCase());
  const name = limit < 1 ? null : referenceTo(resource.schema, owner);
  if (name === null || sent[name] === undefined) return;
  const count = listRecords(tx, resource.resource.name).filter(
    ({ isInitial, value }) => isInitial !== true && textOf(value[name]) === textOf(sent[name]),
  ).length;
  if (count >= limit) throw new OperationError(400, `There are already ${count} for this ${owner}`);
}

function referenceTo(schema: SourceSchema | null, owner: string): string | null {
  return propertyNamed(`${owner}_id`, schema) ?? propertyNamed(owner, schema);
}
