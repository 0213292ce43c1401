/**
 * Joins what was read: parameters with their schemas, streams with their channels, checks with what they check.
 * Its result is the contract.
 */
import type { Report } from '../diagnostics.ts';
import { CheckTable } from './check-table.ts';
import type {
  Contract,
  EventStreamDecl,
  Operation,
  Parameter,
  Reply,
  ReplyContent,
  ReplyHeader,
  SchemaDecl,
} from './contract.ts';
import { linkChannels } from './link-channels.ts';
import { linkStreams, streamOf } from './link-streams.ts';
import { shapeOf, type TextShape } from './parameter-shape.ts';
import type { ReadContent, ReadHeader, ReadOperation, ReadParameter, ReadReply } from './reading.ts';
import type { RepairedReading, RepairedSchema } from './repair.ts';
import { findUsage } from './usage.ts';

/**
 * Joins a repaired reading into the contract.
 *
 * Errors: PARAMETER_STYLE_UNSUPPORTED, STREAM_WITHOUT_CHANNEL, CHANNEL_WITHOUT_OPERATION, STREAM_EVENTS_DIFFER (reported).
 */
export function linkContract(reading: RepairedReading, report: Report): Contract {
  const checks = new CheckTable(reading);
  const fromOperations = linkStreams(reading, checks, report);
  const { channels, streams } = linkChannels(reading, fromOperations, checks, report);
  const operations = reading.operations.map((operation) =>
    linkOperation(operation, streams, channels, checks, report),
  );
  const usage = findUsage(reading, operations, streams, channels);
  const { title, version, description, documents, tags, securitySchemes, extensions } = reading;
  return {
    title,
    version,
    description,
    documents,
    tags,
    schemas: reading.schemas.map((schema) => declareSchema(schema, usage, streams)),
    checks: checks.list(usage),
    operations,
    streams,
    channels,
    securitySchemes,
    extensions,
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
  channels: Contract['channels'],
  checks: CheckTable,
  report: Report,
): Operation {
  const { parameters, replies, ...rest } = read;
  return {
    ...rest,
    parameters: parameters.map((parameter) => linkParameter(parameter, checks, report)),
    replies: replies.map((reply) => linkReply(reply, checks)),
    stream: streamOf(read, streams, channels, report),
  };
}

function linkParameter(read: ReadParameter, checks: CheckTable, report: Report): Parameter {
  const { form, style, ...rest } = read;
  const shape = shapeOf(checks.schemaOf(read.check), checks.declared);
  if (form === 'json')
    return { ...rest, kind: 'json', nullable: shape.nullable, repeated: false, default: shape.default };
  const isReadable = shape.kind !== 'object' && (!shape.isList || form === 'repeatable');
  if (isReadable) return { ...rest, ...readable(shape) };
  const written = shape.isList ? `a list in style ${style}` : `an object in style ${style}`;
  report('PARAMETER_STYLE_UNSUPPORTED', read.place, { name: read.name, style: written });
  const check = checks.add('plainText', { type: 'string' }, read.place);
  return { ...rest, check, kind: 'string', nullable: false, repeated: false, default: null };
}

function readable(shape: TextShape): Pick<Parameter, 'kind' | 'nullable' | 'repeated' | 'default'> {
  const kind = shape.kind === 'object' ? 'string' : shape.kind;
  return { kind, nullable: shape.nullable, repeated: shape.isList, default: shape.default };
}

function linkReply(read: ReadReply, checks: CheckTable): Reply {
  const content = read.content.map(linkContent);
  return {
    ...read,
    headers: read.headers.map((header) => linkHeader(header, checks)),
    content: content.length === 0 ? [{ kind: 'none' }] : content,
  };
}

function linkContent(read: ReadContent): ReplyContent {
  if (read.kind === 'json') return read;
  const { kind, mediaType, examples, check } = read;
  return kind === 'eventStream'
    ? { kind, mediaType, examples, stream: check }
    : { kind, mediaType, examples };
}

function linkHeader(read: ReadHeader, checks: CheckTable): ReplyHeader {
  const { kind } = shapeOf(checks.schemaOf(read.check), checks.declared);
  return { ...read, kind: kind === 'object' ? 'json' : kind };
}
