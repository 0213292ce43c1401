/** The law of uploads: a file is downloaded as it was uploaded, and its record describes it. */
import type { ContractOperation } from '../../contract/operations.ts';
import { mediaTypeOf } from '../../templates/runtime/media-type.ts';
import { hasContent } from '../http/body-bytes.ts';
import { fileLimit, keepsMediaType } from '../../contract/statements/files.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import type { BodyForm } from '../requests/request-form.ts';
import {
  fieldsIn,
  withBytes,
  withLength,
  withText,
  writeOther,
  type FileUpload,
} from '../requests/write-body.ts';
import { defineLaw, printValue, type Law } from './law.ts';
import { operationsBelow } from './resource-operations.ts';
import { isSuccess, type CreatedRecord, type ResourceResponse } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';
import { readAddress } from './values/addresses.ts';

export const uploadLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW22',
    title: 'A download returns what was uploaded.',
    description:
      'Uploads a text, another media type if several are declared, and all bytes if any are allowed; and one that is longer than its text allows; downloads them, also in part where 206 is declared, and compares the content, its length, its media type, its name and the fields of the form with the record.',
    rationale: 'Files of users would be damaged.',
    needs: ['create'],
    play: download,
  }),
];

/** Names of properties with the media type of a file. */
const typeName = /^(?:media|mime|content)_?type$/i;

/** Names of properties with the length of a file. Units: bytes. */
const lengthName = /^(?:size|length|bytes|file_?size|content_?length|size_?(?:in_?)?bytes|byte_?size)$/i;

/** Names of properties with the name of a file. */
const fileName = /^(?:original_?)?file_?name$/i;

/** A record with the file that it was uploaded with. */
interface Upload extends FileUpload {
  readonly record: CreatedRecord;
}

/**
 * Uploads a text, then one in another media type, then any bytes. Shape: at least two files, if the first is accepted;
 * empty if the records are not uploaded as a file.
 */
async function uploadAll(resource: ResourceSession): Promise<readonly Upload[]> {
  const { operation } = resource.operation('create');
  const base = resource.base(operation, await resource.parents());
  const create = async (file: FileUpload | null, isRequired = false): Promise<readonly Upload[]> => {
    if (file === null) return [];
    const record = await (isRequired ? resource.createAs(file.form) : resource.tryCreateAs(file.form));
    return record === null ? [] : [{ ...file, record }];
  };
  const first = await create(withText(base, 1), true);
  if (first.length === 0) return [];
  const other = otherFile(operation);
  const others = [
    ...(other === null ? [] : await create(withText({ ...base, body: other }, 2))),
    ...(await create(withBytes(base, 3))),
  ];
  return [...first, ...(others.length > 0 ? others : await create(withText(base, 2), true))];
}

/** Returns a file in another media type that an operation declares; `null` for none. Why texts: others have a form. */
function otherFile({ body }: ContractOperation): BodyForm | null {
  const [, ...others] = body?.content ?? [];
  const text = others.find(({ mediaType }) => /^text\/(?!\*)/.test(mediaType));
  return text === undefined ? null : writeOther(text, undefined);
}

async function download(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { operation } = resource.operation('create');
  const uploads = await uploadAll(resource);
  if (uploads.length === 0) return tools.skip('The records are not uploaded as a file.');
  const kept = new Set<Upload>();
  for (const { operation: reader } of operationsBelow(resource.operations, 'download'))
    for (const upload of uploads) {
      const response = await resource.callOperation(reader, upload.record.path);
      if (!isSuccess(response) || reader.method !== 'GET') continue;
      const isSame = hasContent(response.exchange.response?.body, upload.bytes);
      if (isSame === true) kept.add(upload);
      const message = `${reader.id} returns other content than ${operation.id} was sent.`;
      tools.note(isSame !== false, message, 'body');
      if (canDiffer(reader)) noteMediaType(tools, upload.record, response, keepsMediaType(reader));
    }
  for (const upload of uploads.slice(0, 1)) await readRange(resource, tools, upload);
  for (const upload of uploads.slice(0, 1)) await readContent(tools, operation.id, upload);
  await uploadTooMuch(resource, tools);
  const nameProperty = namePropertyOf(uploads);
  for (const upload of uploads) {
    noteLength(tools, upload, kept.has(upload));
    if (nameProperty !== null) noteName(tools, upload, nameProperty);
    noteRecordedType(tools, upload);
  }
  for (const { form, record } of uploads.slice(0, 1))
    for (const [name, value] of Object.entries(fieldsIn(form))) {
      const shown = record.created[name];
      const message = `${name} is ${printValue(shown)} after ${operation.id} with ${printValue(value)}.`;
      // Why only a text: a form has no other types, so a service converts them.
      const isText = shown === null || typeof shown === 'string';
      tools.note(!isText || shown === value, warning(message, `body.${name}`));
    }
}

/** Units: bytes. */
const PART = 4;

