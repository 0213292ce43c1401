/**
 * Prints what a document says about a property as a documentation comment, in the layout of openapi-typescript.
 */
import type { JsonObject, JsonValue } from '../../source/documents.ts';
import { isArray, isObject, propertyOf, textAt, textsAt } from '../../source/json.ts';

/** Prints the comment of a property, with its line ending; an empty text if there is nothing to say. */
export function docComment(described: JsonObject): string {
  const remarks: string[] = [];
  const summary = textAt(described, 'summary');
  const format = textAt(described, 'format');
  if (summary !== null && summary !== '') remarks.push(clean(summary));
  if (format !== null && format !== '') remarks.push(`Format: ${format}`);
  if (isSet(propertyOf(described, 'deprecated'))) remarks.push('@deprecated');
  const description = propertyOf(described, 'description');
  if (description !== undefined && description !== '') remarks.push(`@description ${print(description)}`);
  const preset = propertyOf(described, 'default');
  if (preset !== undefined) remarks.push(`@default ${print(preset)}`);
  if (Object.hasOwn(described, 'const')) remarks.push('@constant');
  if (isSet(propertyOf(described, 'enum'))) remarks.push(`@enum {${typeName(described)}}`);
  return remarks.length === 0 ? '' : layOut(remarks);
}

/** Returns whether a keyword with any value but these is set. */
export function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== '';
}

function print(value: JsonValue): string {
  return clean(isObject(value) || isArray(value) ? JSON.stringify(value, null, 2) : String(value));
}

function clean(text: string): string {
  return text.trim().replaceAll(/\r?\n/g, '\n *     ');
}

function typeName(schema: JsonObject): string {
  const type = propertyOf(schema, 'type');
  if (isArray(type)) return textsAt(schema, 'type').join('|');
  return typeof type === 'string' ? type : 'unknown';
}

function layOut(remarks: readonly string[]): string {
  const [only = ''] = remarks;
  const isShort = remarks.length === 1 && !only.includes('\n');
  const text = isShort ? `/** ${only}` : `/**\n * ${remarks.join('\n * ')}\n`;
  const [first = '', ...lines] = `${text.replaceAll('*/', '*\\/')} */\n`.split(/\r\n|[\n\r\u2028\u2029]/);
  return [first.trim(), ...lines.map(align)].join('\n');
}

/** Aligns a line; whitespace at its start counts as columns, with a tab stop every four. */
function align(line: string): string {
  const [space = ''] = /^[\t\v\f \u0085\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]*/.exec(line) ?? [];
  const columns =
    space === ' ' ? 1 : Array.from(space).reduce((at, each) => at + (each === '\t' ? 4 - (at % 4) : 1), 0);
  return ' '.repeat(columns) + line.trim();
}
