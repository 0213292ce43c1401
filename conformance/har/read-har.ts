/** Reads a HAR 1.2 file: its entries, as far as they can be read, and what is wrong with the others. */
import { isUtf8 } from 'node:buffer';
import { readJson } from '../model/read-json.ts';
import { propertyOf } from '../model/json-fields.ts';

/**
 * One request with its response. Shape: header names in their original case; `body` is `null` for none, `unread` for one
 * that the file does not have; `response` is `null` for none.
 */
export interface HarEntry {
  /** Its place in the file, from 1. */
  readonly number: number;
  /** Units: epoch milliseconds; `null` if the file has no valid time. */
  readonly startedAt: number | null;
  /** Units: milliseconds. */
  readonly durationMs: number;
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly HarField[];
  readonly body: Uint8Array | { readonly kind: 'unread' } | null;
  readonly response: HarResponse | null;
}

export type HarField = readonly [name: string, value: string];

/** Shape: `body` is `null` if the file does not have it. */
export interface HarResponse {
  readonly status: number;
  readonly headers: readonly HarField[];
  readonly body: Uint8Array | null;
}

/** The entries of a file. Shape: `unreadable` names the entries that are not valid. */
export interface HarFile {
  readonly entries: readonly HarEntry[];
  readonly unreadable: readonly string[];
}

/** Units: bytes. Why: the text of a longer file does not fit into a string. */
const MAX_LENGTH = 256 * 1024 * 1024;

/** Reads a file. Errors: returns a problem if it has no entries. */
export function readHar(bytes: Uint8Array): HarFile | { readonly problem: string } {
  if (bytes.length > MAX_LENGTH) return { problem: `is longer than ${MAX_LENGTH / 1024 / 1024} MiB` };
  const text = decode(bytes);
  if (text === null) return { problem: 'is neither UTF-8 nor UTF-16' };
  const reading = readJson(text);
  if (!reading.ok) return { problem: `is not JSON: ${reading.problem}` };
  const list = propertyOf(propertyOf(reading.value, 'log'), 'entries');
  if (!Array.isArray(list)) return { problem: 'is not a HAR: it has no log.entries' };
  if (list.length === 0) return { problem: 'has no entries' };
  const read = list.map((entry: unknown, index) => readEntry(entry, index + 1));
  const entries = read.flatMap((each) => (typeof each === 'string' ? [] : [each]));
  const unreadable = read.filter((each) => typeof each === 'string');
  if (entries.length === 0) return { problem: `has no valid entry: ${unreadable[0] ?? ''}` };
  return { entries, unreadable };
}

function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : null;
}

/** Reads an entry. Shape: a text with its problem if it is not valid. */
function readEntry(entry: unknown, number: number): HarEntry | string {
  const request = propertyOf(entry, 'request');
  const response = propertyOf(entry, 'response');
  const address = textOf(request, 'url');
  const url = address === null ? null : URL.parse(address);
  const method = textOf(request, 'method');
  if (method === null || !/^[\w!#$%&'*+.^`|~-]+$/.test(method)) return `entry ${number} has no method`;
  if (url === null || !/^https?:$/.test(url.protocol)) return `entry ${number} has no http address`;
  const startedAt = Date.parse(textOf(entry, 'startedDateTime') ?? '');
  return {
    number,
    startedAt: Number.isNaN(startedAt) ? null : startedAt,
    durationMs: Math.max(0, numberOf(entry, 'time') ?? 0),
    method: method.toUpperCase(),
    url,
    headers: withCookies(fieldsOf(request), listAt(request, 'cookies')),
    body: sentBody(request),
    response: readResponse(response),
  };
}

/** Adds a `Cookie` of the listed cookies. Why: a browser may record them only there. */
function withCookies(headers: readonly HarField[], cookies: readonly HarField[]): readonly HarField[] {
  if (cookies.length === 0 || headers.some(([name]) => name.toLowerCase() === 'cookie')) return headers;
  return [...headers, ['Cookie', cookies.map((pair) => pair.join('=')).join('; ')]];
}

/** Returns the body of a request. Why from its parameters: browsers record the text of a form or its fields. */
function sentBody(request: unknown): HarEntry['body'] {
  const data = propertyOf(request, 'postData');
  const text = textOf(data, 'text');
  const fields = listAt(data, 'params');
  if (text !== null && (text !== '' || fields.length === 0)) return bytesIn(text, data);
  if (fields.length === 0) return (numberOf(request, 'bodySize') ?? 0) > 0 ? { kind: 'unread' } : null;
  const isForm = textOf(data, 'mimeType')?.startsWith('application/x-www-form-urlencoded') === true;
  return isForm
    ? bytesIn(new URLSearchParams(Object.fromEntries(fields)).toString(), null)
    : { kind: 'unread' };
}

/** Shape: `null` without a status, which is how browsers record a request that failed. */
function readResponse(response: unknown): HarResponse | null {
  const status = numberOf(response, 'status');
  if (status === null || !Number.isInteger(status) || status < 100 || status > 999) return null;
  return { status, headers: fieldsOf(response), body: bodyOf(propertyOf(response, 'content')) };
}

function bodyOf(content: unknown): Uint8Array | null {
  const text = textOf(content, 'text');
  if (text === null) return (numberOf(content, 'size') ?? 0) > 0 ? null : new Uint8Array();
  return bytesIn(text, content);
}

/** Returns the bytes of a text, by the encoding in the fields next to it. */
function bytesIn(text: string, fields: unknown): Uint8Array {
  const isBase64 = textOf(fields, 'encoding')?.toLowerCase() === 'base64';
  return Uint8Array.from(Buffer.from(text, isBase64 ? 'base64' : 'utf8'));
}

/** Reads headers, without the pseudo-headers of HTTP/2. */
function fieldsOf(message: unknown): readonly HarField[] {
  return listAt(message, 'headers').filter(([name]) => /^[^\s:]+$/.test(name));
}

/** Reads a list of names and values. Shape: the value of a file is empty. */
function listAt(message: unknown, name: string): readonly HarField[] {
  const list = propertyOf(message, name);
  if (!Array.isArray(list)) return [];
  return list.flatMap((field: unknown): readonly HarField[] => {
    const key = textOf(field, 'name');
    return key === null ? [] : [[key, textOf(field, 'value') ?? '']];
  });
}

function textOf(value: unknown, name: string): string | null {
  const text = propertyOf(value, name);
  return typeof text === 'string' ? text : null;
}

function numberOf(value: unknown, name: string): number | null {
  const number = propertyOf(value, name);
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
