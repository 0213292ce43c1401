/**
 * Violations of rules that still exist. The lists may only shrink: an entry that is no longer needed fails too.
 * `ACCEPT_LAWS=1 npx vitest run test/laws --no-file-parallelism` rewrites them; review the change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

const file = join(import.meta.dirname, '../exceptions.json');

type Exceptions = Readonly<Record<string, readonly string[]>>;

/** Expects that exactly the listed places break a rule. */
export function expectOnly(rule: string, violations: Iterable<string>): void {
  const sorted = [...new Set(violations)].sort();
  const lists = JSON.parse(readFileSync(file, 'utf8')) as Exceptions;
  if (process.env['ACCEPT_LAWS'] === '1')
    writeFileSync(file, `${JSON.stringify({ ...lists, [rule]: sorted }, null, 2)}\n`);
  else expect(sorted).toEqual(lists[rule] ?? []);
}
