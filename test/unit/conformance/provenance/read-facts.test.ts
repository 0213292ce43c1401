import { describe, expect, it } from 'vitest';
import { readFacts } from '../../../../conformance/agent-platform/read-facts.ts';

const head = 'id\tsection\tkind\tsubject\tfact\n';

describe('the inventory', () => {
  it('reads a row with its details', () => {
    const [fact] = readFacts(`${head}F-1-001\t1\tfield\tThing.a\tin=query; type=string; required=no\n`);
    expect(fact).toMatchObject({ id: 'F-1-001', section: '1', kind: 'field', subject: 'Thing.a' });
    expect(Object.fromEntries(fact!.details)).toEqual({ in: 'query', type: 'string', required: 'no' });
  });

  it('keeps a semicolon inside a note', () => {
    const [fact] = readFacts(`${head}F-1-001\t1\tfield\ta\ttype=string; note=kept outputs; name not given`);
    expect(fact!.details.get('note')).toBe('kept outputs; name not given');
  });

  it('finds no details in prose', () => {
    const [fact] = readFacts(`${head}F-1-001\t1\trule\ta\tthe default is owner; others answer too`);
    expect(fact!.details.size).toBe(0);
  });

  it.each([
    ['F-1-001\t1\trule\ta', 'facts.tsv:2: F-1-001 has too few columns'],
    ['F-1-001\t1\trule\ta\tb\tc', 'facts.tsv:2: F-1-001 has too many columns'],
    ['F-1-001\t1\tnews\ta\tb', 'facts.tsv:2: F-1-001 has the unknown kind news'],
    ['F-1-001\t1\trule\ta\tb\nF-1-001\t1\trule\ta\tb', 'facts.tsv:3: the id F-1-001 is used twice'],
  ])('rejects %j', (rows, message) => {
    expect(() => readFacts(head + rows)).toThrow(message);
  });
});
