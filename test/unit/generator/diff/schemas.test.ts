/** Checks the comparison against the table of schema pairs, in both directions. */
import { describe, expect, it } from 'vitest';
import { schemaRows, type SchemaRow } from './schema-rows.ts';
import { compareSchemas } from './support.ts';

function seen(row: SchemaRow, swapped = false): { request: string[]; response: string[] } {
  const [before, after] = swapped ? [row.after, row.before] : [row.before, row.after];
  const changes = compareSchemas(before, after, row.components);
  const effectsOf = (direction: string, side: 'readers' | 'writers'): string[] =>
    changes
      .filter(({ change }) => change.direction === direction)
      .map(({ change, effect }) => `${change.kind} ${effect[side]}`)
      .sort();
  return { request: effectsOf('request', 'writers'), response: effectsOf('response', 'readers') };
}

describe.each(schemaRows)('when $name', (row) => {
  const { request = [], response = [] } = row;

  it('reports the impact on writers and on readers', () => {
    expect(seen(row)).toEqual({ request, response });
  });

  it('reports a change in reverse exactly if there is one', () => {
    const reverse = seen(row, true);
    const isReversed = reverse.request.length + reverse.response.length > 0;
    expect(isReversed).toBe(request.length + response.length > 0);
  });
});
