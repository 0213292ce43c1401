/**
 * Finds positions in the text of a JSON document; reads only as much of it as a pointer needs. The text must be valid
 * JSON: it has been parsed before.
 */
import type { Position } from '../diagnostics/diagnostics.ts';
import { unescapeName } from '../../templates/runtime/json/pointer.ts';

/** Returns the position of the target of a pointer, or of its nearest existing ancestor. */
export type FindPosition = (pointer: string) => Position;

/** The start of a property or an item: its key, if it has one, and its value. */
interface Property {
  readonly at: number;
  readonly value: number;
}

/** Creates the position finder of a text; what it has read for one pointer is reused for the next. */
export function createJsonPositions(text: string): FindPosition {
  const reader = new JsonReader(text);
  const lines = createLines(text);
  const objects = new Map<number, ReadonlyMap<string, Property>>();
  return (pointer) => {
    const start = reader.skipSpace(0);
    let property: Property = { at: start, value: start };
    for (const segment of pointer.slice(2).split('/')) {
      const properties = objects.get(property.value) ?? reader.propertiesAt(property.value);
      objects.set(property.value, properties);
      const inside = properties.get(unescapeName(segment));
      if (inside === undefined) break;
      property = inside;
    }
    return lines.positionOf(property.at);
  };
}

/** Counts the properties of all objects in a text, duplicate keys included. */
export function countProperties(text: string): number {
  const reader = new JsonReader(text);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = reader.skipString(at) - 1;
    else if (code === COLON) count++;
  }
  return count;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

class JsonReader {
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Lists the properties or items of the object or list that starts there; empty for anything else. */
  propertiesAt(start: number): ReadonlyMap<string, Property> {
    const properties = new Map<string, Property>();
    const opening = this.text.charCodeAt(start);
    if (opening !== OPEN_OBJECT && opening !== OPEN_LIST) return properties;
    let at = this.skipSpace(start + 1);
    while (at < this.text.length && !this.isClosing(at)) {
      const value = opening === OPEN_OBJECT ? this.valueBehindKey(at) : at;
      const key = opening === OPEN_OBJECT ? this.stringAt(at) : String(properties.size);
      properties.set(key, { at, value });
      at = this.skipSpace(this.skipValue(value));
      if (this.text.charCodeAt(at) === COMMA) at = this.skipSpace(at + 1);
    }
    return properties;
  }

  skipSpace(from: number): number {
    let at = from;
    while (at < this.text.length && this.text.charCodeAt(at) <= 32) at++;
    return at;
  }

  /** Returns the position after the string that starts there. */
  skipString(start: number): number {
    let end = this.text.indexOf('"', start + 1);
    while (end !== -1 && this.isEscaped(end)) end = this.text.indexOf('"', end + 1);
    return end === -1 ? this.text.length : end + 1;
  }

  private isEscaped(quote: number): boolean {
    let at = quote - 1;
    while (this.text.charCodeAt(at) === BACKSLASH) at--;
    return (quote - at) % 2 === 0;
  }

  private isClosing(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === CLOSE_OBJECT || code === CLOSE_LIST;
  }

  private stringAt(start: number): string {
    return JSON.parse(this.text.slice(start, this.skipString(start))) as string;
  }

  private valueBehindKey(key: number): number {
    return this.skipSpace(this.skipSpace(this.skipString(key)) + 1);
  }

  private skipValue(start: number): number {
    let depth = 0;
    for (let at = this.nextMark(start); at < this.text.length; at = this.nextMark(at)) {
      const code = this.text.charCodeAt(at);
      if (code === QUOTE) {
        at = this.skipString(at);
        if (depth === 0) return at;
        continue;
      }
      if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
      else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
        if (depth === 0) return at;
        depth--;
        if (depth === 0) return at + 1;
      } else if (depth === 0) return at;
      at++;
    }
    return this.text.length;
  }

  /** Returns the position of the next quote, bracket or comma. */
  private nextMark(from: number): number {
    MARK.lastIndex = from;
    return MARK.test(this.text) ? MARK.lastIndex - 1 : this.text.length;
  }
}

const MARK = /[",[\]{}]/g;

export interface Lines {
  positionOf(offset: number): Position;
  /** Returns a line without its line ending; `null` if there is no such line. */
  textOf(line: number): string | null;
}

/** Creates the lines of a text, which are computed on first use. */
export function createLines(text: string): Lines {
  let starts: readonly number[] | null = null;
  const startsOf = (): readonly number[] => (starts ??= findStarts(text));
  return {
    positionOf(offset) {
      const all = startsOf();
      let low = 0;
      let high = all.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((all[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (all[low] ?? 0) + 1 };
    },
    textOf(line) {
      const all = startsOf();
      const start = all[line - 1];
      return start === undefined ? null : text.slice(start, all[line]).replace(/\r?\n$/, '');
    },
  };
}

function findStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
