/**
 * Quotes text for a POSIX shell.
 */

/** Quotes a word so that the shell takes it as it stands; a word that means nothing to it stays bare. Shape: no NUL. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) && !word.startsWith('-') ? word : quoteAlways(word);
}

/** Quotes a word whatever it is. Shape: no NUL, which no argument can hold. */
export function quoteAlways(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
