/**
 * Writes the body of a request in the media type that the operation documents.
 */
import { coversMediaType, isJsonMediaType, isMediaRange, mediaTypeOf } from '../media-type.ts';
import type { BodyRule, BodyWriter, Call, RequestParts, WrittenBody } from './call.ts';
import { RequestError } from './errors.ts';
import { pairsInBrackets, type Spread } from './spread.ts';
import { joinPairs } from './write-parameters.ts';

/** A file or other binary data in a form. */
export type FormFile = Blob | Uint8Array<ArrayBuffer>;

/**
 * The accepted values of form fields with a documented type.
 *
 * Shape: bytes are accepted for a documented string, since descriptions declare files as strings; objects and lists are
 * sent as JSON text.
 */
export type FormFields<Documented> = {
  readonly [Name in keyof Documented]: Documented[Name] extends readonly (infer Item)[] | undefined
    ? readonly FormField<Item>[] | undefined
    : FormField<Documented[Name]>;
};

/** A body of bytes. */
export type ByteBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** The body of a URL-encoded form. */
export type FormBody<Documented> = FormFields<Documented> | URLSearchParams;

/** The body of a multipart form. */
export type MultipartBody<Documented> = FormFields<Documented> | FormData;

type FormField<Documented> = Documented | (string extends Documented ? FormFile : never);

const NOTHING: WrittenBody = { content: null, contentType: null, isRepeatable: true };

/**
 * Writes a body.
 *
 * Errors: throws RequestError for a media type that the operation does not accept, or a value that can't be written.
 */
export function writeBody(call: Call, { body, contentType }: RequestParts): WrittenBody {
  if (body === undefined) return NOTHING;
  const rule = ruleFor(call, contentType);
  if (rule === undefined) {
    throw new RequestError(call.id, `${call.id} takes no body of type ${contentType ?? 'any'}`);
  }
  const written = rule.write(body, contentType ?? rule.mediaType);
  if (written === null)
    throw new RequestError(call.id, `${call.id} takes no such value as ${rule.mediaType}`);
  return written;
}

function ruleFor({ bodies = [] }: Call, contentType: string | undefined): BodyRule | undefined {
  if (contentType === undefined) return bodies.find(({ mediaType }) => !isMediaRange(mediaType));
  const wanted = mediaTypeOf(contentType) ?? '';
  return (
    bodies.find(({ mediaType }) => mediaTypeOf(mediaType) === wanted) ??
    bodies.find(({ mediaType }) => coversMediaType(mediaType, wanted))
  );
}

/** Writes JSON. */
export const writeJson: BodyWriter = (body, contentType) => ({
  content: JSON.stringify(body),
  contentType,
  isRepeatable: true,
});

/** Writes text; as a JSON string if the media type is JSON. */
export const writeText: BodyWriter = (body, contentType) => {
  if (typeof body !== 'string') return null;
  return isJsonMediaType(contentType)
    ? writeJson(body, contentType)
    : { content: body, contentType, isRepeatable: true };
};

/** Writes a URL-encoded form. */
export const writeForm: BodyWriter = (body, contentType) => {
  const content = body instanceof URLSearchParams ? body.toString() : joinFields(body);
  return content === null ? null : { content, contentType, isRepeatable: true };
};

/** Creates a writer of forms that writes objects and lists of some fields in brackets: `items[0][price]=…`. */
export function formWriter(inBrackets: readonly string[]): BodyWriter {
  return (body, contentType) => {
    if (body instanceof URLSearchParams || typeof body !== 'object' || body === null)
      return writeForm(body, contentType);
    const fields = Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
      inBrackets.includes(name) ? pairsInBrackets(name, value) : fieldsOfObject({ [name]: value }),
    );
    const content = joinPairs(fields.map(([name, value]) => [name, fieldText(value)]));
    return { content, contentType, isRepeatable: true };
  };
}

/** Writes a multipart form. `fetch` chooses the boundary, so it also sets the `Content-Type`. */
export const writeMultipart: BodyWriter = (body) => {
  const content = body instanceof FormData ? body : formOf(body);
  return content === null ? null : { content, contentType: null, isRepeatable: true };
};

/** Writes bytes. */
export const writeBytes: BodyWriter = (body, contentType) => {
  const isStream = body instanceof ReadableStream;
  if (!isStream && !isBytes(body)) return null;
  return { content: body, contentType, isRepeatable: !isStream };
};

function isBytes(value: unknown): value is Blob | ArrayBuffer | Uint8Array<ArrayBuffer> {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) || value instanceof Blob;
}

function joinFields(body: unknown): string | null {
  const fields = fieldsOf(body);
  return fields === null ? null : joinPairs(fields.map(([name, value]) => [name, fieldText(value)]));
}

function formOf(body: unknown): FormData | null {
  const fields = fieldsOf(body);
  if (fields === null) return null;
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.append(name, value);
    else if (isBytes(value)) form.append(name, new Blob([value]));
    else form.append(name, fieldText(value));
  }
  return form;
}

function fieldsOf(body: unknown): Spread | null {
  return typeof body === 'object' && body !== null ? fieldsOfObject(body) : null;
}

function fieldsOfObject(body: object): Spread {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((one) => one !== undefined).map((one): [string, unknown] => [name, one]);
  });
}

function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
