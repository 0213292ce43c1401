/** Writes the sample of a body in a media type other than JSON: as a form, a text, or the content of a file. */
import { isObject, toText } from '../../templates/runtime/json/value.ts';
import { mediaTypeOf } from '../../templates/runtime/media-type.ts';
import type { BodyContentSpec, JsonValue } from '../../templates/runtime/operation-spec.ts';
import { decodeBody } from '../http/body-bytes.ts';
import { FORM } from '../http/write-form.ts';
import { contentOf, type BodyForm, type RequestForm, type TextBody } from './request-form.ts';

const TEXT = 'Written by a check';
/** The content of a file: its length in characters differs from that in bytes, and it has line breaks. */
const FILE = 'Written by\r\na check: Zoë';
/** The end of a file whose body is nothing else, which a service must not trim. */
const END = ' \r\n';
const BOUNDARY = 'backlot-part-of-a-form';
/** The name of a file. */
const NAME = 'check.txt';
const OCTETS = 'application/octet-stream';
/** The name, the media type and the content of a file in a form. */
const filePart = new RegExp(`; filename="${NAME}"\r\nContent-Type: ([^\r\n]+)\r\n\r\n${FILE}\r\n`);

/** Writes a body that is not JSON. Shape: `sample` has the fields of a form; `none` for a media type without a known form. */
export function writeOther(
  { mediaType, parts = {}, kind }: BodyContentSpec,
  sample: JsonValue | undefined,
): BodyForm {
  const plain = mediaTypeOf(mediaType) ?? mediaType;
  const fields = isObject(sample) ? sample : {};
  if (plain === FORM) return { kind: 'form', value: fields };
  if (plain === 'multipart/form-data')
    return {
      kind: 'text',
      mediaType: `${plain}; boundary=${BOUNDARY}`,
      text: writeMultipart({ ...namesOf(parts), ...fields }, parts),
    };
  if (/\bxml\b/.test(plain)) return { kind: 'none' };
  const isText = kind === 'text' || plain.startsWith('text/');
  const type = plain.includes('*') ? (isText ? 'text/plain' : OCTETS) : plain;
  return { kind: 'text', mediaType: type, text: typeof sample === 'string' ? sample : TEXT };
}

/** A file and the request that uploads it. */
export interface FileUpload {
  readonly form: RequestForm;
  readonly bytes: Uint8Array;
  /** `null` for a body that is nothing but the file. */
  readonly name: string | null;
  readonly mediaType: string;
}

/** Returns the upload of a text that no other one has; `null` for a request without a file. */
export function withText(form: RequestForm, number: number): FileUpload | null {
  const content = Buffer.from(`${FILE} ${number}`);
  if (form.body.kind !== 'text' || isMultipart(form.body)) return withPart(form, NAME, content, null);
  const { text, mediaType } = form.body;
  const bytes = text === TEXT ? Buffer.concat([content, Buffer.from(END)]) : Buffer.from(text);
  return { form: withContent(form, bytes), bytes, name: null, mediaType };
}

/** Returns the upload of a text with this length; `null` for a request without a file. Units: bytes. */
export function withLength(form: RequestForm, length: number): FileUpload | null {
  const bytes = Buffer.alloc(length, 'a');
  const { body } = form;
  if (body.kind !== 'text' || isMultipart(body)) return withPart(form, NAME, bytes, null);
  const { mediaType } = body;
  return body.text === TEXT ? { form: withContent(form, bytes), bytes, name: null, mediaType } : null;
}

/**
 * Returns the upload of all bytes, under a name with a space and a letter beyond ASCII; `null` for a request whose file
 * is a text or an example, or that has none.
 */
export function withBytes(form: RequestForm, number: number): FileUpload | null {
  const { body, operation } = form;
  if (body.kind !== 'text') return null;
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const bytes = Buffer.concat([every, Buffer.from(` ${number} `), every]);
  if (!isMultipart(body))
    return body.text !== TEXT || isTextual(body.mediaType)
      ? null
      : { form: withContent(form, bytes), bytes, name: null, mediaType: body.mediaType };
  const parts = Object.values(contentOf(operation)?.parts ?? {});
  const types = parts.find(({ file }) => file !== undefined)?.types ?? [];
  const plain = types.find((type) => !type.includes('*')) ?? OCTETS;
  return isTextual(plain) ? null : withPart(form, `Zoë ${number}.bin`, bytes, plain);
}

/** Replaces the first file of a multipart form; `type` is `null` to keep its media type. */
function withPart(form: RequestForm, name: string, bytes: Buffer, type: string | null): FileUpload | null {
  const text = form.body.kind === 'text' ? form.body.text : '';
  const found = filePart.exec(text);
  if (found === null) return null;
  const mediaType = type ?? found[1] ?? OCTETS;
  const head = `${text.slice(0, found.index)}; filename="${name}"\r\nContent-Type: ${mediaType}\r\n\r\n`;
  const end = `\r\n${text.slice(found.index + found[0].length)}`;
  const content = Buffer.concat([Buffer.from(head), bytes, Buffer.from(end)]);
  return { form: withContent(form, content), bytes, name, mediaType };
}

function withContent(form: RequestForm, bytes: Uint8Array): RequestForm {
  if (form.body.kind !== 'text') return form;
  const { body, encoding } = decodeBody(bytes);
  const text = { ...form.body, text: body ?? '' };
  return { ...form, body: encoding === undefined ? text : { ...text, encoding } };
}

function isMultipart({ mediaType }: TextBody): boolean {
  return mediaType.startsWith('multipart/');
}

/** Returns whether content of a media type is text. */
function isTextual(mediaType: string): boolean {
  return /^text\/|\b(?:json|xml|javascript|yaml|csv)\b/.test(mediaType);
}

/** Returns the text fields of a multipart form; empty for another body. */
export function fieldsIn({ body }: RequestForm): Readonly<Record<string, string>> {
  const parts = body.kind === 'text' ? body.text.split(`--${BOUNDARY}\r\n`) : [];
  return Object.fromEntries(
    parts.flatMap((part) => {
      const [, name, text] = /name="([^"]*)"\r\n\r\n(.*)\r\n/.exec(part) ?? [];
      return name === undefined || text === undefined ? [] : [[name, text]];
    }),
  );
}

/** Returns a text for each part. */
function namesOf(parts: NonNullable<BodyContentSpec['parts']>): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(Object.keys(parts).map((name) => [name, TEXT]));
}

function writeMultipart(
  fields: Readonly<Record<string, JsonValue>>,
  parts: NonNullable<BodyContentSpec['parts']>,
): string {
  const written = Object.entries(fields).flatMap(([name, value]) => {
    const { file, types = [] } = parts[name] ?? {};
    const type = types[0]?.includes('*') === false ? types[0] : 'text/plain';
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`;
    if (file !== undefined)
      return [`${head}; filename="${NAME}"\r\nContent-Type: ${type}\r\n\r\n${FILE}\r\n`];
    const all = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
    return all.map((each) => `${head}\r\n\r\n${toText(each)}\r\n`);
  });
  return `${written.join('')}--${BOUNDARY}--\r\n`;
}
