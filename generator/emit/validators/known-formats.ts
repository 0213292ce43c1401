/**
 * Which formats are asserted, and which are notes that nobody needs to hear about.
 * The functions themselves are in `templates/runtime/formats.ts`; a test holds the two lists together.
 */

/** Formats of strings that compiled schemas assert. */
export const stringFormats = [
  'byte',
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'json-pointer',
  'relative-json-pointer',
  'time',
  'uri',
  'uri-reference',
  'uuid',
] as const;

/** Formats of numbers that compiled schemas assert. */
export const numberFormats = ['int32', 'int64'] as const;

const known = new Set<string>([...stringFormats, ...numberFormats]);

/** Formats that say how a value is shown or stored and never make one invalid. */
const notes = new Set(['binary', 'char', 'commonmark', 'double', 'float', 'html', 'password', 'regex']);

/** Says whether a compiled schema asserts the format. */
export function isKnownFormat(name: string): boolean {
  return known.has(name);
}

/** Says whether the format is only ever a note. */
export function isNoteFormat(name: string): boolean {
  return notes.has(name);
}
