/**
 * Writes the parameters of a request so that a server reads the same values: the counterpart of `read-parameters.ts`.
 */
import type { Call, ParameterRule, RequestParts, Values } from './call.ts';
import { RequestError } from './errors.ts';

/** Names with their texts, in the order of the description. A text in a query may already be encoded. */
export type Fields = readonly (readonly [name: string, text: string, isEncoded?: boolean])[];

/** The parameters of a request, as text. */
export interface WrittenParameters {
  /** Percent-encoded, from the first slash on. */
  readonly path: string;
  readonly query: Fields;
  readonly headers: Fields;
  readonly cookies: Fields;
}

/**
 * Writes all parameters that have a value.
 *
 * Errors: throws RequestError for a path parameter that is missing or would change the path, and for values that
 * can't be serialized.
 */
export function writeParameters(call: Call, request: RequestParts): WrittenParameters {
  const writer = new ParameterWriter(call.id);
  const { path = {}, query = {}, headers = {}, cookies = {} } = request;
  return {
    path: writer.writePath(call, path),
    query: writer.writeFields(call, 'query', query),
    headers: writer.writeFields(call, 'header', headers),
    cookies: writer.writeFields(call, 'cookie', cookies),
  };
}

/** Matches a lone surrogate, which UTF-8 can't encode. */
const HALF_PAIR = /\p{Surrogate}/u;

/** The name of an encoded text without a name. */
const WHOLE_QUERY = '';

/** Writes a query or a form: pairs joined by `&`, each part percent-encoded. */
export function joinPairs(fields: Fields): string {
  return fields
    .map(([name, text, isEncoded]) => {
      if (name === WHOLE_QUERY && isEncoded === true) return text;
      return `${encodeURIComponent(name)}=${isEncoded === true ? text : encodeURIComponent(text)}`;
    })
    .join('&');
}

class ParameterWriter {
  readonly #operationId: string;

  constructor(operationId: string) {
    this.#operationId = operationId;
  }

  writePath({ path, parameters = [] }: Call, values: Values): string {
    const rules = new Map(parameters.filter((rule) => rule.in === 'path').map((rule) => [rule.name, rule]));
    const segments = path.split('/').map((segment) => {
      if (!segment.includes('{')) return segment;
      const written = segment.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
        this.#writePart(rules.get(name) ?? { name, in: 'path' }, values),
      );
      // Why: `.` and `..` change the path, however they are encoded.
      if (written === '.' || written === '..') this.#reject(segment, `can't be "${written}"`);
      return written;
    });
    return segments.join('/');
  }

  #writePart(rule: ParameterRule, values: Values): string {
    const text = this.#writeText(rule, this.#valueOf(rule, values));
    if (text === null) return this.#reject(rule.name, 'is required');
    return text === '' ? this.#reject(rule.name, "can't be empty") : text;
  }

  writeFields({ parameters = [] }: Call, place: 'query' | 'header' | 'cookie', values: Values): Fields {
    return parameters.flatMap((rule): Fields => {
      if (rule.in !== place) return [];
      const { name, join, spread } = rule;
      const value = this.#valueOf(rule, values);
      if (join !== undefined || place === 'header') {
        const text = this.#writeText(rule, value);
        return text === null ? [] : [[name, text, true]];
      }
      const pairs =
        spread?.(name, value)?.map(
          ([key, one]) => [key, this.#textOf({ name: key, in: place }, one)] as const,
        ) ?? this.#textsOf(rule, value)?.map((text) => [name, text] as const);
      return (
        pairs?.map(([key, text]) => [
          rule.isWholeQuery === true ? WHOLE_QUERY : key,
          this.#encode(rule, text),
          true,
        ]) ?? []
      );
    });
  }

  #valueOf({ name, convert }: ParameterRule, values: Values): unknown {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    try {
      return convert === undefined ? value : convert(value);
    } catch (error) {
      if (error instanceof RangeError) return this.#reject(name, `can't be written: ${error.message}`);
      throw error;
    }
  }

  /** Writes a value as one text; `null` if it is not sent. */
  #writeText(rule: ParameterRule, value: unknown): string | null {
    if (rule.join === undefined || value === undefined || value === null)
      return (
        this.#textsOf(rule, value)
          ?.map((text) => this.#encode(rule, text))
          .join(',') ?? null
      );
    try {
      return rule.join(value, (part) => this.#encode(rule, this.#textOf(rule, part)));
    } catch (error) {
      if (error instanceof RangeError) return this.#reject(rule.name, error.message);
      throw error;
    }
  }

  #encode(rule: ParameterRule, text: string): string {
    const { in: place, encode = encodeURIComponent } = rule;
    if (place === 'header') return text;
    if (place === 'cookie') return this.#writeCookie(rule, text);
    return HALF_PAIR.test(text) ? this.#reject(rule.name, 'contains a lone surrogate') : encode(text);
  }

  /** Returns the texts of a value; `null` if it is not sent, as for an empty list. */
  #textsOf(rule: ParameterRule, value: unknown): readonly string[] | null {
    if (value === undefined) return null;
    if (value === null && rule.json === undefined) return rule.nullable === true ? [''] : null;
    if (rule.repeated !== true || !Array.isArray(value)) return [this.#textOf(rule, value)];
    return value.length === 0 ? null : value.map((item: unknown) => this.#textOf(rule, item));
  }

  #textOf(rule: ParameterRule, value: unknown): string {
    if (rule.json === true) return rule.in === 'header' ? asciiJson(value) : JSON.stringify(value);
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
    if (typeof value === 'number' && Number.isFinite(value)) return plainNumber(value);
    if (value === null && rule.nullable === true) return '';
    return this.#reject(rule.name, 'is not a string, number or boolean');
  }

  /** Source: RFC 6265, 4.1.1 for the characters of a value; there is no standard encoding of others, except in JSON. */
  #writeCookie(rule: ParameterRule, text: string): string {
    if (rule.json === true) return encodeURIComponent(text);
    const isPlain = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text);
    return isPlain ? text : this.#reject(rule.name, 'contains characters that a cookie cannot contain');
  }

  #reject(name: string, problem: string): never {
    throw new RequestError(this.#operationId, `${this.#operationId}: ${name} ${problem}`);
  }
}

/** Writes an integer without an exponent or a negative zero, since `readText` accepts only digits. */
function plainNumber(value: number): string {
  return Number.isSafeInteger(value) ? String(value + 0) : JSON.stringify(value);
}

/** Writes JSON as ASCII, which any header can contain. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
