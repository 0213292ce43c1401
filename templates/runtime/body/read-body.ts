/**
 * Parses the body of a request: media type, UTF-8, JSON and forbidden names. Validates the value with the schema of its
 * media type.
 */
import { cutText } from '../instance-path.ts';
import {
  coversMediaType,
  isJsonMediaType,
  isMediaRange,
  isXmlMediaType,
  mediaTypeOf,
  type XmlCodec,
} from '../media-type.ts';
import type { BodyContentSpec, BodySpec, PropertiesSpec } from '../operation-spec.ts';
import { parseJson, readJson } from './read-json.ts';
import { badEncoding, type ReadBody, rejectBody, rejectPart } from './read-problems.ts';
import { type ItemRules, readSequence } from './read-sequence.ts';
import { readForm } from '../read-fields.ts';
import { readMultipart, type MultipartSpec } from '../forms/read-multipart.ts';
import { decodeText, decodeUtf8, splitQuery } from '../request-texts.ts';
import type { SchemaCheck } from '../schema-check.ts';

/** Limits for the bodies of untrusted clients. */
export interface BodyLimits {
  /** Maximum number of bytes of a body, or of characters of one item of a sequence; default 1 MiB in a server. */
  readonly bytes?: number;
  /** Maximum number of nested arrays and objects; default 64. */
  readonly depth?: number;
  /** Maximum number of parts of a multipart form; default 1000. */
  readonly parts?: number;
}

const MAX_BODY_DEPTH = 64;

const MAX_PARTS = 1000;

const NOTHING: ReadBody = { kind: 'value', value: undefined };

/**
 * Reads a body.
 *
 * Shape: `undefined` if the operation takes no body or an optional body is empty; a value for JSON and for forms with
 * documented fields, a string for `text/*`, bytes for everything else. A body without a media type is parsed as JSON if
 * the operation accepts JSON.
 */
export function readBody(
  spec: BodySpec | null,
  bytes: Uint8Array | null,
  contentType: string | null,
  limits: BodyLimits = {},
  xml?: XmlCodec,
): ReadBody {
  if (spec === null) return NOTHING;
  const mediaType = mediaTypeOf(contentType);
  const content = contentOfBody(spec, mediaType);
  const rules = itemRulesOf(spec, contentType, limits);
  if (bytes !== null && rules !== null) return readSequence(bytes, rules);
  if (bytes === null || bytes.length === 0) return readEmpty(spec);
  if (content === undefined)
    return rejectBody('content-type', 'INVALID_TYPE', wrongMediaType(spec, contentType));
  const actual = mediaType ?? content.mediaType;
  if (content.kind === 'bytes') return { kind: 'value', value: bytes };
  if (content.kind === 'text') return readString(bytes, actual);
  if (isJsonMediaType(actual) || (mediaType === null && content.check !== null))
    return readJson(bytes, content.check, limits.depth ?? MAX_BODY_DEPTH);
  if (content.check !== null && isXmlMediaType(content.mediaType))
    return readXml(bytes, actual, content.check, xml);
  const { form, parts } = content;
  if (form !== undefined && parts !== undefined)
    return readParts(bytes, contentType ?? '', { form, parts }, content.check, limits.parts ?? MAX_PARTS);
  if (form !== undefined) return readFields(bytes, form, content.check);
  // A range may cover more than JSON, but a body with a schema must be JSON.
  if (content.check !== null)
    return rejectBody('content-type', 'INVALID_TYPE', wrongMediaType(spec, contentType));
  return actual.startsWith('text/') ? readPlainText(bytes) : { kind: 'value', value: bytes };
}

/** Returns how the items of a body are read; `null` if it is not a sequence. */
export function itemRulesOf(
  spec: BodySpec,
  contentType: string | null,
  { bytes = Infinity, depth = MAX_BODY_DEPTH }: BodyLimits,
): ItemRules | null {
  const mediaType = mediaTypeOf(contentType);
  const check = mediaType === null ? undefined : contentOfBody(spec, mediaType)?.items;
  return mediaType === null || check === undefined
    ? null
    : { mediaType, check, deepest: depth, longest: bytes };
}

