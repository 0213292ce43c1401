/** The law of uploads: a file is downloaded as it was uploaded, and its record describes it. */
import type { ContractOperation } from '../../contract/operations.ts';
import { mediaTypeOf } from '../../templates/runtime/media-type.ts';
import type { RecordedBody } from '../model/exchange.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import type { BodyForm, RequestForm } from '../requests/request-form.ts';
import { fieldsIn, fileIn, withFile, writeOther } from '../requests/write-body.ts';
import { defineLaw, printValue, type Law } from './law.ts';
import { operationsBelow } from './resource-operations.ts';
import { isSuccess, type CreatedRecord, type ResourceResponse } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';

export const uploadLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW22',
    title: 'A download returns what was uploaded.',
    description:
      'Uploads two files, in different media types if several are declared, downloads them, and compares the content, its length, its media type and the fields of the form with the record.',
    rationale: 'Files of users would be damaged.',
    needs: ['create'],
    play: download,
  }),
];

/** Names of properties with the media type of a file. */
const typeName = /^(?:media|mime|content)_?type$/i;

/** Names of properties with the length of a file. Units: bytes. */
const lengthName = /^(?:size|length|bytes|file_?size|content_?length|size_?(?:in_?)?bytes|byte_?size)$/i;

/** An upload with what it sent. */
interface Upload {
  readonly record: CreatedRecord;
  readonly form: RequestForm;
  /** The content of the file. */
  readonly text: string;
}

/**
 * Uploads a file with unique content, in another media type if the service accepts one; `null` if the records are not
 * uploaded as a file.
 */
async function upload(
  resource: ResourceSession,
  number: number,
  other: BodyForm | null = null,
): Promise<Upload | null> {
  const base = resource.base(resource.operation('create').operation, await resource.parents());
  const form = withFile(other === null ? base : { ...base, body: other }, number);
  const text = form.body.kind === 'text' ? fileIn(form.body) : null;
  if (text === null) return null;
  const record = other === null ? await resource.createAs(form) : await resource.tryCreateAs(form);
  return record === null ? upload(resource, number) : { record, form, text };
}

/** Returns a file in another media type that an operation declares; `null` for none. Why texts: others have a form. */
function otherFile({ body }: ContractOperation): BodyForm | null {
  const [, ...others] = body?.content ?? [];
  const text = others.find(({ mediaType }) => /^text\/(?!\*)/.test(mediaType));
  return text === undefined ? null : writeOther(text, undefined);
}

async function download(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { operation } = resource.operation('create');
  const one = await upload(resource, 1);
  const other = one === null ? null : await upload(resource, 2, otherFile(operation));
  if (one === null || other === null) return tools.skip('The records are not uploaded as a file.');
  let isKept = false;
  for (const { operation: reader } of operationsBelow(resource.operations, 'download'))
    for (const { record, text } of [one, other]) {
      const response = await resource.callOperation(reader, record.path);
      if (!isSuccess(response) || reader.method !== 'GET') continue;
      const actual = contentOf(response);
      const isSame = actual === text || actual === Buffer.byteLength(text);
      isKept ||= isSame;
      const message = `${reader.id} returns other content than ${operation.id} was sent.`;
      tools.note(actual === null || isSame, message, 'body');
      if (canDiffer(reader)) noteMediaType(tools, record, response);
    }
  noteLength(tools, one, isKept);
  noteName(tools, one);
  for (const [name, value] of Object.entries(fieldsIn(one.form))) {
    const shown = one.record.created[name];
    const message = `${name} is ${printValue(shown)} after ${operation.id} with ${printValue(value)}.`;
    // Why only a text: a form has no other types, so a service converts them.
    const isText = shown === null || typeof shown === 'string';
    tools.note(!isText || shown === value, warning(message, `body.${name}`));
  }
}

/** Returns whether files may be downloaded with different media types: the only declared one is that of all files. */
function canDiffer({ responses }: ContractOperation): boolean {
  const types = new Set(responses.flatMap(({ status, mediaType }) => (status === 200 ? [mediaType] : [])));
  const [only = null] = types;
  return types.size !== 1 || only === null || only.includes('*');
}

/** Reports a download whose media type differs from that of its record. */
function noteMediaType(tools: CheckTools, { created }: CreatedRecord, { exchange }: ResourceResponse): void {
  const stated = Object.entries(created).find(
    ([name, value]) => typeof value === 'string' && typeName.test(name) && value.includes('/'),
  )?.[1];
  const actual = mediaTypeOf(exchange.response?.headers['content-type'] ?? null);
  if (typeof stated !== 'string' || actual === null) return;
  const message = `The record has the media type ${stated}; its content is ${actual}.`;
  tools.note(actual === mediaTypeOf(stated), warning(message, 'header Content-Type'));
}

/** Reports a name in a record that differs from that of the file. */
function noteName(tools: CheckTools, { record: { created }, form }: Upload): void {
  const sent = form.body.kind === 'text' ? /; filename="([^"]*)"/.exec(form.body.text)?.[1] : undefined;
  const [name, value] =
    Object.entries(created).find(([each]) => /^(?:original_?)?file_?name$/i.test(each)) ?? [];
  const message = `${name} is ${printValue(value)} after an upload of ${printValue(sent)}.`;
  tools.note(sent === undefined || name === undefined || value === sent, warning(message, `body.${name}`));
}

/** Reports a length in a record that differs from that of the file. */
function noteLength(tools: CheckTools, { record, text }: Upload, isKept: boolean): void {
  const length = Buffer.byteLength(text);
  const [name, value] =
    Object.entries(record.created).find(
      ([each, size]) => lengthName.test(each) && typeof size === 'number',
    ) ?? [];
  const message = `${name} is ${printValue(value)} after an upload of ${length} bytes.`;
  // Why: if the content is not stored as it is, or the length is small, it may refer to something else or use another
  // unit.
  const isSure = isKept && Number(value) > length / 2;
  tools.note(
    name === undefined || value === length,
    isSure ? { message, at: `body.${name}` } : warning(message, `body.${name}`),
  );
}

/** Returns the text of a response, or its length in bytes; `null` if neither is known. */
function contentOf({ exchange }: ResourceResponse): string | number | null {
  const body: RecordedBody = exchange.response?.body ?? { kind: 'none' };
  if (body.kind === 'text' || body.kind === 'json') return body.text;
  return body.kind === 'bytes' ? body.length : null;
}
