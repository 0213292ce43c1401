/**
 * Quoting of a run's input in the texts of a scenario. Nothing is evaluated: three forms are replaced, others stay.
 */
import { isMap } from '../json.ts';
import type { Json, JsonMap } from '../scenario.ts';

/** What a scenario may quote. */
export interface Quotable {
  readonly lastMessage: string;
  readonly outputs: Readonly<Record<string, Json>>;
  readonly inputs: JsonMap;
}

const quotation = /\{\{(?:lastMessage|(output|input)\.([^{}\s]+))\}\}/g;

/**
 * Replaces `{{lastMessage}}`, `{{output.NAME}}` and `{{input.NAME}}` in a text.
 *
 * Shape: a value that is not a text is written as JSON; a quotation of something that is not there stays as it is.
 */
export function quoteText(text: string, source: Quotable): string {
  return text.replace(quotation, (whole, from?: 'output' | 'input', name?: string) => {
    if (from === undefined || name === undefined) return source.lastMessage;
    const values = from === 'output' ? source.outputs : source.inputs;
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name];
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

/** Replaces the quotations in every text of a JSON value. */
export function quoteJson(value: Json, source: Quotable): Json {
  if (typeof value === 'string') return quoteText(value, source);
  if (Array.isArray(value)) return value.map((item) => quoteJson(item, source));
  if (isMap(value)) return quoteMap(value, source);
  return value;
}

/** Replaces the quotations in every text of a JSON object. */
export function quoteMap(map: JsonMap, source: Quotable): JsonMap {
  return Object.fromEntries(Object.entries(map).map(([member, value]) => [member, quoteJson(value, source)]));
}