/** Downloads the first bytes of a file where a response with a part is declared. Source: RFC 9110 14. */
async function readRange(
  resource: ResourceSession,
  tools: CheckTools,
  { record, bytes }: Upload,
): Promise<void> {
  for (const { operation } of operationsBelow(resource.operations, 'download')) {
    const isDeclared = operation.responses.some(({ status }) => status === 206);
    if (!isDeclared || operation.method !== 'GET' || bytes.length <= PART) continue;
    const headers = { range: `bytes=0-${PART - 1}` };
    const response = await resource.callOperation(operation, record.path, { headers });
    const message = `${operation.id} of ${PART} bytes returned ${response.status} instead of 206.`;
    // Why a warning: a service may ignore the header.
    tools.note(response.status === 206 || response.status >= 300, warning(message, 'status'));
    if (response.status !== 206) continue;
    const isPart = hasContent(response.exchange.response?.body, bytes.slice(0, PART));
    tools.note(isPart !== false, `${operation.id} of ${PART} bytes returns other bytes.`, 'body');
  }
}

/** The maximum length of a file that is sent. Units: bytes. */
const MAX_LENGTH = 2 * 1024 * 1024;

/** Uploads a file that is longer than a text allows. Why not examined: a service may close the connection early. */
async function uploadTooMuch(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { operation } = resource.operation('create');
  const most = fileLimit(operation);
  if (most === null || most > MAX_LENGTH) return;
  const file = withLength(resource.base(operation, await resource.parents()), most + 1);
  if (file === null) return;
  const { status } = await resource.send(file.form, { isExamined: false });
  const message = `${operation.id} of a file with ${most + 1} bytes returned ${status}, and its text allows ${most}.`;
  tools.note(!isSuccess({ status }), message, 'status');
}

/** Names of properties with the address of a file. */
const contentAddress = /^(?:content|download|file|raw|source)_?(?:ur[il]|href|link|address)$/i;

/** Reads the address of a file in its record. */
async function readContent(tools: CheckTools, id: string, { record, bytes }: Upload): Promise<void> {
  const [name, value] = propertyNamed(record, contentAddress);
  const read = typeof value === 'string' ? await readAddress(tools, record.exchange, value) : null;
  if (read === null || !isSuccess({ status: read.response?.status ?? 0 })) return;
  const message = `The ${name} of a record of ${id} leads to other content.`;
  tools.note(hasContent(read.response?.body, bytes) !== false, warning(message, `body.${name}`));
}

/** Returns whether files may be downloaded with different media types: the only declared one is that of all files. */
function canDiffer({ responses }: ContractOperation): boolean {
  const types = new Set(responses.flatMap(({ status, mediaType }) => (status === 200 ? [mediaType] : [])));
  const [only = null] = types;
  return types.size !== 1 || only === null || only.includes('*');
}

/** Reports a download whose media type differs from that of its record; `isStated` is whether a text requires it. */
function noteMediaType(
  tools: CheckTools,
  { created }: CreatedRecord,
  { exchange }: ResourceResponse,
  isStated: boolean,
): void {
  const stated = Object.entries(created).find(
    ([name, value]) => typeof value === 'string' && typeName.test(name) && value.includes('/'),
  )?.[1];
  const actual = mediaTypeOf(exchange.response?.headers['content-type'] ?? null);
  if (typeof stated !== 'string' || actual === null) return;
  const message = `The record has the media type ${stated}; its content is ${actual}.`;
  const at = 'header Content-Type';
  tools.note(actual === mediaTypeOf(stated), isStated ? message : warning(message, at), at);
}

/** Returns the property with the name of a file: by its own name, or because it has that of the first file. */
function namePropertyOf([first]: readonly Upload[]): string | null {
  if (first === undefined) return null;
  const [named] = propertyNamed(first.record, fileName);
  const found = Object.entries(first.record.created).find(([, value]) => value === first.name);
  return named === '' ? (found?.[0] ?? null) : named;
}

/** Reports a name in a record that differs from that of the file. */
function noteName(tools: CheckTools, { record, name: sent }: Upload, property: string): void {
  const value = record.created[property];
  const isSame = typeof value === 'string' && value.normalize() === sent?.normalize();
  const message = `${property} is ${printValue(value)} after an upload of ${printValue(sent)}.`;
  tools.note(sent === null || typeof value !== 'string' || isSame, warning(message, `body.${property}`));
}

/** Reports a media type in a record that differs from that of the file. Why not for bytes: a service may recognize them. */
function noteRecordedType(tools: CheckTools, { record, mediaType }: Upload): void {
  const [name, value] = propertyNamed(record, typeName);
  const isGeneral = typeof value !== 'string' || !value.includes('/') || !mediaType.startsWith('text/');
  const message = `${name} is ${printValue(value)} after an upload of ${mediaType}.`;
  tools.note(isGeneral || mediaTypeOf(value) === mediaTypeOf(mediaType), warning(message, `body.${name}`));
}

/** Reports a length in a record that differs from that of the file. */
function noteLength(tools: CheckTools, { record, bytes: { length } }: Upload, isKept: boolean): void {
  const [name, value] = propertyNamed(record, lengthName);
  const message = `${name} is ${printValue(value)} after an upload of ${length} bytes.`;
  // Why: if the content is not stored as it is, or the length is small, it may refer to something else or use another
  // unit.
  const isSure = isKept && Number(value) > length / 2;
  tools.note(
    typeof value !== 'number' || value === length,
    isSure ? { message, at: `body.${name}` } : warning(message, `body.${name}`),
  );
}

/** Returns the first property of a record whose name matches, with its value; none is `undefined`. */
function propertyNamed({ created }: CreatedRecord, pattern: RegExp): readonly [name: string, value: unknown] {
  return Object.entries(created).find(([name]) => pattern.test(name)) ?? ['', undefined];
}
