/**
 * Links a reading: parameters with their schemas, streams with their channels, checks with their owners. The result is
 * the contract.
 */
import { mediaTypeOf } from '../../templates/runtime/media-type.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { CheckTable } from './check-table.ts';
import type {
  BodyContent,
  ContractModel,
  EventStreamDecl,
  Operation,
  Parameter,
  OperationResponse,
  ResponseContent,
  DeclaredHeader,
  SchemaDecl,
  Part,
} from '../model/contract-model.ts';
import { linkChannels } from './link-channels.ts';
import { linkStreams, streamOf } from './link-streams.ts';
import { formPartsOf, type FormParts } from '../schema/form-parts.ts';
import { shapeOf } from '../schema/parameter-shape.ts';
import type {
  ReadBodyContent,
  ReadContent,
  ReadHeader,
  ReadOperation,
  ReadParameter,
  ReadResponse,
  RepairedReading,
  RepairedSchema,
} from '../model/reading.ts';
import {
  excludeOtherNames,
  fieldOf,
  formOf,
  joinedFieldOf,
  nestedFieldOf,
  spreadingOf,
} from '../schema/text-fields.ts';
import { findUsage } from './usage.ts';

/**
 * Links a repaired reading into the contract.
 *
 * Errors: BODY_OPAQUE, PARAMETER_IN_BRACKETS, PARAMETER_STYLE_UNSUPPORTED, STREAM_WITHOUT_CHANNEL, CHANNEL_WITHOUT_OPERATION,
 * STREAM_EVENTS_DIFFER (reported).
 */
export function linkContract(reading: RepairedReading, report: Report): ContractModel {
  const checks = new CheckTable(reading);
  const fromOperations = linkStreams(reading, checks, report);
  const { channels, streams } = linkChannels(reading, fromOperations, checks, report);
  const operations = reading.operations.map((operation) =>
    linkOperation(operation, streams, channels, checks, report),
  );
  const usage = findUsage(reading, operations, streams, channels);
  const { title, version, versions, description, documents, tags, servers, securitySchemes, extensions } =
    reading;
  return {
    title,
    version,
    versions,
    description,
    documents,
    tags,
    servers,
    schemas: reading.schemas.map((schema) => declareSchema(schema, usage, streams)),
    checks: checks.list(usage),
    operations,
    streams,
    channels,
    webhooks: reading.webhooks,
    securitySchemes,
    extensions,
    paginationRules: [],
  };
}

function declareSchema(
  { name, schema, discriminator, place }: RepairedSchema,
  usage: ReadonlyMap<string, SchemaDecl['usedBy']>,
  streams: readonly EventStreamDecl[],
): SchemaDecl {
  const types = new Set(
    streams.flatMap(({ events }) => events.filter((event) => event.schema === name).map(({ type }) => type)),
  );
  const [event = null] = types.size === 1 ? types : [];
  return { name, schema, usedBy: usage.get(name) ?? 'none', discriminator, event, place };
}

function linkOperation(
  read: ReadOperation,
  streams: readonly EventStreamDecl[],
  channels: ContractModel['channels'],
  checks: CheckTable,
  report: Report,
): Operation {
  const { parameters, responses, body, ...rest } = read;
  return {
    ...rest,
    body:
      body === null ? null : { ...body, content: body.content.map((one) => linkBody(one, checks, report)) },
    parameters: linkParameters(parameters, checks, report),
    responses: responses.map((response) => linkResponse(response, checks)),
    stream: streamOf(read, streams, channels, report),
  };
}

function linkParameters(
  read: readonly ReadParameter[],
  checks: CheckTable,
  report: Report,
): readonly Parameter[] {
  const linked = read.map((parameter) => linkParameter(parameter, checks, report));
  const inQuery = linked.filter((each) => each.in === 'query').map((each) => [each.name, each] as const);
  const named = excludeOtherNames(Object.fromEntries(inQuery));
  return linked.map((each) => (each.in === 'query' ? (named[each.name] ?? each) : each));
}

