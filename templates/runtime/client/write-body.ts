/** Writes the body of a request in the media type that the operation documents. */
import { isJsonMediaType, mediaTypeOf, type XmlCodec } from '../media-type.ts';
import type { BodyRule, BodyWriter, Call, RequestParts, WrittenBody } from './call.ts';
import type { Spread, Spreader } from './spread.ts';
import { rejected, rejecting } from './write-parameters.ts';

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

/** The items of a sequence. An array is sent at once, anything else as a stream, which can't be sent again. */
export type ItemsBody<Item> = Iterable<Item> | AsyncIterable<Item>;

/** The accepted values of a form field. */
export type FormField<Documented> = Documented | (string extends Documented ? FormFile : never);

const NOTHING: WrittenBody = { content: null, contentType: null, isRepeatable: true };

/**
 * Writes a body.
 *
 * Errors: throws RequestError for a media type that the operation does not accept, or a value that can't be written.
 */
export function writeBody(
  { id, bodies = [] }: Call,
  { body, contentType }: RequestParts,
  xml?: XmlCodec,
): WrittenBody {
  if (body === undefined) return NOTHING;
  return rejecting(id, 'the body', () => {
    const rule = ruleFor(bodies, contentType);
    if (rule === undefined) rejected(`${contentType ?? 'a body without contentType'} is not accepted`);
    const written = rule.write(body, contentType ?? rule.mediaType, xml);
    if (written === null) rejected(`it is not a value of ${rule.mediaType}`);
    return written;
  });
}

function ruleFor(bodies: readonly BodyRule[], contentType: string | undefined): BodyRule | undefined {
  if (contentType === undefined) return bodies.find(({ covers }) => covers === undefined);
  const wanted = mediaTypeOf(contentType) ?? '';
  return (
    bodies.find(({ mediaType }) => mediaTypeOf(mediaType) === wanted) ??
    bodies.find(({ mediaType, covers }) => covers?.(mediaType, wanted))
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

/** Writes a URL-encoded form: a list as a repeated name, an object as JSON. */
export const writeForm: BodyWriter = (body, contentType) => formWriter({})(body, contentType);

/** Creates a writer of URL-encoded forms, with the serialization and the percent-encoding of some fields. */
export function formWriter(
  spreaders: Spreaders,
  encoders: Readonly<Record<string, (text: string) => string>> = {},
): BodyWriter {
  const encoderOf = (name: string): ((text: string) => string) =>
    (Object.hasOwn(encoders, name) ? encoders[name] : null) ?? encodeURIComponent;
  return (body, contentType) => {
    if (body instanceof URLSearchParams) return { content: body.toString(), contentType, isRepeatable: true };
    const fields = fieldsOf(body, spreaders);
    if (fields === null) return null;
    const pairs = fields.map(([name, value, isEncoded = false]) => {
      const text = fieldText(value);
      return `${encodeURIComponent(name)}=${isEncoded ? text : encoderOf(name)(text)}`;
    });
    return { content: pairs.join('&'), contentType, isRepeatable: true };
  };
}

/** The non-default serialization of fields, by name. */
export type Spreaders = Readonly<Record<string, Spreader>>;

/** Creates a random UUID. Why: `crypto.randomUUID` is missing in pages that were not loaded over HTTPS. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
}

/** Returns the idempotency key of a call: a new one unless the caller passes one. */
export function keyOrNew(key: unknown): unknown {
  return key ?? createKey();
}

/** Writes JSON lines, or records of `application/json-seq`. Source: RFC 7464. */
export const writeItems: BodyWriter = (body, contentType) => itemsWriter((item) => item)(body, contentType);

/** Creates a writer of sequences that converts each item. */
export function itemsWriter(convert: (item: unknown) => unknown): BodyWriter {
  return (body, contentType) => {
    const start = mediaTypeOf(contentType)?.endsWith('json-seq') === true ? '\u001e' : '';
    const write = (item: unknown): string => `${start}${JSON.stringify(convert(item))}\n`;
    if (Array.isArray(body)) return { content: body.map(write).join(''), contentType, isRepeatable: true };
    const items = iteratorOf(body);
    return items === null ? null : { content: streamOf(items, write), contentType, isRepeatable: false };
  };
}

function iteratorOf(body: unknown): AsyncIterator<unknown> | Iterator<unknown> | null {
  if (typeof body !== 'object' || body === null) return null;
  const items = body as Partial<AsyncIterable<unknown> & Iterable<unknown>>;
  return items[Symbol.asyncIterator]?.() ?? items[Symbol.iterator]?.() ?? null;
}

/** Reads an item when the connection accepts it. */
function streamOf(
  items: AsyncIterator<unknown> | Iterator<unknown>,
  write: (item: unknown) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next: IteratorResult<unknown> = await items.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(write(next.value)));
    },
    async cancel() {
      await items.return?.();
    },
  });
}

/** Writes bytes. */
export const writeBytes: BodyWriter = (body, contentType) => {
  const isStream = body instanceof ReadableStream;
  if (!isStream && !isBytes(body)) return null;
  return { content: body, contentType, isRepeatable: !isStream };
};

/** Returns whether a value is binary. */
export function isBytes(value: unknown): value is Blob | ArrayBuffer | Uint8Array<ArrayBuffer> {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) || value instanceof Blob;
}

/** Lists the fields of a form; `undefined` values are left out. Shape: `null` for a value that is not an object. */
export function fieldsOf(body: unknown, spreaders: Spreaders): Spread | null {
  if (typeof body !== 'object' || body === null) return null;
  return Object.entries(body).flatMap(([name, value]: [string, unknown]): Spread => {
    const spread = Object.hasOwn(spreaders, name) ? spreaders[name]?.(name, value) : null;
    if (spread != null) return spread;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((one) => one !== undefined).map((one): [string, unknown] => [name, one]);
  });
}

/** Writes a value in a text; `null` is an empty one. */
export function fieldText(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
