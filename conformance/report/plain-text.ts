/** Makes untrusted text safe to display, because responses end up in terminals, files and pages. */

/**
 * Replaces characters that a terminal or an editor would interpret: control characters by their Unicode pictures,
 * bidirectional marks by their code. Keeps tabs and line feeds.
 */
export function showControls(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, pictureOf)
    .toWellFormed();
}

/** Like `showControls`, in one line. */
export function showInline(text: string): string {
  return showControls(text).replaceAll(/[\t\n ]+/g, ' ');
}

/** Truncates a text. Units: `most` counts UTF-16 units, including the ellipsis. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

/** Formats a count with its noun: `1 finding`, `3 findings`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Lists the first few: `a, b and 3 more`. */
export function listSome(names: readonly string[], most: number): string {
  const list = names.slice(0, most).join(', ');
  return names.length <= most ? list : `${list} and ${names.length - most} more`;
}

/** Returns a visible replacement of a character. Why: Unicode has pictures (from U+2400) only for ASCII controls. */
function pictureOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\t' || character === '\n') return character;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : `\\u${code.toString(16).padStart(4, '0')}`;
}

/**
 * Wraps a text at spaces; never splits a word, so that it can be copied.
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

/** Quotes a word for the shell, if it needs quotes. Shape: without NUL. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) && !word.startsWith('-') ? word : quoteAlways(word);
}

/** Quotes a word for the shell, always. Shape: without NUL, which no argument can contain. */
export function quoteAlways(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
