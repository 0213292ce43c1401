/**
 * Holds the comparison to its table of pairs. The swapped pair is a change as well.
 */
import { describe, expect, it } from 'vitest';
import { schemaRows, type SchemaRow } from './schema-rows.ts';
import { compareSchemas } from './support.ts';

function seen(row: SchemaRow, swapped = false): { request: string[]; response: string[] } {
  const [before, after] = swapped ? [row.after, row.before] : [row.before, row.after];
  const changes = compareSchemas(before, after, row.components);
  const told = (direction: string, side: 'readers' | 'writers'): string[] =>
    changes
      .filter(({ change }) => change.direction === direction)
      .map(({ change, effect }) => `${change.kind} ${effect[side]}`)
      .sort();
  return { request: told('request', 'writers'), response: told('response', 'readers') };
}

describe.each(schemaRows)('when $name', (row) => {
  it('is told with what it means for writers and for readers', () => {
    expect(seen(row)).toEqual({ request: row.request, response: row.response });
  });

  it('is a change the other way round exactly when it is one', () => {
    const there = row.request.length + row.response.length;
    const { request, response } = seen(row, true);
    expect(request.length + response.length > 0).toBe(there > 0);
  });
});
