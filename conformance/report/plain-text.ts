/**
 * Makes text of strangers harmless to look at: what an implementation answers ends up in terminals, files and pages.
 */

/**
 * Shows what a terminal or an editor would obey: control characters as their pictures, marks that turn the direction of
 * writing as their code. Tabs and line feeds stay.
 */
export function showControls(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, pictureOf)
    .toWellFormed();
}

/** As `showControls`, in one line. */
export function showInline(text: string): string {
  return showControls(text).replaceAll(/[\t\n ]+/g, ' ');
}

/** Cuts what is longer. Units: `most` counts UTF-16 units, the mark of the cut included. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

/** One thing or several: `1 finding`, `3 findings`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Lists the first few: `a, b and 3 more`. */
export function listSome(names: readonly string[], most: number): string {
  const list = names.slice(0, most).join(', ');
  return names.length <= most ? list : `${list} and ${names.length - most} more`;
}

/** Why: U+2400 and on picture the controls of ASCII; for others there are none. */
function pictureOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\t' || character === '\n') return character;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : `\\u${code.toString(16).padStart(4, '0')}`;
}

/**
 * Breaks at spaces; a word that is longer than a line stays whole, so that it can be copied.
 *
 * Units: `width` counts characters.
 */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Quotes a word so that the shell takes it as it stands; a word that means nothing to it stays bare. Shape: no NUL. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) && !word.startsWith('-') ? word : quoteAlways(word);
}

/** Quotes a word whatever it is. Shape: no NUL, which no argument can hold. */
export function quoteAlways(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
