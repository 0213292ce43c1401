/** The example of an error that the text about an API shows, for APIs whose operations declare no errors. */
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { JsonObject } from '../json/documents.ts';
import { isObject } from '../json/json.ts';
import { parseJson } from '../../templates/runtime/json/value.ts';

/** Units: characters of a text, and of a block of code, that are read. */
const MAX_TEXT_LENGTH = 200_000;
const MAX_BLOCK_LENGTH = 4000;

/** Returns the first block of JSON in a Markdown text that is an error; undefined for none. */
export function errorExampleIn(text: string | null): JsonObject | undefined {
  const blocks = (text ?? '').slice(0, MAX_TEXT_LENGTH).split('```');
  for (const block of blocks.filter((_, index) => index % 2 === 1)) {
    if (block.length > MAX_BLOCK_LENGTH) continue;
    const value = parseObject(block.replace(/^(?:json5?|javascript|js)?\s*\n/i, ''));
    if (value !== undefined && isError(value)) return value;
  }
  return undefined;
}

function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

/** Returns whether an object is an error: one or several inside, or a message with a code. */
function isError(value: JsonObject): boolean {
  const { error, errors, message, code } = value;
  const [first] = Array.isArray(errors) ? (errors as readonly JsonValue[]) : [];
  if (isMessage(error) || isMessage(first)) return true;
  return typeof message === 'string' && (code !== undefined || error !== undefined);
}

function isMessage(value: JsonValue | undefined): boolean {
  return isObject(value) && (typeof value['message'] === 'string' || typeof value['detail'] === 'string');
}
