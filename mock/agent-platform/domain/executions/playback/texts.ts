/**
 * Texts of a run: reads the messages of a conversation, whose content is a text or a list of parts, and replaces the
 * placeholders of a scenario. Nothing is evaluated: three forms are replaced, others are left unchanged.
 */
import { toText } from '../../../../../templates/runtime/json/value.ts';
import { isMap, type Json, type JsonMap } from '../../../../kernel/json.ts';

export interface Quotable {
  readonly lastMessage: string;
  readonly outputs: Readonly<Record<string, Json>>;
  readonly inputs: JsonMap;
}

/** Maximum length of a quoted value, so that a run has few events even for a long input. Units: characters. */
export const maxQuoteLength = 2_000;

const quotation = /\{\{(?:lastMessage|(output|input)\.([^{}\s]+))\}\}/g;

/**
 * Replaces `{{lastMessage}}`, `{{output.NAME}}` and `{{input.NAME}}` in a text.
 *
 * Shape: a value that is not a text is written as JSON; one longer than 2,000 characters is truncated and ends with
 * `…`; a placeholder without a value is left unchanged. Inserted text is not searched for placeholders.
 */
export function quoteText(text: string, source: Quotable): string {
  return text.replace(quotation, (whole, from?: 'output' | 'input', name?: string) => {
    if (from === undefined || name === undefined) return cutQuote(source.lastMessage);
    const values = from === 'output' ? source.outputs : source.inputs;
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name];
    return cutQuote(toText(value));
  });
}

/** Truncates between characters, never inside a surrogate pair. */
function cutQuote(text: string): string {
  if (text.length <= maxQuoteLength) return text;
  const isPair = (text.codePointAt(maxQuoteLength - 1) ?? 0) > 0xffff;
  return `${text.slice(0, isPair ? maxQuoteLength - 1 : maxQuoteLength)}…`;
}

/** Properties that are quoted when a step ends, or when one of its nested steps starts. */
const deferred: ReadonlySet<string> = new Set(['steps', 'denied', 'result']);

/** Replaces the placeholders in the content of a step, except in its nested steps and its result, which come later. */
export function quoteStep<Content>(content: Content, source: Quotable): Content {
  if (Array.isArray(content)) {
    const items = content as readonly JsonMap[];
    return items.map((item) => mapValues(item, (value) => quoteStep(value, source))) as Content;
  }
  if (!isMap(content)) return quoteJson(content, source) as Content;
  return mapValues(content, (value, name) =>
    deferred.has(name) ? value : quoteJson(value, source),
  ) as Content;
}

/** Replaces the placeholders in every text of a JSON value. */
export function quoteJson(value: Json, source: Quotable): Json {
  if (typeof value === 'string') return quoteText(value, source);
  if (Array.isArray(value)) return value.map((item) => quoteJson(item, source));
  if (isMap(value)) return mapValues(value, (item) => quoteJson(item, source));
  return value;
}

function mapValues(map: JsonMap, change: (value: Json, name: string) => Json): JsonMap {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value, name)]));
}

/** Returns the text of a message's content: the text itself, or the texts of its parts joined by line breaks. */
export function textOf(content: Json): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly Json[])
    .map(textOfPart)
    .filter((text) => text !== '')
    .join('\n');
}

/** Returns the text of the last message with the role `user`, empty when there is none. */
export function lastUserText(messages: readonly JsonMap[]): string {
  return textOf(messages.findLast((message) => message['role'] === 'user')?.['content']);
}

/** Joins the texts of a turn. Shape: separated by an empty line. */
export function joinParagraphs(before: string, text: string): string {
  return before === '' ? text : `${before}\n\n${text}`;
}

const scenarioMark = /(?:^|\s)#scenario:([\w-]+)/u;

/** Returns the name after `#scenario:` in the last user message, null when there is none. */
export function scenarioMarkOf(messages: readonly JsonMap[]): string | null {
  return scenarioMark.exec(lastUserText(messages))?.[1] ?? null;
}

const toolMark = /(?:^|\s)#tool:([^\s]{1,100})/u;

/** Returns the name after `#tool:` in a text, null when there is none. Shape: at most 100 characters, as for tools. */
export function toolMarkOf(text: string): string | null {
  return toolMark.exec(text)?.[1] ?? null;
}

function textOfPart(part: Json): string {
  if (typeof part === 'string') return part;
  return isMap(part) && typeof part['text'] === 'string' ? part['text'] : '';
}
