/** Reads the texts that searches send: words, and the values that properties must have, as in `email:'a@b.c' lamp`. */

/** One condition of a search. Shape: `value` has no quotes. */
export interface SearchClause {
  readonly name: string;
  readonly operator: ':' | '~' | '=' | '>' | '>=' | '<' | '<=';
  readonly value: string;
  readonly isNegated: boolean;
}

/** A search. Shape: `words` is what is not in a clause; empty for none. */
export interface SearchText {
  readonly clauses: readonly SearchClause[];
  readonly words: string;
}

const CLAUSE = /(-)?\b([A-Za-z_][\w.]*)\s?(:|~|>=|<=|=|>|<)\s?(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;

/** Units: characters of a search that are read. */
const LONGEST = 1000;

/** Reads a search. Why: a name with a colon that no record has, such as that of a URL, is a word. */
export function readSearch(text: string, isProperty: (name: string) => boolean): SearchText {
  const clauses: SearchClause[] = [];
  const rest = text
    .slice(0, LONGEST)
    .replaceAll(
      CLAUSE,
      (whole, minus: string | undefined, name: string, operator: SearchClause['operator'], ...quoted) => {
        if (!isProperty(name)) return whole;
        const value = String(quoted.slice(0, 3).find((each) => each !== undefined) ?? '');
        clauses.push({ name, operator, value, isNegated: minus !== undefined });
        return ' ';
      },
    );
  const words = clauses.length === 0 ? rest : rest.replaceAll(/\b(?:AND|OR)\b/g, ' ');
  return { clauses, words: words.replaceAll(/\s+/g, ' ').trim() };
}
