/** Writes the sample of a body in a media type other than JSON: as a form, a text, or the content of a file. */
import { isObject, toText } from '../../templates/runtime/json/value.ts';
import { mediaTypeOf } from '../../templates/runtime/media-type.ts';
import type { BodyContentSpec, JsonValue } from '../../templates/runtime/operation-spec.ts';
import { type BodyForm, type RequestForm } from './request-form.ts';
import { FORM } from '../http/write-form.ts';

const TEXT = 'Written by a check';
/** The content of a file: its length in characters differs from that in bytes, and it has line breaks. */
const FILE = 'Written by\r\na check: Zoë';
/** The end of a file whose body is nothing else, which a service must not trim. */
const END = ' \r\n';
const BOUNDARY = 'backlot-part-of-a-form';

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
  const type = plain.includes('*') ? (isText ? 'text/plain' : 'application/octet-stream') : plain;
  return { kind: 'text', mediaType: type, text: typeof sample === 'string' ? sample : TEXT };
}

/** Returns the content of the file in a body: all of it, or the first file of a form; `null` for none. */
export function fileIn({
  mediaType,
  text,
}: {
  readonly mediaType: string;
  readonly text: string;
}): string | null {
  if (!mediaType.startsWith('multipart/')) return text;
  const part = text.split(`--${BOUNDARY}`).find((each) => each.includes('; filename='));
  return part?.split('\r\n\r\n').slice(1).join('\r\n\r\n').slice(0, -2) ?? null;
}

/** Returns a request whose file has unique content. Shape: the request itself if it has no such file. */
export function withFile(form: RequestForm, number: number): RequestForm {
  if (form.body.kind !== 'text') return form;
  const [whole, own] = [form.body.text, `${FILE} ${number}`];
  const text = whole === TEXT ? own + END : whole.replace(`\r\n\r\n${FILE}\r\n`, `\r\n\r\n${own}\r\n`);
  return { ...form, body: { ...form.body, text } };
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
      return [`${head}; filename="check.txt"\r\nContent-Type: ${type}\r\n\r\n${FILE}\r\n`];
    const all = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
    return all.map((each) => `${head}\r\n\r\n${toText(each)}\r\n`);
  });
  return `${written.join('')}--${BOUNDARY}--\r\n`;
}