function linkParameter(read: ReadParameter, checks: CheckTable, report: Report): Parameter {
  const { form, style, ...rest } = read;
  const shape = shapeOf(checks.schemaOf(read.check), checks.declared);
  const { default: byDefault, nullable } = shape;
  const plain = { nullable: false, repeated: false, list: null, properties: null, joined: null };
  if (form === 'json') return { ...rest, ...plain, kind: 'json', nullable, default: byDefault };
  const schema = checks.schemaOf(read.check);
  const one = joinedFieldOf(schema, read, checks.declared);
  const field = one === undefined ? fieldOf(schema, spreadingOf(style), checks.declared) : one;
  if (field !== null) return { ...rest, ...field, default: byDefault };
  const nested = nestedFieldOf(schema, read, checks.declared);
  if (nested !== null) {
    report('PARAMETER_IN_BRACKETS', read.place, { name: read.name });
    return { ...rest, ...nested, default: byDefault };
  }
  const written = shape.isList ? `a list in style ${style}` : `an object in style ${style}`;
  report('PARAMETER_STYLE_UNSUPPORTED', read.place, { name: read.name, style: written });
  const check = checks.add('plainText', { type: 'string' }, read.place);
  return { ...rest, ...plain, check, kind: 'string', default: null };
}

/** Links a body. The fields of a form are read if all of them can be. */
function linkBody(
  { styles, partTypes, partHeaders, place: position, ...content }: ReadBodyContent,
  checks: CheckTable,
  report: Report,
): BodyContent {
  const { mediaType, form } = content;
  if (form === null) return { ...content, fields: null, parts: {} };
  const schema = checks.schemaOf(form);
  const isMultipart = mediaTypeOf(mediaType) === 'multipart/form-data';
  const special = isMultipart ? formPartsOf(schema, partTypes, checks.declared) : NO_PARTS;
  const place = isMultipart ? 'multipart' : 'form';
  const fields = special === null ? null : formOf(schema, styles, place, checks.declared);
  if (fields === null || special === null) {
    report('BODY_OPAQUE', position, { mediaType });
    return { ...content, fields: null, parts: linkParts(special?.parts ?? {}, {}, checks) };
  }
  const { untyped } = special;
  const parts = linkParts(special.parts, isMultipart ? partHeaders : {}, checks);
  const isField = (name: string): boolean => parts[name]?.file == null && !untyped.has(name);
  const read = Object.entries(fields.fields).filter(([name]) => isField(name));
  return { ...content, check: form, fields: { ...fields, fields: Object.fromEntries(read) }, parts };
}

function linkParts(
  parts: FormParts['parts'],
  headers: ReadBodyContent['partHeaders'],
  checks: CheckTable,
): Readonly<Record<string, Part>> {
  const names = new Set([...Object.keys(parts), ...Object.keys(headers)]);
  const linked = [...names].map((name): [string, Part] => {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const own = Object.hasOwn(headers, name) ? (headers[name] ?? []) : [];
    const { file, types } = part ?? { file: null, types: [] };
    return [name, { file, types, headers: own.map((header) => linkHeader(header, checks)) }];
  });
  return Object.fromEntries(linked);
}

const NO_PARTS: FormParts = { parts: {}, untyped: new Set() };

function linkResponse(read: ReadResponse, checks: CheckTable): OperationResponse {
  const content = read.content.map(linkContent);
  return {
    ...read,
    headers: read.headers.map((header) => linkHeader(header, checks)),
    content: content.length === 0 ? [{ kind: 'none' }] : content,
  };
}

function linkContent(read: ReadContent): ResponseContent {
  if (read.kind === 'json') return read;
  const { kind, mediaType, examples, check } = read;
  return kind === 'eventStream'
    ? { kind, mediaType, examples, stream: check }
    : { kind, mediaType, examples };
}

function linkHeader(read: ReadHeader, checks: CheckTable): DeclaredHeader {
  const { kind } = shapeOf(checks.schemaOf(read.check), checks.declared);
  return { ...read, kind: kind === 'object' ? 'json' : kind };
}
