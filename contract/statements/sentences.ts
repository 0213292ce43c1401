/** Sentences of the texts of a description, in time that is linear in their length. */

/** Returns the sentences of a text. Shape: a full stop inside a word or a number ends none. */
export function sentencesOf(text: string): readonly string[] {
  return text.split(/[.;](?=\s|$)|\n\s*\n/).map((each) => each.replaceAll(/\s+/g, ' '));
}

/** Returns whether a sentence denies something. */
export function isNegated(sentence: string): boolean {
  return /\b(?:not|never|cannot|unless|except)\b|n['’]t\b/i.test(sentence);
}
