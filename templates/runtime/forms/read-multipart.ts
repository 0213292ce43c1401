/**
 * Reads the parts of a multipart form as the value that its schema describes: files as `File`, the other parts by the
 * rules of forms. Does not validate; the caller does.
 */
import { cutText } from '../instance-path.ts';
import { coversMediaType, isJsonMediaType, mediaTypeOf } from '../media-type.ts';
import type { BodyContentSpec, FieldSpec } from '../operation-spec.ts';
import { parseMultipart, type FormPart } from './parse-multipart.ts';
import { readPartHeaders } from './read-part-headers.ts';
import type { ProblemCode } from '../problem-rows.ts';
import { readForm, type FieldReading } from '../read-fields.ts';
import { append, decodeUtf8 } from '../request-texts.ts';

/** How the parts of a form are read. */
export type MultipartSpec = Required<Pick<BodyContentSpec, 'form' | 'parts'>>;

/** The fields of a form, with files in place of the texts that its schema describes them as. */
export type WithFiles<Form, Names extends string> = {
  readonly [Name in keyof Form]: Name extends Names ? FileFor<Form[Name]> : Form[Name];
};

type FileFor<Described> = Described extends null | undefined
  ? Described
  : Described extends readonly unknown[]
    ? readonly File[]
    : File;

/** The value of a form, by name. */
type FormValue = Readonly<Record<string, unknown>>;

/** A form that was read, or an error. Shape: the `path` of an error is empty if it is about the whole form. */
export type FormReading =
  | {
      readonly kind: 'form';
      readonly value: FormValue;
      /** The value with a text of the same length in place of each file, since schemas describe files as texts. */
      readonly described: FormValue;
    }
  | Extract<FieldReading, { readonly kind: 'error' }>
  | { readonly kind: 'content-type'; readonly path: string; readonly detail: string };

declare const partHeaders: unique symbol;

/** A form with declared headers of its parts, by name; exists only as a type. */
export type WithPartHeaders<Form, Headers> = Form & { readonly [partHeaders]?: Headers };

/** A part of a form. */
export type PartIn<Form> = {
  readonly [Name in keyof Form & string]: FormPart & {
    readonly name: Name;
    /** The values of its declared headers, by name as documented. */
    readonly declared: Form extends { readonly [partHeaders]?: infer Headers }
      ? Name extends keyof Headers
        ? Headers[Name]
        : Readonly<Record<string, never>>
      : never;
  };
}[keyof Form & string];

const partsOfForms = new WeakMap<object, readonly ReadPart[]>();

/** Returns the parts of a multipart form with their headers, by the body that a handler received. */
export function partsOf<Form extends object>(body: Form): readonly PartIn<Form>[] {
  return (partsOfForms.get(body) ?? []) as readonly PartIn<Form>[];
}

interface ReadPart extends FormPart {
  readonly declared: Readonly<Record<string, unknown>>;
}

/** Reads a form. Units: `mostParts` counts parts. Errors: returned. */
export function readMultipart(
  bytes: Uint8Array,
  contentType: string,
  spec: MultipartSpec,
  mostParts: number,
): FormReading {
  const parsed = parseMultipart(bytes, contentType, mostParts);
  if (!parsed.ok) return wrongPart('', 'INVALID_VALUE', parsed.detail);
  const reader = new PartReader(spec);
  const read: ReadPart[] = [];
  for (const part of parsed.parts) {
    const headers = readPartHeaders(part, spec.parts);
    if ('kind' in headers) return headers;
    const error = reader.add(part);
    if (error !== null) return error;
    read.push({ ...part, declared: headers.declared });
  }
  const reading = reader.read();
  if (reading.kind === 'form') partsOfForms.set(reading.value, read);
  return reading;
}

class PartReader {
  readonly #parts: MultipartSpec['parts'];
  readonly #form: MultipartSpec['form'];
  readonly #fields: Record<string, FieldSpec>;
  readonly #texts = new Map<string, string[]>();
  readonly #files = new Map<string, File[]>();

  constructor({ form, parts }: MultipartSpec) {
    this.#parts = parts;
    this.#form = form;
    this.#fields = { ...form.fields };
  }

  /** Adds a part. Shape: `null` if it has no error. */
  add(part: FormPart): FormReading | null {
    const { name } = part;
    if (name === '__proto__') return wrongPart(name, 'INVALID_VALUE', 'is not an allowed name');
    const spec = Object.hasOwn(this.#parts, name) ? this.#parts[name] : undefined;
    const mediaType = mediaTypeOf(part.contentType);
    const { types } = spec ?? {};
    if (mediaType !== null && types?.some((type) => coversMediaType(type, mediaType)) === false) {
      const detail = `was sent as ${cutText(mediaType)}; this part takes ${types.join(', ')}`;
      return { kind: 'content-type', path: cutText(name), detail };
    }
    const isDeclared = spec?.file !== undefined || Object.hasOwn(this.#fields, name);
    if (isDeclared ? spec?.file !== undefined : looksLikeFile(part, mediaType)) {
      append(this.#files, name, fileOf(part));
      return null;
    }
    const text = decodeUtf8(part.bytes);
    if (text === null) return wrongPart(cutText(name), 'INVALID_VALUE', 'is not valid UTF-8');
    if (!isDeclared && mediaType !== null && isJsonMediaType(mediaType))
      this.#fields[name] = { kind: 'json' };
    append(this.#texts, name, text);
    return null;
  }

  read(): FormReading {
    const reading = readForm({ ...this.#form, fields: this.#fields }, this.#texts);
    if (reading.kind === 'error') return reading;
    const fields = Object.entries(reading.kind === 'value' ? (reading.value as FormValue) : {});
    const found: [string, readonly File[], boolean][] = [];
    for (const [name, files] of this.#files) {
      const file = (Object.hasOwn(this.#parts, name) ? this.#parts[name] : undefined)?.file;
      if (file === 'one' && files.length > 1)
        return wrongPart(cutText(name), 'DUPLICATE_PARAMETER', 'is given more than once');
      found.push([name, files, file === 'list' || files.length > 1]);
    }
    const withFiles = (convert: (file: File) => unknown): FormValue => {
      const values = found.map(([name, files, isList]) => {
        const converted = files.map(convert);
        return [name, isList ? converted : converted[0]] as const;
      });
      return Object.fromEntries([...fields, ...values]);
    };
    return {
      kind: 'form',
      value: withFiles((file) => file),
      described: withFiles(({ size }) => ' '.repeat(size)),
    };
  }
}

/** Returns whether a part without a declaration is a file. */
function looksLikeFile({ fileName }: FormPart, mediaType: string | null): boolean {
  if (fileName !== null) return true;
  return mediaType !== null && !mediaType.startsWith('text/') && !isJsonMediaType(mediaType);
}

function fileOf({ bytes, fileName, contentType }: FormPart): File {
  // Why: the types of browsers do not accept bytes that may be shared between threads.
  const content = bytes as Uint8Array<ArrayBuffer>;
  return new File([content], fileName ?? 'blob', { type: contentType ?? '' });
}

function wrongPart(path: string, code: ProblemCode, detail: string): FormReading {
  return { kind: 'error', path, code, detail };
}
