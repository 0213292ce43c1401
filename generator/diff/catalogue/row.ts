/** The rows of the catalogue of changes. */
import { toText } from '../../../templates/runtime/json/value.ts';
import type { JsonValue } from '../../model/contract-model.ts';
import type { Effects } from './effect.ts';

/** One row. Shape: `message` is a sentence; `subject` is already quoted. */
export interface ChangeRow<Facts> {
  readonly effects: Effects;
  readonly message: (subject: string, facts: Facts) => string;
  /** Reported only with `--all`. */
  readonly isQuiet?: true;
}

/** Creates a row, with the type of its facts. */
export function row<Facts = object>(
  effects: Effects,
  message: ChangeRow<Facts>['message'],
  report?: 'quiet',
): ChangeRow<Facts> {
  return { effects, message, ...(report === 'quiet' && { isQuiet: true }) };
}

/** A value that was replaced. */
export interface Replaced {
  readonly from: string;
  readonly to: string;
}

/** Quotes text in a sentence, without characters that end the quotation or control a terminal. */
export function quote(text: string): string {
  return `\`${text.replaceAll(/[`\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')}\``;
}

/** Longer values are truncated in messages, not in the facts. */
const MAX_VALUE_LENGTH = 80;

/** Quotes a value of a document in a sentence. */
export function quoteValue(value: JsonValue): string {
  const text = toText(value);
  return quote(text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text);
}
