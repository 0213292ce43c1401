/**
 * Splits a body in `multipart/form-data` into its parts, in time that grows linearly with its length. Does not know the
 * fields of operations. Source: RFC 7578, RFC 2046 section 5.1.
 */
import { decodeUtf8 } from '../request-texts.ts';

/** A part of a form, before its content is parsed. */
export interface FormPart {
  readonly name: string;
  /** `null` for a part that is not a file. */
  readonly fileName: string | null;
  /** As sent; `null` if the part has no `Content-Type`. */
  readonly contentType: string | null;
  /** All headers, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Uint8Array;
}

/** The parts of a form in the order they were sent, or what is wrong with the form. */
export type ParsedForm =
  | { readonly ok: true; readonly parts: readonly FormPart[] }
  | { readonly ok: false; readonly detail: string };

/** Units: bytes of the header of one part. */
const MAX_HEADER_LENGTH = 16_384;

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const DASH = 45;

/** Splits a form. Units: `mostParts` counts parts. Errors: returned. */
export function parseMultipart(bytes: Uint8Array, contentType: string, mostParts: number): ParsedForm {
  const boundary = boundaryOf(contentType);
  if (boundary === null) return { ok: false, detail: 'has no valid boundary in its Content-Type' };
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
  const parts: FormPart[] = [];
  // The first delimiter needs no line break before it.
  const first = hasBytesAt(bytes, 0, delimiter.subarray(2))
    ? afterDelimiter(bytes, delimiter.length - 2)
    : null;
  let at = first ?? findDelimiter(bytes, 0, delimiter);
  for (;;) {
    if (at === null) return { ok: false, detail: 'ends without its closing boundary' };
    if (at.isLast) return { ok: true, parts };
    if (parts.length === mostParts) return { ok: false, detail: `has more than ${mostParts} parts` };
    const next = findDelimiter(bytes, at.end, delimiter);
    if (next === null) return { ok: false, detail: 'ends without its closing boundary' };
    const part = parsePart(bytes.subarray(at.end, next.start));
    if (typeof part === 'string') return { ok: false, detail: `${part} (part ${parts.length + 1})` };
    parts.push(part);
    at = next;
  }
}

/** Source: RFC 2046 5.1.1: at most 70 characters. */
function boundaryOf(contentType: string): string | null {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))(?:[\s;]|$)/i.exec(contentType);
  return match === null ? null : (match[1] ?? match[2] ?? null);
}

/** A line that separates parts: from its line break to the first byte of the next part. */
interface Delimiter {
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

function findDelimiter(bytes: Uint8Array, from: number, delimiter: Uint8Array): Delimiter | null {
  // The header of a part may be empty, so that its delimiter has the line break of the previous one.
  for (let start = bytes.indexOf(CARRIAGE_RETURN, Math.max(0, from - 2)); start !== -1;) {
    if (hasBytesAt(bytes, start, delimiter)) {
      const end = afterDelimiter(bytes, start + delimiter.length, start);
      if (end !== null) return end;
    }
    start = bytes.indexOf(CARRIAGE_RETURN, start + 1);
  }
  return null;
}

/** Reads the rest of a line with a boundary; `null` if the boundary is only the start of another text. */
function afterDelimiter(bytes: Uint8Array, from: number, start = 0): Delimiter | null {
  if (bytes[from] === DASH && bytes[from + 1] === DASH) return { start, end: from + 2, isLast: true };
  let end = from;
  while (bytes[end] === 32 || bytes[end] === 9) end += 1;
  return bytes[end] === CARRIAGE_RETURN && bytes[end + 1] === LINE_FEED
    ? { start, end: end + 2, isLast: false }
    : null;
}

function hasBytesAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  return wanted.every((byte, index) => bytes[at + index] === byte);
}

/** Parses a part; returns what is wrong with it as a text. */
function parsePart(bytes: Uint8Array): FormPart | string {
  const end = endOfHeader(bytes);
  if (end === null)
    return `has a part whose header is not followed by an empty line within ${MAX_HEADER_LENGTH} bytes`;
  const fields = headerFields(bytes.subarray(0, end));
  if (fields === null) return 'has a part whose header is not valid UTF-8';
  const disposition = fields.get('content-disposition') ?? '';
  const parameters = parametersOf(disposition);
  const name = parameters.get('name');
  if (!/^form-data\s*(?:;|$)/i.test(disposition) || name === undefined)
    return 'has a part without "Content-Disposition: form-data" and a name';
  return {
    name,
    fileName: parameters.get('filename') ?? null,
    contentType: fields.get('content-type') ?? null,
    headers: fields,
    bytes: bytes.subarray(end + 4),
  };
}

function endOfHeader(bytes: Uint8Array): number | null {
  const limit = Math.min(bytes.length - 3, MAX_HEADER_LENGTH);
  for (
    let at = bytes.indexOf(CARRIAGE_RETURN);
    at !== -1 && at < limit;
    at = bytes.indexOf(CARRIAGE_RETURN, at + 1)
  ) {
    if (bytes[at + 1] === LINE_FEED && bytes[at + 2] === CARRIAGE_RETURN && bytes[at + 3] === LINE_FEED)
      return at;
  }
  return null;
}

function headerFields(header: Uint8Array): ReadonlyMap<string, string> | null {
  const text = decodeUtf8(header);
  if (text === null) return null;
  return new Map(
    text.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
}

const PARAMETER = /;\s*([^\s=;"]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/** Reads the parameters of a field; in quotes, as browsers and older programs escape them. */
function parametersOf(field: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(field.matchAll(PARAMETER), ([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      quoted === undefined ? plain : unquote(quoted),
    ]),
  );
}

/** Source: HTML, multipart/form-data encoding algorithm. Older programs write `\"`, and browsers no other escape. */
function unquote(text: string): string {
  return text.replaceAll('\\"', '"').replaceAll(/%(0a|0d|22)/gi, decodeURIComponent);
}
