/**
 * Quoting of a run's input in the texts of a scenario. Nothing is evaluated: two forms are replaced, others stay.
 */
import { isMap } from '../json.ts';
import type { Json, JsonMap } from '../scenario.ts';

/** What a scenario may quote. */
export interface Quotable {
  readonly lastMessage: string;
  readonly outputs: Readonly<Record<string, Json>>;
}

const quotation = /\{\{(lastMessage|output\.([^{}\s]+))\}\}/g;

/**
 * Replaces `{{lastMessage}}` and `{{output.NAME}}` in a text.
 *
 * Shape: an output that is not a text is written as JSON; a quotation of a tool without output stays as it is.
 */
export function quoteText(text: string, source: Quotable): string {
  return text.replace(quotation, (whole, name: string, tool: string | undefined) => {
    if (name === 'lastMessage') return source.lastMessage;
    if (tool === undefined || !Object.hasOwn(source.outputs, tool)) return whole;
    const output = source.outputs[tool];
    return typeof output === 'string' ? output : JSON.stringify(output);
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