function readEmpty(spec: BodySpec): ReadBody {
  return spec.required ? rejectBody('missing-body', 'MISSING_REQUIRED_FIELD', 'is required') : NOTHING;
}

/** Finds the content of a media type; an exact type before a range. */
function contentOfBody(spec: BodySpec, mediaType: string | null): BodyContentSpec | undefined {
  if (mediaType === null) {
    return spec.content.find(({ mediaType: declared }) => isJsonMediaType(declared) || declared === '*/*');
  }
  return (
    spec.content.find((content) => content.mediaType === mediaType) ??
    spec.content.find((content) => coversMediaType(content.mediaType, mediaType))
  );
}

function wrongMediaType(spec: BodySpec, contentType: string | null): string {
  const mediaTypes = spec.content.map(({ mediaType, check }) =>
    check !== null && isMediaRange(mediaType) ? 'application/json' : mediaType,
  );
  const sent = contentType === null ? 'no Content-Type' : `Content-Type ${cutText(contentType)}`;
  return `was sent with ${sent}; this operation takes ${[...new Set(mediaTypes)].join(', ')}`;
}

function readPlainText(bytes: Uint8Array): ReadBody {
  const text = decodeUtf8(bytes);
  return text === null ? badEncoding() : { kind: 'value', value: text };
}

/** Reads a string that may be sent as plain text or, with a JSON media type, as a JSON string. */
function readString(bytes: Uint8Array, mediaType: string): ReadBody {
  const text = decodeUtf8(bytes);
  if (text === null) return badEncoding();
  const parsed = isJsonMediaType(mediaType) ? parseJson(text) : null;
  const isString = parsed?.ok === true && typeof parsed.value === 'string';
  return { kind: 'value', value: isString ? parsed.value : text };
}

function readFields(bytes: Uint8Array, form: PropertiesSpec, check: SchemaCheck | null): ReadBody {
  const text = decodeUtf8(bytes);
  if (text === null) return badEncoding();
  const isEncoded = (name: string): boolean =>
    Object.hasOwn(form.fields, name) && form.fields[name]?.joined?.isEncoded === true;
  const texts = splitQuery(text, (value, name) => (isEncoded(name) ? value : decodeText(value)));
  const reading = readForm(form, texts);
  if (reading.kind === 'error') return rejectPart('form', reading.path, reading.code, reading.detail);
  const value = reading.kind === 'value' ? reading.value : {};
  if (check === null || check.check(value)) return { kind: 'value', value };
  return { kind: 'mismatch', check, value, length: text.length };
}

function readParts(
  bytes: Uint8Array,
  contentType: string,
  spec: MultipartSpec,
  check: SchemaCheck | null,
  mostParts: number,
): ReadBody {
  const reading = readMultipart(bytes, contentType, spec, mostParts);
  if (reading.kind === 'content-type')
    return rejectPart('content-type', reading.path, 'INVALID_TYPE', reading.detail);
  if (reading.kind === 'error') return rejectPart('form', reading.path, reading.code, reading.detail);
  const { value, described } = reading;
  if (check === null || check.check(described)) return { kind: 'value', value };
  return { kind: 'mismatch', check, value: described, length: bytes.length };
}

function readXml(
  bytes: Uint8Array,
  mediaType: string,
  check: SchemaCheck,
  xml: XmlCodec | undefined,
): ReadBody {
  if (xml === undefined)
    return rejectBody(
      'content-type',
      'INVALID_TYPE',
      `was sent as ${mediaType}, which this server does not read`,
    );
  const text = decodeUtf8(bytes);
  if (text === null) return badEncoding();
  let value: unknown;
  try {
    value = xml.parse(text);
  } catch {
    return rejectBody('encoding', 'INVALID_VALUE', 'is not valid XML');
  }
  return check.check(value)
    ? { kind: 'value', value }
    : { kind: 'mismatch', check, value, length: text.length };
}
