/** Reads facts.tsv, the inventory of what the source states. */
import type { Fact, FactKind } from '../../contract/contract.ts';

const kinds = new Set<string>([
  'endpoint',
  'status',
  'field',
  'enum',
  'event',
  'header',
  'scope',
  'rule',
  'limit',
  'code',
] satisfies FactKind[]);

const detailKeys = ['in', 'type', 'required', 'nullable', 'inferred', 'note', 'value', 'set', 'meaning'];
// Why: notes contain semicolons too, so only one in front of a known key ends a pair.
const pairStart = new RegExp(`(?:^|; )(${detailKeys.join('|')})=`, 'g');

/**
 * Reads the inventory.
 *
 * Shape: facts in file order, ids unique.
 * Errors: throws on a row that lacks a column, has an unknown kind, or repeats an id.
 */
export function readFacts(text: string): readonly Fact[] {
  const seen = new Set<string>();
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .slice(1)
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const fact = readRow(line, number);
      if (seen.has(fact.id)) throw new Error(`facts.tsv:${number}: the id ${fact.id} is used twice`);
      seen.add(fact.id);
      return fact;
    });
}

function readRow(line: string, number: number): Fact {
  const [id, section, kind, subject, text, ...rest] = line.split('\t');
  if (id === undefined || section === undefined || kind === undefined || subject === undefined)
    throw new Error(`facts.tsv:${number}: a row has the columns id, section, kind, subject and fact`);
  if (text === undefined || rest.length > 0)
    throw new Error(`facts.tsv:${number}: ${id} has ${rest.length > 0 ? 'too many' : 'too few'} columns`);
  if (!isKind(kind)) throw new Error(`facts.tsv:${number}: ${id} has the unknown kind ${kind}`);
  return { id, section, kind, subject, text, details: readDetails(text) };
}

function isKind(kind: string): kind is FactKind {
  return kinds.has(kind);
}

function readDetails(text: string): ReadonlyMap<string, string> {
  const starts = [...text.matchAll(pairStart)];
  return new Map(
    starts.map((start, index) => {
      const from = start.index + start[0].length;
      return [start[1] ?? '', text.slice(from, starts[index + 1]?.index ?? text.length)];
    }),
  );
}
