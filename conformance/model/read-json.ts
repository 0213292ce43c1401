/**
 * Parses the JSON of a service with a depth limit. Code that walks a value may recurse, so deeper values are rejected
 * before they could overflow the stack.
 */
import { messageOf } from '../../templates/runtime/json/value.ts';

/** A parsed text. Shape: `problem` is the reason for a failure; `isTooDeep` if the text may still be valid JSON. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string; readonly isTooDeep: boolean };

/** The maximum nesting, far above that of real responses. Units: levels. */
export const MAX_JSON_DEPTH = 100;

/**
 * The measures of a text. Units: `depth` in levels, `values` counts opening brackets and commas, `indent` is the sum of
 * their levels.
 */
export interface JsonSize {
  readonly depth: number;
  readonly values: number;
  readonly indent: number;
}

/** Parses a text, after a scan that rejects text with too deep nesting. */
export function readJson(text: string): JsonReading {
  if (measureJson(text).depth > MAX_JSON_DEPTH)
    return { ok: false, problem: `It is nested deeper than ${MAX_JSON_DEPTH} levels.`, isTooDeep: true };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, problem: messageOf(error), isTooDeep: false };
  }
}

/** Counts brackets and commas outside of strings, in text that need not be JSON. Stops beyond the deepest level. */
export function measureJson(text: string): JsonSize {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  let indent = 0;
  for (let index = 0; index < text.length && deepest <= MAX_JSON_DEPTH; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index + 1);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        deepest = Math.max(deepest, depth);
        values += 1;
        indent += depth;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        indent += depth;
    }
  }
  return { depth: deepest, values, indent };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function endOfString(text: string, start: number): number {
  let index = start;
  while (index < text.length) {
    const sign = text.charCodeAt(index);
    if (sign === QUOTE) return index;
    index += sign === BACKSLASH ? 2 : 1;
  }
  return index;
}
