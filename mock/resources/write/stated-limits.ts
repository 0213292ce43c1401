/** Limits of how many records there may be, as operations state them: "at most three per shop". */
import { memoizeByObject } from '../../../contract/memoize.ts';
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
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

/** The limit that an operation states, and the property that refers to what it is for. */
const limitIn = memoizeByObject(({ source, resource: { schema } }: OperationPlan) => {
  const [, text = '', owner = ''] = ENFORCED.test(source.text) ? (LIMIT.exec(source.text) ?? []) : [];
  const limit = /^\d/.test(text) ? Number(text) : numbers.indexOf(text.toLowerCase());
  const reference = propertyNamed(`${owner}_id`, schema) ?? propertyNamed(owner, schema);
  return { limit, owner, name: limit < 1 ? null : reference };
});

/**
 * Rejects a new record beyond the number that the description of its creation states for each record that it refers to.
 *
 * Errors: throws an OperationError with 400.
 */
export function assertLimit(tx: Transaction, plan: OperationPlan, sent: RecordFields): void {
  const { limit, owner, name } = limitIn(plan);
  if (name === null || sent[name] === undefined) return;
  const count = listRecords(tx, plan.resource.resource.name).filter(
    ({ isInitial, value }) => isInitial !== true && textOf(value[name]) === textOf(sent[name]),
  ).length;
  if (count >= limit) throw new OperationError(400, `There are already ${count} for this ${owner}`);
}
