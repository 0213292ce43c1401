/**
 * Text that is TypeScript and may be printed as it is.
 * Text of a document becomes such text only through `emit/print-literal.ts` and `naming/identifier.ts`, which is what keeps
 * a hostile document from writing code.
 */

/** A piece of TypeScript. */
export class TsText {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /**
   * Takes text as TypeScript, unseen.
   *
   * Shape: for the printers named above, the output of libraries that print TypeScript, and fixed text of our own; never
   * for text of a document.
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
