/** Writes the body of a multipart form. Source: RFC 7578. */
import type { BodyWriter } from '../call.ts';
import { type PartHeaderValues, type PartOptions, PartValue } from './part-value.ts';
import type { Spreader } from '../spread.ts';
import {
  createKey,
  fieldsOf,
  fieldText,
  isBytes,
  type FormField,
  type FormFile,
  type Spreaders,
} from '../write-body.ts';

/** The body of a multipart form. `Headers` has the declared headers of its parts, by name. */
export type MultipartBody<Documented, Headers = unknown> = MultipartFields<Documented, Headers> | FormData;

/** The accepted values of the parts of a form; each may be wrapped with `formPart`, and one with required headers must. */
export type MultipartFields<Documented, Headers = unknown> = {
  readonly [Name in keyof Documented]: Documented[Name] extends readonly (infer Item)[] | undefined
    ? readonly PartField<Item, HeadersOf<Headers, Name>>[] | undefined
    : PartField<Documented[Name], HeadersOf<Headers, Name>>;
};

type HeadersOf<Headers, Name> = Name extends keyof Headers ? Headers[Name] : PartHeaderValues;

type Headerless = Readonly<Record<string, never>>;

/** Only a part with declared headers, one of them required, needs `formPart`. */
type PartField<Documented, Headers> =
  | (Headerless extends Headers ? FormField<Documented> : Extract<Documented, undefined>)
  | PartValue<FormField<Documented>, Headers>;

/**
 * Creates a part of a multipart form with its own headers, media type or file name: `formPart({ a: 1 }, { headers: {
 * 'X-Part-Id': '5' } })`.
 */
export function formPart<Value, const Headers extends PartHeaderValues = Headerless>(
  value: Value,
  { headers, ...options }: PartOptions<Headers>,
): PartValue<Value, Headers> {
  return new PartValue(value, headers ?? ({} as Headers), options);
}

/** Writes a multipart form: objects as JSON, with that `Content-Type`; files with theirs. */
export const writeMultipart: BodyWriter = (body, contentType) => multipartWriter({})(body, contentType);

/** Creates a writer of multipart forms, with the `Content-Type` and the serialization of some fields. */
export function multipartWriter(
  types: Readonly<Record<string, string>>,
  spreaders: Spreaders = {},
): BodyWriter {
  const spreadersOfValues = Object.fromEntries(
    Object.entries(spreaders).map(([field, spread]): [string, Spreader] => [
      field,
      (name, value) => (value instanceof PartValue ? null : spread(name, value)),
    ]),
  );
  return (body) => {
    // `fetch` chooses the boundary of FormData, so it also sets the `Content-Type`.
    if (body instanceof FormData) return { content: body, contentType: null, isRepeatable: true };
    const fields = fieldsOf(body, spreadersOfValues);
    if (fields === null) return null;
    const boundary = `----${createKey()}`;
    const parts = fields.flatMap(([name, value]) => [
      `--${boundary}\r\n`,
      ...partOf(name, value, Object.hasOwn(types, name) ? types[name] : undefined),
      '\r\n',
    ]);
    return {
      content: new Blob([...parts, `--${boundary}--\r\n`]),
      contentType: `multipart/form-data; boundary=${boundary}`,
      isRepeatable: true,
    };
  };
}

/** Writes the header and the content of a part. Why: FormData can't set the type of a part that is not a file. */
function partOf(
  name: string,
  written: unknown,
  type: string | undefined,
): (string | FormFile | ArrayBuffer)[] {
  const part =
    written instanceof PartValue ? (written as PartValue<unknown>) : new PartValue<unknown>(written, {});
  const { value, headers, options } = part;
  const isFile = isBytes(value);
  const fileName = options.fileName ?? (value instanceof File ? value.name : isFile ? 'blob' : null);
  const contentType = options.contentType ?? typeOfPart(value, type);
  const header = [
    `Content-Disposition: form-data; name="${quoted(name)}"${fileName === null ? '' : `; filename="${quoted(fileName)}"`}`,
    ...(contentType === null ? [] : [`Content-Type: ${oneLine(contentType)}`]),
    ...Object.entries(headers).flatMap(([field, text]) =>
      text === undefined ? [] : [`${oneLine(field)}: ${oneLine(partHeaderText(text))}`],
    ),
  ];
  return [`${header.join('\r\n')}\r\n\r\n`, isFile ? value : fieldText(value)];
}

function partHeaderText(value: NonNullable<PartHeaderValues[string]>): string {
  return typeof value === 'object' ? value.toJSON() : String(value);
}

/** Errors: throws RangeError for a text that would add another header. */
function oneLine(text: string): string {
  if (/[\r\n]/.test(text)) throw new RangeError('the header of a part contains a line break');
  return text;
}

/** Returns the media type of a part: that of its file, the declared one, or the default; `null` for a text. */
function typeOfPart(value: unknown, declared: string | undefined): string | null {
  if (value instanceof Blob && value.type !== '') return value.type;
  if (declared !== undefined) return declared;
  if (isBytes(value)) return 'application/octet-stream';
  return typeof value === 'object' && value !== null ? 'application/json' : null;
}

/** Source: HTML, multipart/form-data encoding algorithm. */
function quoted(text: string): string {
  return text.replaceAll(/[\r\n"]/g, encodeURIComponent);
}
