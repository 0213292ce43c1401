/**
 * Which formats are asserted, and which are annotations that need no diagnostic. The functions themselves are in
 * `templates/runtime/formats/`; a test keeps the lists in sync.
 */

/** Formats of strings that compiled schemas assert. */
export const stringFormats = [
  'byte',
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'idn-email',
  'idn-hostname',
  'ipv4',
  'ipv6',
  'iri',
  'iri-reference',
  'json-pointer',
  'regex',
  'relative-json-pointer',
  'time',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
] as const;

/** Formats of numbers that compiled schemas assert. */
export const numberFormats = ['int32', 'int64'] as const;

/** Formats that only `rare-formats.ts` implements, or implements more strictly. */
export const rareFormats: readonly string[] = [
  'hostname',
  'idn-email',
  'idn-hostname',
  'iri',
  'iri-reference',
  'regex',
  'uri-template',
];

const names = new Set<string>([...stringFormats, ...numberFormats]);

/** Formats that describe how a value is shown or stored and never make one invalid. */
const notes = new Set(['binary', 'char', 'commonmark', 'double', 'float', 'html', 'password']);

/** Returns whether a compiled schema asserts the format. */
export function isKnownFormat(name: string): boolean {
  return names.has(name);
}

/** Returns the known format with the same letters, such as `date-time` for `dateTime`; `null` if there is none. */
export function sameFormat(name: string): string | null {
  const lettersOf = (format: string): string => format.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return [...names].find((format) => lettersOf(format) === lettersOf(name)) ?? null;
}

/** Returns whether the format is only an annotation. */
export function isNoteFormat(name: string): boolean {
  return notes.has(name);
}
