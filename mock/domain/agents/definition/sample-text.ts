/**
 * A text for a JSON Schema of texts: one of its format, one for its pattern, or a plain one of its length.
 */
import type { JsonMap } from '../../json.ts';
import { textForPattern } from './pattern-text.ts';

const formats: Readonly<Record<string, (variant: number) => string>> = {
  date: (variant) => `2026-01-${twoDigits(1 + (variant % 28))}`,
  'date-time': (variant) => `2026-01-${twoDigits(1 + (variant % 28))}T09:30:00.000Z`,
  time: (variant) => `09:30:${twoDigits(variant % 60)}Z`,
  duration: (variant) => `PT${variant + 1}M`,
  email: (variant) => `someone${variant === 0 ? '' : variant}@example.com`,
  'idn-email': (variant) => `someone${variant === 0 ? '' : variant}@example.com`,
  hostname: (variant) => `host${variant}.example.com`,
  ipv4: (variant) => `192.0.2.${1 + (variant % 254)}`,
  ipv6: (variant) => `2001:db8::${1 + variant}`,
  uri: (variant) => `https://example.com/${variant === 0 ? '' : variant}`,
  url: (variant) => `https://example.com/${variant === 0 ? '' : variant}`,
  'uri-reference': (variant) => `/items/${variant}`,
  'json-pointer': (variant) => `/items/${variant}`,
  uuid: (variant) => `00000000-0000-4000-8000-${String(variant + 1).padStart(12, '0')}`,
};

/** Names of parameters that ask for what the user said. */
const questions = /^(?:query|q|question|prompt|message|text|topic|task|input|search|keywords?)$/iu;

/** Units: characters of a text that a schema asks to be longer. */
const mostCharacters = 1000;

/** Samples a text. Shape: `name` is that of the parameter; `variant` tells several apart. */
export function sampleText(schema: JsonMap, name: string, variant: number): string {
  const { format, pattern, minLength, maxLength } = schema;
  const least = typeof minLength === 'number' ? Math.min(minLength, mostCharacters) : 0;
  const most = typeof maxLength === 'number' ? maxLength : null;
  if (typeof pattern === 'string') {
    const text = textForPattern(pattern, least, variant);
    if (text !== null) return text;
  }
  if (typeof format === 'string' && Object.hasOwn(formats, format))
    return (formats[format] as (variant: number) => string)(variant);
  if (least === 0 && most === null && variant === 0 && questions.test(name)) return '{{lastMessage}}';
  const word = `${wordFor(name)}${variant === 0 ? '' : ` ${variant + 1}`}`.padEnd(least, '.');
  return most === null ? word : word.slice(Math.max(0, word.length - most));
}

/** Makes `order_1042` for `orderId`, and a plain word for others. */
function wordFor(name: string): string {
  const thing = /^(\w+?)_?ids?$/iu.exec(name)?.[1];
  if (thing !== undefined) return `${thing.toLowerCase()}_1042`;
  return name === '' ? 'sample' : `sample ${name}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
