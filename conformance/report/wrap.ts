/**
 * Breaks text into lines for a terminal.
 */

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
