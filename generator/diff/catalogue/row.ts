/**
 * What the catalogue of changes says about one kind of change.
 */
import type { JsonValue } from '../../contract/contract.ts';
import type { Effects } from '../effect.ts';

/**
 * One row.
 *
 * Shape: `message` is a sentence; `subject` is already quoted.
 */
export interface ChangeRow<Facts> {
  readonly effects: Effects;
  readonly message: (subject: string, facts: Facts) => string;
  /** Told only when everything is asked for. */
  readonly isQuiet?: true;
}

/** Names the type of the facts of a row. */
export function row<Facts = object>(written: ChangeRow<Facts>): ChangeRow<Facts> {
  return written;
}

/** A value that was replaced. */
export interface Replaced {
  readonly from: string;
  readonly to: string;
}

/** Writes a text as it is quoted in a sentence; what would end the quotation or steer a terminal is left out. */
export function quote(text: string): string {
  return `\`${text.replaceAll(/[`\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')}\``;
}

/** Longer values are cut in a sentence; the facts keep them whole. */
const LONGEST_VALUE = 80;

/** Writes a value of a document in a sentence. */
export function quoteValue(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return quote(text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text);
}
