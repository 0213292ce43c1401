/** Functions that keep their results. Why: contracts and descriptions do not change while they are used. */

/** Returns a function that computes its result once for each object. Shape: the rest is the same for the same object. */
export function memoizeByObject<Key extends object, Value, Rest extends readonly unknown[] = []>(
  compute: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  const results = new WeakMap<Key, { readonly value: Value }>();
  return (key, ...rest) => {
    const existing = results.get(key);
    if (existing !== undefined) return existing.value;
    const value = compute(key, ...rest);
    results.set(key, { value });
    return value;
  };
}

/** Units: texts, and characters of a text, whose results are kept. */
const MAX_TEXTS = 20_000;
const MAX_LENGTH = 200;

/** Returns a function that computes its result once for each text. Shape: what is long, or one of too many, again. */
export function memoizeByText<Value>(compute: (text: string) => Value): (text: string) => Value {
  const results = new Map<string, Value>();
  return (text) => {
    const existing = results.get(text);
    if (existing !== undefined) return existing;
    const value = compute(text);
    if (text.length > MAX_LENGTH) return value;
    if (results.size >= MAX_TEXTS) results.clear();
    results.set(text, value);
    return value;
  };
}
