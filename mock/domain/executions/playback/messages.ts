/**
 * Reading the messages of a conversation, whose content is a text or a list of parts.
 */
import { isMap } from '../../json.ts';
import type { Json, JsonMap } from '../../json.ts';

/** Returns the text of a message's content: the text itself, or the texts of its parts joined by line breaks. */
export function textOf(content: Json): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly Json[])
    .map(textOfPart)
    .filter((text) => text !== '')
    .join('\n');
}

/** Returns the text of the last message whose role is `user`, empty when there is none. */
export function lastUserText(messages: readonly JsonMap[]): string {
  return textOf(messages.findLast((message) => message['role'] === 'user')?.['content']);
}

/** Joins the texts of a turn. Shape: an empty line stands between two. */
export function joinParagraphs(before: string, text: string): string {
  return before === '' ? text : `${before}\n\n${text}`;
}

const scenarioMark = /(?:^|\s)#scenario:([\w-]+)/u;

/** Returns the name behind `#scenario:` in the last user message, null when it names none. */
export function scenarioMarkOf(messages: readonly JsonMap[]): string | null {
  return scenarioMark.exec(lastUserText(messages))?.[1] ?? null;
}

const toolMark = /(?:^|\s)#tool:([^\s]{1,100})/u;

/** Returns the name behind `#tool:` in a text, null when it names none. Shape: at most 100 characters, as tools have. */
export function toolMarkOf(text: string): string | null {
  return toolMark.exec(text)?.[1] ?? null;
}

function textOfPart(part: Json): string {
  if (typeof part === 'string') return part;
  return isMap(part) && typeof part['text'] === 'string' ? part['text'] : '';
}
