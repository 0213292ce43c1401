/** A sample text for a JSON Schema: by its format, by its pattern, or a plain text of its length. */
import { sampleText as sampleOfBounds } from '../../../../../contract/samples/sample-text.ts';
import type { JsonMap } from '../../../../kernel/json.ts';

/** Matches names of parameters for the user's message. */
const questions = /^(?:query|q|question|prompt|message|text|topic|task|input|search|keywords?)$/iu;

/** The largest supported minimum length of a schema. Units: characters. */
const maxCharacters = 1000;

/** The maximum length of a pattern. Units: characters. */
const maxPatternLength = 500;

/** Whether a parameter for the user's message quotes it. */
export type Quoting = 'quotes' | 'plain';

/** Creates a sample text. Shape: `name` is the parameter's name; `variant` makes several samples different. */
export function sampleText(schema: JsonMap, name: string, variant: number, quoting: Quoting): string {
  const { format, pattern, minLength, maxLength } = schema;
  const bounds = {
    least: typeof minLength === 'number' ? Math.min(minLength, maxCharacters) : 0,
    most: typeof maxLength === 'number' ? maxLength : null,
    format: typeof format === 'string' ? format : null,
  };
  const word = wordFor(name);
  const patterns = typeof pattern === 'string' && pattern.length <= maxPatternLength ? [pattern] : [];
  const text = patterns.length > 0 ? sampleOfBounds({ ...bounds, patterns }, word, variant) : undefined;
  if (text !== undefined) return text;
  const isFree = bounds.format === null && bounds.least === 0 && bounds.most === null;
  if (isFree && variant === 0 && quoting === 'quotes' && questions.test(name)) return '{{lastMessage}}';
  return sampleOfBounds({ ...bounds, patterns: [] }, word, variant) ?? word;
}

/** Returns `order_1042` for `orderId`, and a plain word for others. */
function wordFor(name: string): string {
  const thing = /^(\w+?)_?ids?$/iu.exec(name)?.[1];
  if (thing !== undefined) return `${thing.toLowerCase()}_1042`;
  return name === '' ? 'sample' : `sample ${name}`;
}
