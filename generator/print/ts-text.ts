/**
 * TypeScript that is safe to print. Text of a document becomes such text only through `emit/print-literal.ts` and
 * `naming/identifier.ts`, which prevents a malicious document from injecting code.
 */

/** A piece of TypeScript. */
export class TsText {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /**
   * Marks text as TypeScript without a check.
   *
   * Shape: for the printers named above, the output of libraries that print TypeScript, and fixed text in this code
   * base; never for text of a document.
   */
  static trust(text: string): TsText {
    return new TsText(text);
  }

  toString(): string {
    return this.#text;
  }
}

/** Joins TypeScript; the texts in the placeholders are already safe. */
export function ts(fixed: TemplateStringsArray, ...parts: readonly TsText[]): TsText {
  return TsText.trust(fixed.map((text, index) => `${text}${parts[index]?.toString() ?? ''}`).join(''));
}

/** Joins pieces with fixed text between them. */
export function joinText(parts: readonly TsText[], separator: ' | ' | ', ' | ' & ' | '\n' | ' '): TsText {
  return TsText.trust(parts.map(String).join(separator));
}
