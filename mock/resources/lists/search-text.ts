/** Reads the texts that searches send: words, and the values that properties must have, as in `email:'a@b.c' lamp`. */

import { partsOfClause } from '../../../contract/resources/queries/infer-condition.ts';
import { textOf } from '../fields.ts';

/** One condition of a search. Shape: `value` has no quotes. */
export interface SearchClause {
  readonly name: string;
  readonly operator: ':' | '~' | '=' | '!=' | '>' | '>=' | '<' | '<=';
  readonly value: string;
  readonly isNegated: boolean;
}

/** A search. Shape: `words` is what is not in a clause; empty for none. */
export interface SearchText {
  readonly clauses: readonly SearchClause[];
  readonly words: string;
}

/**
 * Reads a condition in an object, such as `{ col: 'name', opr: 'eq', value: 'lamp' }`, as one for each of its values;
 * `null` for another object, or another operator.
 */
export function readClauses(condition: Readonly<Record<string, unknown>>): readonly SearchClause[] | null {
  const parts = partsOfClause(Object.keys(condition));
  if (parts === null) return null;
  const operator =
    operators[parts.operator === undefined ? 'eq' : textOf(condition[parts.operator]).toLowerCase()];
  const name = textOf(condition[parts.name]);
  return operator === undefined
    ? null
    : [condition[parts.value]]
        .flat()
        .map((value) => ({ name, operator, value: textOf(value), isNegated: false }));
}

const CLAUSE =
  /(-)?\b([A-Za-z_][\w.]*)\s?(:|~|>=|<=|!=|==?|>|<|(?<=\s)(?:eq|ne|gt|ge|lt|le)(?=\s))\s?(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;

/** Operators with the one that means the same. */
const operators: Readonly<Record<string, SearchClause['operator']>> = {
  '=': '=',
  '==': '=',
  eq: '=',
  equals: '=',
  in: '=',
  '!=': '!=',
  ne: '!=',
  neq: '!=',
  '>': '>',
  gt: '>',
  '>=': '>=',
  ge: '>=',
  gte: '>=',
  '<': '<',
  lt: '<',
  '<=': '<=',
  le: '<=',
  lte: '<=',
  '~': '~',
  cn: '~',
  ct: '~',
  contains: '~',
  like: '~',
};

/** Units: characters of a search that are read. */
const MAX_LENGTH = 1000;

/** Reads a search. Why: a name with a colon that no record has, such as that of a URL, is a word. */
export function readSearch(text: string, isProperty: (name: string) => boolean): SearchText {
  const clauses: SearchClause[] = [];
  const rest = text
    .slice(0, MAX_LENGTH)
    .replaceAll(CLAUSE, (whole, minus: string | undefined, name: string, operator: string, ...quoted) => {
      if (!isProperty(name)) return whole;
      const value = String(quoted.slice(0, 3).find((each) => each !== undefined) ?? '');
      const operatorName = operators[operator] ?? (operator as SearchClause['operator']);
      clauses.push({ name, operator: operatorName, value, isNegated: minus !== undefined });
      return ' ';
    });
  const words = clauses.length === 0 ? rest : rest.replaceAll(/\b(?:AND|OR)\b/g, ' ');
  return { clauses, words: words.replaceAll(/\s+/g, ' ').trim() };
}

/** Reads conditions: alternatives of what all must be so, as in `status==open and size>3`, also with commas or `&` between them. */
export function readConditions(text: string, isProperty: (name: string) => boolean): readonly SearchText[] {
  const triples = readTriples(text.slice(0, MAX_LENGTH));
  if (triples !== null) return [{ clauses: triples.filter(({ name }) => isProperty(name)), words: '' }];
  return text
    .slice(0, MAX_LENGTH)
    .split(/\s(?:or|\|\|)\s/i)
    .map((part) =>
      readSearch(part.replaceAll(/[()]|[,&;](?=\s?[A-Za-z_][\w.]*\s?[:=!<>])/g, ' '), isProperty),
    );
}

/** Reads conditions that must all be so, each with an operator in the middle, as in `name:cn:part|size:ge:3`; `null` for others. */
function readTriples(text: string): readonly SearchClause[] | null {
  const clauses = text.split(/\s?[|,;&]\s?(?=[A-Za-z_][\w.]{0,80}:[a-z]{2,10}:)/i).map((part) => {
    const [, name = '', word = '', value = ''] = /^([A-Za-z_][\w.]*):([a-z]{2,10}):(.*)$/is.exec(part) ?? [];
    const operator = operators[word.toLowerCase()];
    return operator === undefined ? null : { name, operator, value, isNegated: false };
  });
  return clauses.every((each) => each !== null) ? clauses : null;
}
