/** Replaces many values in a text in one pass: the cost depends on the text, not on the number of values. */

export interface Replacer {
  /** Adds a value; ignores a value that was already added. */
  add(value: string, replacement: string): void;
  /** Returns the text with each value replaced; at each position the longest match wins. */
  replace(text: string): string;
}

/** Creates a replacer without values. Units: `shortest` is the minimum length of a value, in characters. */
export function createReplacer(shortest: number): Replacer {
  const replacements = new Map<string, string>();
  /** Lengths of the values by their first `shortest` characters, longest first. */
  const lengths = new Map<string, number[]>();
  /**
   * Pairs of characters with which a value begins. Why: most positions of a text match none and are skipped quickly.
   */
  const pairs = new Uint8Array(65_536);

  function longestAt(text: string, index: number): string | null {
    const candidates = lengths.get(text.slice(index, index + shortest));
    for (const length of candidates ?? []) {
      const value = text.slice(index, index + length);
      if (replacements.has(value)) return value;
    }
    return null;
  }

  return {
    add(value, replacement) {
      if (value.length < shortest) throw new RangeError(`A value has fewer than ${shortest} characters.`);
      if (replacements.has(value)) return;
      replacements.set(value, replacement);
      pairs[pairAt(value, 0)] = 1;
      const start = value.slice(0, shortest);
      const candidates = lengths.get(start) ?? [];
      if (!candidates.includes(value.length))
        lengths.set(
          start,
          [...candidates, value.length].sort((a, b) => b - a),
        );
    },
    replace(text) {
      let replaced = '';
      let copied = 0;
      for (let index = 0; index <= text.length - shortest; index++) {
        const value = pairs[pairAt(text, index)] === 1 ? longestAt(text, index) : null;
        if (value === null) continue;
        replaced += text.slice(copied, index) + (replacements.get(value) ?? '');
        copied = index + value.length;
        index = copied - 1;
      }
      return copied === 0 ? text : replaced + text.slice(copied);
    },
  };
}

/** Combines two characters into a number below 65,536. */
function pairAt(text: string, index: number): number {
  return ((text.charCodeAt(index) & 0xff) << 8) | (text.charCodeAt(index + 1) & 0xff);
}
