/** Prints how the responses of an operation are requested and read. */
import { coversJson, isMediaRange } from '../../../../templates/runtime/media-type.ts';
import { isPlainJson, isXml } from '../../../describe/body-kinds.ts';
import type {
  Operation,
  OperationResponse,
  ResponseContent,
  ResponseStatus,
} from '../../../model/contract-model.ts';
import type { ClientNames } from '../../../naming/client-names.ts';
import { printObject, printProperties } from '../../../print/print-literal.ts';
import { type TsText, joinText, ts } from '../../../print/ts-text.ts';
import { conversionOf } from './parameter-rules.ts';
import type { ClientSource } from './source.ts';

/** Groups the statuses that are read the same way. */
export function responseRules({ responses, method }: Operation, client: ClientSource): TsText[] {
  const rules = new Map<
    string,
    { readonly statuses: (ResponseStatus | 'failure')[]; readonly rest: TsText[] }
  >();
  const hasSuccess = responses.some(({ status }) => String(status).startsWith('2'));
  for (const response of responses) {
    for (const content of clientContent(response)) {
      const rest = readingRule(method === 'head' ? { kind: 'none' } : content, response, client);
      const key = joinText(rest, ', ').toString();
      const rule = rules.get(key) ?? { statuses: [], rest };
      const status = hasSuccess && response.status === 'default' ? 'failure' : response.status;
      if (!rule.statuses.includes(status)) rule.statuses.push(status);
      rules.set(key, rule);
    }
  }
  return [...rules.values()].map(
    ({ statuses, rest }) => ts`{ ${joinText([...printProperties({ statuses }), ...rest], ', ')} }`,
  );
}

/** Alternative serializations of data that is also offered as JSON. */
const SERIALIZATION = /(?:[/+.-]|^)(?:xml|csv|yaml|x-yaml|msgpack|cbor|protobuf|x-protobuf)$/;

/** Lists the bodies of a response that a client accepts: if JSON is offered, no other serialization of data. */
export function clientContent({ content }: OperationResponse): readonly ResponseContent[] {
  if (!content.some(isPlainJson)) return content;
  return content.filter(
    (body) =>
      body.kind === 'none' ||
      body.kind === 'eventStream' ||
      !SERIALIZATION.test((body.mediaType.split(';')[0] ?? '').trim().toLowerCase()),
  );
}

type Content = Exclude<ResponseContent, { readonly kind: 'none' }>;

/**
 * Returns the `Accept` header of an operation; media types that can be parsed come before plain bytes.
 *
 * Shape: with `isStream`, of a request for a stream of events; otherwise of one for a single result.
 */
export function acceptOf({ responses, method }: Operation, isStream: boolean): string {
  const all = method === 'head' ? [] : responses.flatMap(clientContent);
  const contents = all.filter((content): content is Content => content.kind !== 'none');
  const wanted = contents.filter(({ kind }) => isStream || kind !== 'eventStream');
  const hasValues = wanted.some(isValue);
  const types = wanted.flatMap((content) => {
    const { mediaType } = content;
    if (hasValues && !isValue(content)) return [`${mediaType};q=0.5`];
    // A service that offers a range may prefer XML, which can't be parsed, so JSON comes first.
    return isRangeOfJson(content) ? [JSON_TYPE, `${mediaType};q=0.5`] : [mediaType];
  });
  return types.length === 0 ? '*/*' : [...new Set(types)].join(', ');
}

const JSON_TYPE = 'application/json';

function isValue({ kind }: Content): boolean {
  return kind === 'json' || kind === 'eventStream';
}

function isRangeOfJson({ kind, mediaType }: Content): boolean {
  return kind === 'json' && isMediaRange(mediaType) && coversJson(mediaType, JSON_TYPE);
}

/** Prints how a body and its headers are read, as properties. */
function readingRule(
  content: ResponseContent,
  { headers }: OperationResponse,
  client: ClientSource,
): TsText[] {
  const { names } = client;
  const readers = printObject(
    Object.fromEntries(headers.map((header) => [header.name, header])),
    ({ check, kind }) => {
      const conversion = conversionOf(check, client);
      return conversion === null
        ? names.local(headerReaders[kind])
        : ts`${names.local('decoderOf')}(${conversion})`;
    },
  );
  const body = content.kind === 'none' ? null : content;
  const reader = body && readerOf(body);
  return printProperties({
    mediaType: body?.mediaType,
    covers: body && rangeText(body, names),
    isStream: content.kind === 'eventStream',
    headers: headers.length === 0 ? null : readers,
    read: reader && names.local(reader),
    parse: bodyParser(content, client),
  });
}

const headerReaders = {
  string: 'headerText',
  json: 'headerText',
  integer: 'headerInteger',
  number: 'headerNumber',
  boolean: 'headerBoolean',
} as const;

function readerOf({ kind, mediaType }: Content): string | null {
  if (kind === 'bytes') return 'readBytes';
  if (kind !== 'text') return null;
  return isMediaRange(mediaType) ? 'readTextOrJson' : 'readText';
}

function rangeText({ kind, mediaType }: Content, names: ClientNames): TsText | null {
  if (!isMediaRange(mediaType)) return null;
  return names.local(kind === 'json' ? 'coversJson' : 'coversMediaType');
}

/** Prints the parser of a body; `null` if it is parsed as plain JSON, or not at all. */
function bodyParser(content: ResponseContent, client: ClientSource): TsText | null {
  const parser = content.kind === 'json' ? parserText(content.check, client) : null;
  if (!isXml(content)) return parser;
  const { names } = client;
  return parser === null ? names.local('parseXml') : ts`${names.local('xmlParser')}(${parser})`;
}

/** Prints the parser of a value of JSON; `null` if nothing in it is converted. */
export function parserText(check: string, client: ClientSource): TsText | null {
  const conversion = conversionOf(check, client);
  const isExact = client.conversions?.forms.int64 !== 'number';
  return conversion === null
    ? null
    : ts`${client.names.local(isExact ? 'exactParserOf' : 'parserOf')}(${conversion})`;
}
