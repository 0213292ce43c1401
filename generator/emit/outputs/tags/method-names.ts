/** Names the methods of a tag: the names of functions without the words of the tag. */
import { isPropertyName, wordsOf } from '../../../model/check-names.ts';

/**
 * Returns the name of each method, by the name of its function: `list` for `listAgents` with the tag `Agents`.
 *
 * Shape: functions whose names would be the same without the tag keep their names.
 */
export function nameMethods(tag: string, functions: readonly string[]): ReadonlyMap<string, string> {
  const words = wordsOf(tag).map(toSingular);
  const short = new Map(functions.map((name) => [name, withoutWords(name, words)]));
  const wanted = new Map<string, number>();
  for (const [name, method] of short)
    for (const each of new Set([name, method])) wanted.set(each, (wanted.get(each) ?? 0) + 1);
  return new Map([...short].map(([name, method]) => [name, wanted.get(method) === 1 ? method : name]));
}

/** Removes words where they follow each other; returns the whole name if nothing else remains. */
function withoutWords(name: string, words: readonly string[]): string {
  const own = wordsOf(name);
  const start = own.findIndex((_, index) =>
    words.every((word, offset) => toSingular(own[index + offset] ?? '') === word),
  );
  if (start === -1 || words.length === 0) return name;
  const [first = '', ...rest] = own.toSpliced(start, words.length);
  const method = first.charAt(0).toLowerCase() + first.slice(1) + rest.join('');
  // An object with a method `then` would be called when it is awaited.
  return isPropertyName(method) && method !== 'then' ? method : name;
}

function toSingular(word: string): string {
  return word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '');
}
