/**
 * Lists every kind of change and whom it hurts, from the catalogue that changes are classified by.
 */
import { changeCatalogue } from '../../generator/diff/change.ts';
import type { ChangeRow } from '../../generator/diff/catalogue/row.ts';
import { writeTable } from './table.ts';

/** Writes the table of all kinds of change. */
export function changesPart(): string {
  return writeTable(
    ['kind', 'writers', 'readers', 'it says'],
    Object.entries<unknown>(changeCatalogue).map(([kind, row]) => rowOf(kind, row as ChangeRow<object>)),
  );
}

/** What a message is told: each fact is its own name, and values are a list. */
const facts = new Proxy(
  {},
  { get: (_, name) => (name === 'values' ? ['VALUE', '…'] : String(name).toUpperCase()) },
);

function rowOf(kind: string, { effects, message }: ChangeRow<object>): readonly string[] {
  return [`\`${kind}\``, effects.request.writers, effects.response.readers, message('`NAME`', facts)];
}
