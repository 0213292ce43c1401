/**
 * Builds TypeScript types as text: one property on a line, and parentheses around a union or an intersection inside
 * another type.
 */
import { isPropertyName } from '../../model/check-names.ts';
import type { JsonValue } from '../../json/documents.ts';
import { isArray, isObject } from '../../json/json.ts';

/** A type; each line after the first is indented as if the type started a line. */
export interface TypeText {
  readonly text: string;
  /** `keyword` types appear once in a union; `group` needs parentheses. */
  readonly form: 'keyword' | 'plain' | 'group';
}

const keyword = (text: string): TypeText => ({ text, form: 'keyword' });
const plain = (text: string): TypeText => ({ text, form: 'plain' });

export const BOOLEAN = keyword('boolean');
export const NEVER = keyword('never');
export const NULL = keyword('null');
export const NUMBER = keyword('number');
export const STRING = keyword('string');
export const UNDEFINED = keyword('undefined');
export const UNKNOWN = plain('unknown');
export const ANY_OBJECT = plain('Record<string, unknown>');
export const EMPTY_OBJECT = plain('Record<string, never>');

export function literalType(value: JsonValue): TypeText {
  if (value === null) return NULL;
  if (isArray(value)) return tupleOf(value.map(literalType));
  if (isObject(value))
    return objectOf(Object.entries(value).map(([name, each]) => property({ name, type: literalType(each) })));
  return plain(typeof value === 'string' ? quote(value) : String(value));
}

/** Prints a lookup in a declaration: `components['schemas']['Agent']`. */
export function lookupType(declaration: string, ...keys: readonly string[]): TypeText {
  return plain(declaration + keys.map((key) => `[${quote(key)}]`).join(''));
}

export function namedType(name: string): TypeText {
  return plain(name);
}

/** Prints a helper type that requires some properties of an object. */
export function withRequired({ text }: TypeText, properties: readonly string[]): TypeText {
  return plain(`WithRequired<${text}, ${unionOf(properties.map(literalType)).text}>`);
}

/** Joins alternatives; without any, no value has the type. */
export function unionOf(types: readonly TypeText[]): TypeText {
  return join(types, ' | ');
}

/** Joins types that all apply. */
export function intersectionOf(types: readonly TypeText[]): TypeText {
  return join(types, ' & ');
}

function join(types: readonly TypeText[], separator: string): TypeText {
  const [first = NEVER] = types;
  if (types.length < 2) return first;
  const keywords = new Set<string>();
  const distinct = types.filter(({ form, text }) => {
    const isRepeated = keywords.has(text);
    if (form === 'keyword') keywords.add(text);
    return !isRepeated;
  });
  return { text: distinct.map(grouped).join(separator), form: 'group' };
}

export function arrayOf(item: TypeText): TypeText {
  return plain(`${grouped(item)}[]`);
}

/** Prints a tuple, on one line if its elements are. */
export function tupleOf(items: readonly TypeText[]): TypeText {
  const texts = items.map(({ text }) => text);
  const isShort = !texts.some((text) => text.includes('\n'));
  return plain(isShort ? `[${texts.join(', ')}]` : `[\n${indent(texts.join(',\n'))}\n]`);
}

/** Prints an element that a tuple may lack. */
export function optionalItem(item: TypeText): TypeText {
  return plain(`${grouped(item)}?`);
}

/** Prints the elements of a tuple after the listed ones. */
export function restItems(item: TypeText): TypeText {
  return plain(`...${arrayOf(item).text}`);
}

function grouped({ text, form }: TypeText): string {
  return form === 'group' ? `(${text})` : text;
}

/** Prints an object type with properties and index signatures that the functions below printed. */
export function objectOf(properties: readonly string[]): TypeText {
  return plain(properties.length === 0 ? '{}' : `{\n${indent(properties.join('\n'))}\n}`);
}

export interface Property {
  readonly name: string;
  readonly type: TypeText;
  readonly isOptional?: boolean;
  readonly isReadonly?: boolean;
  /** A comment with its line ending; empty for none. */
  readonly comment?: string;
}

export function property({ name, type, isOptional, isReadonly, comment = '' }: Property): string {
  const readonly = isReadonly === true ? 'readonly ' : '';
  return `${comment}${readonly}${propertyName(name)}${isOptional === true ? '?' : ''}: ${type.text};`;
}

export function indexSignature(name: string, { text }: TypeText): string {
  return `[${name}: string]: ${text};`;
}

function propertyName(name: string): string {
  const isBare = isPropertyName(name) || (String(Number(name)) === name && !name.startsWith('-'));
  return isBare ? name : quote(name);
}

/** Indents properties and ends each line. Units: `depth` in levels of two spaces. */
export function indentLines(properties: readonly string[], depth: number): string {
  const space = ' '.repeat(2 * depth);
  return properties.map((text) => `${space}${text.replaceAll(/\n(?!\n)/g, `\n${space}`)}\n`).join('');
}

function indent(text: string): string {
  return `  ${text.replaceAll('\n', '\n  ')}`;
}

/** Quotes a text. Characters that change the direction or the lines of what an editor shows are escaped. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll(/[\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, escape);
  return `'${escaped}'`;
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}
