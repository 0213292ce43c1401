/** Reads the value that a text names in quotation marks as the one that a property has: `Set to "Garden"`. */

/** Units: characters. Why: a longer text explains a property. */
const MAX_READ = 200;

/** Returns the value that a text says that a property always has, or names behind a comma; `null` for none. */
export function statedValue(text: string): string | null {
  if (text.length > MAX_READ) return null;
  const sentences = text.split(/[.;](?=\s|$)|\n/).map((each) => each.trim());
  for (const sentence of sentences) {
    const match = ALWAYS.exec(sentence) ?? SET.exec(sentence) ?? NAMED.exec(sentence);
    if (match?.[1] !== undefined && !CONDITIONAL.test(sentence)) return match[1];
  }
  return null;
}

/** "The kind of object, which is always `garden`". */
const ALWAYS =
  /\balways(?: (?:be|set|to|equals?|equal|has|the|string|value)){0,4} ["“”'`‘]([\w:/.-]{1,60})["“”'`’]$/i;

/** `Set to "Garden"`. */
const SET =
  /^(?:(?:is|always|will be|must be) )?set to(?: the (?:string|value))? ["“”'`‘]([\w:/.-]{1,60})["“”'`’]$/i;

/** "The id of the host, “local”". */
const NAMED = /^the (?:\w+ ){1,4}\w+, ["“]([\w:/.-]{1,60})["”]$/i;

const CONDITIONAL = /\b(?:if|when|unless|for|default|example|e\.g)\b/i;
