/** The files of records: bytes that clients upload, and get back when they download them. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { isFields } from '../fields.ts';
import { defineCollection } from '../../kernel/store/collection.ts';
import type { RecordFields } from '../record.ts';
import { parseJson } from '../../../templates/runtime/json/value.ts';

/** A file. Shape: `id` is that of its record, or the path that it was uploaded to. */
export interface StoredFile {
  readonly id: string;
  readonly base64: string;
  readonly mediaType: string | null;
  readonly name: string | null;
}

export const storedFiles = defineCollection<StoredFile>('resourceFile');

export interface SentFile extends Pick<StoredFile, 'mediaType' | 'name'> {
  readonly bytes: Uint8Array;
}

/** A body with a file. Shape: `fields` are its other parts; those of a part that is an object are its own. */
export interface SentUpload {
  readonly file: SentFile;
  readonly fields: RecordFields;
}

/** Reads a body with a file; `null` for any other. Shape: the first file of a form that has several. */
export async function readUpload(body: unknown, mediaType: string | null): Promise<SentUpload | null> {
  if (body instanceof Uint8Array) return { file: { bytes: body, mediaType, name: null }, fields: {} };
  if (typeof body !== 'object' || body === null) return null;
  let file: File | null = null;
  const fields: [string, JsonValue][] = [];
  for (const [name, part] of Object.entries(body) as [string, unknown][]) {
    const [first] = Array.isArray(part) ? (part as unknown[]) : [part];
    if (first instanceof File) file ??= first;
    else {
      const value = parseBody(part as JsonValue);
      const isOfRecord = isFields(value) && isDescription(name);
      for (const entry of isOfRecord ? Object.entries(value) : [[name, value] as [string, JsonValue]])
        fields.push(entry);
    }
  }
  if (file === null) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  return {
    file: { bytes, mediaType: file.type === '' ? null : file.type, name: file.name },
    fields: Object.fromEntries(fields),
  };
}

/** Returns whether a part of a form has what is said about the file. */
function isDescription(name: string): boolean {
  return /^(?:attributes|metadata|meta|data|json|body|resource|properties|payload)$/i.test(name);
}

/** Why: parts of forms are texts, also where they describe a file as JSON. */
function parseBody(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value;
  return parseJson(value) ?? value;
}

const ofName = new Set(['name', 'filename', 'originalname', 'originalfilename', 'title']);
const ofSize = new Set(['size', 'bytes', 'filesize', 'contentlength', 'length', 'sizeinbytes', 'sizebytes']);
const ofType = new Set(['contenttype', 'mimetype', 'mediatype', 'mime']);

/** Returns the properties of a record about its file: its name, its size in bytes, its media type. */
export function fileFields(
  schema: SourceSchema | null,
  { bytes, mediaType, name }: SentFile,
  sent: RecordFields,
): RecordFields {
  const fields: Record<string, JsonValue> = {};
  for (const [property, { types }] of schema?.properties ?? []) {
    const flat = flatten(property);
    const isNumber = types?.has('integer') === true || types?.has('number') === true;
    if (ofSize.has(flat)) fields[property] = isNumber ? bytes.length : String(bytes.length);
    if (ofType.has(flat) && mediaType !== null) fields[property] = mediaType;
    if (ofName.has(flat) && name !== null && sent[property] === undefined) fields[property] = name;
  }
  return fields;
}

/** Units: bytes that are converted at once, since a call takes a limited number of arguments. */
const CHUNK = 8_192;

export function storedForm(id: string, { bytes, mediaType, name }: SentFile): StoredFile {
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return { id, base64: btoa(binary), mediaType, name };
}

export function bytesOf({ base64 }: StoredFile): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
