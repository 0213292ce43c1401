/**
 * Assigns every check a unique name. A name depends only on the owner of the schema, so that it does not change with
 * other parts of the document.
 */

/** Assigns unique names that are identifiers. */
export interface CheckNames {
  /** Returns the wanted name, with a number if it is taken. */
  claim(wanted: string): string;
}

/** Reserved words, which cannot be the name of a variable in a module. */
const reserved = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public ' +
    'return static super switch this throw true try typeof undefined var void while with yield __proto__'
  ).split(' '),
);

/** Returns whether a text can be the name of a variable. */
export function isIdentifier(text: string): boolean {
  return isPropertyName(text) && !reserved.has(text);
}

/** Returns whether a text can be the name of a property without quotes. */
export function isPropertyName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

/** Creates names; those in `before` are taken. */
export function createCheckNames(before: Iterable<string> = []): CheckNames {
  const taken = new Set(before);
  return {
    claim(wanted) {
      const base = toIdentifier(wanted);
      let name = base;
      for (let number = 2; taken.has(name); number++) name = `${base}${number}`;
      taken.add(name);
      return name;
    },
  };
}

/**
 * Assigns a unique name to each key. A key that is already spelled like its name takes precedence; the rest go in the
 * order of their spelling, never in the order of the document.
 *
 * Shape: in the order of `keys`, each key once.
 */
export function nameInOrder<Name>(
  keys: readonly string[],
  wanted: (key: string) => string,
  claim: (key: string) => Name,
): ReadonlyMap<string, Name> {
  const named = new Map<string, Name | null>(keys.map((key) => [key, null]));
  const rank = (key: string): number => (wanted(key) === key ? 0 : 1);
  const sorted = [...named.keys()].sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  for (const key of sorted) named.set(key, claim(key));
  return named as ReadonlyMap<string, Name>;
}

/** Splits text into its words: `idempotency-key`, `text_delta` and `agentId` have two each. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
}

/** Joins the words of a text, each with a capital. */
export function toPascal(text: string): string {
  return wordsOf(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Joins the words of a text, each but the first with a capital: `wwwAuthenticate` of `WWW-Authenticate`. */
export function toCamel(text: string): string {
  const [first = '', ...rest] = wordsOf(text);
  const start =
    first === first.toUpperCase() ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
  return start + toPascal(rest.join(' '));
}

export function toIdentifier(text: string): string {
  if (isIdentifier(text)) return text;
  const words = toCamel(text);
  return isIdentifier(words) ? words : `_${words}`;
}

/** Returns the id of an operation that has none. */
export function missingOperationId(method: string, path: string): string {
  return toCamel(`${method} ${path.replaceAll(/[{}]/g, ' ')}`);
}

/** Returns whether HTTP allows the name of a header. Source: RFC 9110, 5.6.2. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name);
}
