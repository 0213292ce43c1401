/**
 * The places of parameters, each with its own way to write lists, objects and characters. Each is a separate value, so
 * that a bundle contains only those that it uses.
 */
import type { ParameterPlace, ParameterRule } from './call.ts';
import { plainText, rejected, requiredText } from './write-parameters.ts';

/** In the path, in place of its name. */
export const inPath: ParameterPlace = {
  group: 'path',
  write(rule, value, fields) {
    const text = joinedText(rule, value, rule.encode ?? encodeURIComponent);
    if (text === null) rejected('it is required');
    fields.path = fields.path.replaceAll(`{${rule.name}}`, () => requiredText(text));
  },
};

/** In the query. */
export const inQuery: ParameterPlace = {
  group: 'query',
  write(rule, value, { query }) {
    for (const [name, text] of pairsOf(rule, value, rule.encode ?? encodeURIComponent))
      query.push(rule.isWholeQuery === true ? text : `${encodeURIComponent(name)}=${text}`);
  },
};

/** In a header. */
export const inHeader: ParameterPlace = {
  group: 'headers',
  write(rule, value, { headers }) {
    const text = joinedText(rule, value, rule.json === true ? asciiJson : (plain) => plain);
    if (text !== null) headers.push([rule.name, text]);
  },
};

/** In a cookie. */
export const inCookie: ParameterPlace = {
  group: 'cookies',
  write(rule, value, { cookies }) {
    const encode = rule.json === true ? encodeURIComponent : plainCookie;
    for (const [name, text] of pairsOf(rule, value, encode)) cookies.push(`${name}=${text}`);
  },
};

type Encode = (text: string) => string;

/** Writes a value as names and texts. Shape: empty if it is not sent, as for an empty list. */
function pairsOf(
  rule: ParameterRule,
  value: unknown,
  encode: Encode,
): readonly (readonly [name: string, text: string])[] {
  const { name, join, spread } = rule;
  if (join !== undefined) {
    const text = joinedText(rule, value, encode);
    return text === null ? [] : [[name, text]];
  }
  return (
    spread?.(name, value)?.map(([key, one]) => [key, encode(plainText(one))]) ??
    textsOf(rule, value, encode).map((text) => [name, text])
  );
}

/** Writes a value as one text; `null` if it is not sent. */
function joinedText(rule: ParameterRule, value: unknown, encode: Encode): string | null {
  if (rule.join !== undefined && value !== undefined && value !== null)
    return rule.join(value, (part) => encode(parameterText(rule, part)));
  const texts = textsOf(rule, value, encode);
  return texts.length === 0 ? null : texts.join(',');
}

function textsOf(rule: ParameterRule, value: unknown, encode: Encode): readonly string[] {
  if (value === undefined) return [];
  if (value === null && rule.json !== true && rule.nullable !== true) return [];
  const values: readonly unknown[] = rule.repeated === true && Array.isArray(value) ? value : [value];
  return values.map((one) => encode(parameterText(rule, one)));
}

function parameterText({ json, nullable }: ParameterRule, value: unknown): string {
  if (json === true) return JSON.stringify(value);
  return value === null && nullable === true ? '' : plainText(value);
}

/** Source: RFC 6265, 4.1.1 for the characters of a value; there is no standard encoding of others, except in JSON. */
function plainCookie(text: string): string {
  if (/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text)) return text;
  return rejected('a cookie cannot contain all of its characters');
}

/** Writes JSON as ASCII, which any header can contain. */
function asciiJson(json: string): string {
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
