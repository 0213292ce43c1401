/** Replaces the keys of records in texts: in addresses, and where they are segments of paths. */
import { parentName } from '../../../contract/resources/path-shape.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { isFields } from '../fields.ts';

/** Units: levels of nested values whose texts are renamed. */
const MAX_DEPTH = 4;

/** Changes a text. */
export type RenameText = (text: string) => string;

/** Applies several changes of a text, one after the other. */
export function renameByAll(renames: readonly (RenameText | null)[]): RenameText {
  return (text) => renames.reduce((each, rename) => rename?.(each) ?? each, text);
}

export function renameIn(value: JsonValue, rename: RenameText, depth = MAX_DEPTH): JsonValue {
  if (typeof value === 'string') return value.includes('/') ? rename(value) : value;
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: JsonValue) => renameIn(each, rename, depth - 1));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, renameIn(part, rename, depth - 1)]),
  );
}

/**
 * Returns what replaces a key in texts: where it is a whole segment of a path. Why only there: other short texts and
 * numbers are rarely keys.
 */
export function renameKey(from: string, to: string): RenameText {
  return (text) => {
    if (!text.includes(`/${from}`)) return text;
    const segments = text.split('/');
    const newSegments = segments.map((segment, index) => {
      if (index === 0 || !segment.startsWith(from)) return segment;
      const rest = segment.slice(from.length);
      return rest === '' || /^[?#{.&:]/.test(rest) ? to + rest : segment;
    });
    return newSegments.join('/');
  };
}

/**
 * Returns what replaces the keys in addresses that have the form of a path, or of its beginning:
 * `/shops/{shop}/orders/{order}`.
 */
export function renamePath(path: string, keys: Readonly<Record<string, string>>): RenameText {
  const parts = path.split(/\{([^{}]+)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const keyOf = (name: string): string | undefined => keys[name] ?? keys[parentName(path, name)];
  if (names.length === 0 || parts[0] === '/' || names.some((name) => keyOf(name) === undefined))
    return (text) => text;
  const pattern = names.reduceRight((rest, _, index) => {
    const segment = `(${literal(parts[index * 2] ?? '')})([^/?#{}]+?)((?:\\.(?:json|xml|html?|git))?)(?=[/?#{]|$)${rest}`;
    return index === 0 ? segment : `(?:${segment})?`;
  }, '');
  const form = new RegExp(pattern);
  return (text) =>
    text.replace(form, (...match: readonly unknown[]) =>
      names
        .map((name, index) => {
          const [before, , format] = match.slice(index * 3 + 1);
          return typeof before === 'string'
            ? before + encodeURIComponent(keyOf(name) ?? '') + String(format)
            : '';
        })
        .join(''),
    );
}

/** Returns a pattern that matches a text and nothing else. */
function literal(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
